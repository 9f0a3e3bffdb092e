import { useRef } from 'react'
import { isLost } from '../../api/request.ts'

/** A change that a dialog makes, as `useChange` returns it. */
type Change = { isPending: boolean; error: Error | null; reset: () => void }

/**
 * What a dialog checks against. From the press until its answer, and after an answer that was lost, it stays as it was at the
 * press: the lists may have its own change by then, which would stand in the way of itself. So the same can be sent again,
 * under the same idempotency key. Call `edited` when the person changes something.
 */
export function useAsPressed<T>(now: T, { isPending, error }: Change): T {
  const kept = useRef(now)
  if (!isPending && !isLost(error)) kept.current = now
  return kept.current
}

/** The form is another one than the one that was sent, so it is checked against what is there now. */
export function edited({ isPending, error, reset }: Change): void {
  if (!isPending && error) reset()
}
