// Keys pressed while the code of a dialog loads belong to the dialog: the page must not act on them, and none is lost.

let held: string[] | undefined

/** Takes all keys from the page until `takeKeys` is called. */
export function holdKeys(): void {
  held ??= []
  addEventListener('keydown', hold, true)
}

/** Leaves later keys to the page, and returns those that were held. */
export function takeKeys(): string[] {
  const keys = held ?? []
  held = undefined
  removeEventListener('keydown', hold, true)
  return keys
}

function hold(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !/^(.|Backspace|Enter|Escape|Arrow\w+)$/u.test(key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held?.push(key)
}
