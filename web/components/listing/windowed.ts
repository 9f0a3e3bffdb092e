import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The items of a long list that are rendered: from `first` up to, but not including, `end`. */
type Drawn = { first: number; end: number }

/** Rows above and below the window that are rendered as well, so that a small scroll shows no gap. */
const beyond = 8

/** Shorter lists are rendered completely, so that the browser's search finds every name in them. */
const wholeMax = 50

/**
 * The items in view, in rows of `height` pixels with one or several columns, or all items of a short list. `top` is the
 * distance from the top of the viewport, which is `view` pixels tall, to the beginning of the list.
 */
export function rowsInView(count: number, height: number, top: number, view: number, columns = 1): Drawn {
  if (count <= wholeMax) return { first: 0, end: count }
  const first = Math.floor(-top / height)
  const end = Math.ceil((view - top) / height)
  // In steps, so that not every scrolled pixel renders again.
  const step = (row: number) => Math.round(row / 6) * 6
  return {
    first: Math.min(Math.max(0, step(first - beyond) * columns), count),
    end: Math.max(0, Math.min(count, step(end + beyond) * columns)),
  }
}

/** Whether a list is so long that only what is in view is rendered. */
export function isWindowed(count: number): boolean {
  return count > wholeMax
}

/**
 * Which items of a long list with rows of equal height to render while the page scrolls; in print, all of them. `list`
 * is the element that contains them.
 */
export function useWindowed(list: RefObject<HTMLElement | null>, count: number, height: number, columns = 1): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, end: Math.min(count, wholeMax) })
  const onPaper = useOnPaper()
  useLayoutEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top
      if (top === undefined) return
      const next = rowsInView(count, height, top, window.innerHeight, columns)
      setDrawn((before) => (before.first === next.first && before.end === next.end ? before : next))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [list, count, height, columns])
  return onPaper ? { first: 0, end: count } : { first: Math.min(drawn.first, count), end: Math.min(drawn.end, count) }
}

/** Whether the page is being printed, where lists are complete. */
export function useOnPaper(): boolean {
  const [onPaper, setOnPaper] = useState(false)
  useLayoutEffect(() => {
    const paper = matchMedia('print')
    // The browser prints immediately after this event.
    const turn = () => flushSync(() => setOnPaper(paper.matches))
    paper.addEventListener('change', turn)
    return () => paper.removeEventListener('change', turn)
  }, [])
  return onPaper
}
