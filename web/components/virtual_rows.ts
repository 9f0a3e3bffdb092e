import { type RefObject, useEffect, useState } from 'react'

/** Rows beyond the edges of the window that are rendered as well. */
const spare = 12

/**
 * The rows of a long list that are in view, by index: from `first` up to `end`. All rows have the same height in pixels;
 * the space of the others is `above` and `below`. Short lists, and lists on paper, are whole.
 */
export function useVirtualRows(count: number, height: number, list: RefObject<HTMLElement | null>) {
  const [view, setView] = useState({ first: 0, end: Math.min(count, 60) })
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const first = Math.max(0, Math.floor(-top / height) - spare)
      const end = Math.min(count, Math.ceil((innerHeight - top) / height) + spare)
      setView((before) => (before.first === first && before.end === end ? before : { first, end }))
    }
    look()
    const print = () => setPrinting(true)
    const printed = () => setPrinting(false)
    addEventListener('scroll', look, { passive: true, capture: true })
    addEventListener('resize', look)
    addEventListener('beforeprint', print)
    addEventListener('afterprint', printed)
    return () => {
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', printed)
    }
  }, [count, height, list])
  const whole = printing || count <= wholeMax
  const end = whole ? count : Math.min(count, Math.max(view.end, 1))
  const first = whole ? 0 : Math.min(view.first, end)
  return { first, end, above: first * height, below: (count - end) * height }
}

/** Lists up to this length are rendered whole. */
const wholeMax = 60
