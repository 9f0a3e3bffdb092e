/**
 * A click: when, in milliseconds, and where; of a mouse also how many clicks it is in a row, by the settings of the
 * person's system.
 */
type Press = { at: number; x: number; y: number; clicks?: number | undefined }

/**
 * Ignores the second press of a double click on a button if it would hit something that has just taken its place: the end
 * of the break where the break was started. Buttons of an icon alone, like those of rows, may be pressed in a quick series.
 */
export function ignoreSecondPresses(): void {
  let first: (Press & { button: Element }) | undefined
  let isDown = false
  addEventListener('pointerdown', () => (isDown = true), true)
  // A person who does something else in between has seen what came up.
  for (const type of ['input', 'keydown', 'popstate']) addEventListener(type, () => (first = undefined), true)
  addEventListener(
    'click',
    (event) => {
      // A key, or a label that passes its click on to a field.
      if (event.detail === 0 || !isDown) return
      isDown = false
      const clicks = event.pointerType === 'mouse' ? event.detail : undefined
      const press = { at: event.timeStamp, x: event.clientX, y: event.clientY, clicks }
      const target = event.target instanceof Element ? event.target : undefined
      if (first && isSecond(first, press) && !(target && first.button.contains(target))) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      const button = target?.closest('.button:not(.icon-only)')
      first = button ? { ...press, button } : undefined
    },
    true,
  )
}

/**
 * Whether a click is the second of a double click: in the same place, within 400 milliseconds, and of a mouse only if
 * the browser counts it as one. Taps are not counted by all browsers.
 */
export function isSecond(first: Press, { at, x, y, clicks = 2 }: Press): boolean {
  return clicks > 1 && at - first.at < 400 && Math.hypot(x - first.x, y - first.y) < 24
}
