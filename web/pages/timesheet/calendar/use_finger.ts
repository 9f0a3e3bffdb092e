import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** How long a finger must rest before it drags. A finger that moves earlier scrolls. */
const holdMilliseconds = 400
/** How close to the edge of the scrolling element a finger makes it scroll, and how far per frame, in pixels. */
const edgePixels = 48
const stepPixels = 6

/**
 * Lets a finger drag in a scrolling element. The finger drags only after resting, so that scrolling still works, and at
 * the upper and lower edges it scrolls the element.
 */
export function useFinger(columns: RefObject<HTMLElement | null>) {
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const frame = useRef(0)
  const isDragging = useRef(false)
  const release = useRef(() => {
    clearTimeout(hold.current)
    cancelAnimationFrame(frame.current)
    isDragging.current = false
  }).current
  useEffect(() => {
    const box = columns.current
    if (!box) return
    const keep = (event: Event) => isDragging.current && event.preventDefault()
    const stop = heed(box, keep)
    box.addEventListener('contextmenu', keep)
    return () => {
      stop()
      box.removeEventListener('contextmenu', keep)
      release()
    }
  }, [columns, release])
  return {
    /** Calls `begin` once the finger has rested. */
    rest: ({ target }: PointerEvent, begin: () => void) => {
      release()
      hold.current = setTimeout(() => {
        isDragging.current = true
        // A block that moves to another day becomes another element, but the element that was touched still gets the
        // touch events.
        const stop = heed(target, (event) => {
          if (isDragging.current) event.preventDefault()
          if (event.type === 'touchend') stop()
        })
        navigator.vibrate?.(10)
        begin()
      }, holdMilliseconds)
    },
    /** Whether the finger has rested. */
    isDragging: () => isDragging.current,
    /** Scrolls while the finger is at an edge, and calls `onScroll` after each step. */
    scrollAt: (y: number, onScroll: () => void) => {
      cancelAnimationFrame(frame.current)
      const box = columns.current?.parentElement
      if (!box) return
      const { top, bottom } = box.getBoundingClientRect()
      const isBelow = y > Math.min(bottom, window.innerHeight) - edgePixels
      if (!isBelow && y > Math.max(top, 0) + edgePixels) return
      const step = () => {
        const before = box.scrollTop
        box.scrollTop += isBelow ? stepPixels : -stepPixels
        if (box.scrollTop === before) return
        onScroll()
        frame.current = requestAnimationFrame(step)
      }
      frame.current = requestAnimationFrame(step)
    },
    release,
  }
}

/**
 * Adds touch listeners that may prevent the browser from scrolling, which React's listeners cannot. Returns a function
 * that removes them.
 */
function heed(target: EventTarget, heard: (event: Event) => void): () => void {
  const types = ['touchmove', 'touchend']
  for (const type of types) target.addEventListener(type, heard, { passive: false })
  return () => {
    for (const type of types) target.removeEventListener(type, heard)
  }
}
