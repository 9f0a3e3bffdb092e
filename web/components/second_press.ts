/** A click: when, in milliseconds, and where. */
type Press = { at: number; x: number; y: number }

/** Ignores the second press of a double click on a main button: it would hit what has just come up in its place. */
export function ignoreSecondPresses(): void {
  let first: Press | undefined
  let isDown = false
  addEventListener('pointerdown', () => (isDown = true), true)
  // Who types in between has seen what came up.
  addEventListener('input', () => (first = undefined), true)
  addEventListener(
    'click',
    (event) => {
      // A key, or a label that passes its click on to a field.
      if (event.detail === 0 || !isDown) return
      isDown = false
      const press = { at: event.timeStamp, x: event.clientX, y: event.clientY }
      if (first && isSecond(first, press)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      const button = event.target instanceof Element && event.target.closest('.button:is(.primary, .danger)')
      first = button ? press : undefined
    },
    true,
  )
}

/** Whether a click is the second of a double click: in the same place, within 400 milliseconds. */
export function isSecond(first: Press, { at, x, y }: Press): boolean {
  return at - first.at < 400 && Math.hypot(x - first.x, y - first.y) < 24
}
