import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** How long a finger rests before it drags. One that moves earlier scrolls. */
const holdMilliseconds = 400
/** How close to the edge of what scrolls a finger makes it scroll, and by how much in each frame, in pixels. */
const edgePixels = 48
const stepPixels = 6

/**
 * Lets a finger drag in an element that scrolls: it drags once it has rested, so that scrolling still works, and scrolls
 * at the upper and lower edge.
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
        // A block that comes to another day is another element, and the one that was touched still gets the touches.
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

/** Listens to touches in a way that may keep the browser from scrolling, which React does not; gives how to stop. */
function heed(target: EventTarget, heard: (event: Event) => void): () => void {
  const types = ['touchmove', 'touchend']
  for (const type of types) target.addEventListener(type, heard, { passive: false })
  return () => {
    for (const type of types) target.removeEventListener(type, heard)
  }
}
