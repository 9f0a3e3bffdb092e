import { useEffect, useRef } from 'react'

/**
 * Brings the element marked with `data-chosen` into view when another day is chosen; the ref is for the element that
 * contains it.
 */
export function useChosenInView<T extends HTMLElement>(chosen: string | undefined) {
  const box = useRef<T>(null)
  useEffect(() => {
    if (chosen) box.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return box
}
