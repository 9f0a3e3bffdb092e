import { useDeferredValue } from 'react'

/**
 * Whether to show content that has become ready. What is rendered because of it is rendered in small parts, so the page
 * stays responsive on a slow phone; data that is there from the beginning is shown immediately.
 */
export function useInParts(ready: boolean): boolean {
  return useDeferredValue(ready) && ready
}
