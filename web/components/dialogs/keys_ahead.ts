// Keys pressed while the code of a dialog loads belong to the dialog: the page must not act on them, and none is lost.

let held: string[] = []

/** Takes all keys from the page until `takeKeys` is called. */
export function holdKeys(): void {
  addEventListener('keydown', hold, true)
}

/** Leaves later keys to the page, and returns those that were held. */
export function takeKeys(): string[] {
  removeEventListener('keydown', hold, true)
  const keys = held
  held = []
  return keys
}

/** Letters, Backspace, Enter, Escape and arrows. */
function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^(.|Ba.+|En.+|Es.+|Arrow.+)$/u.test(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held.push(event.key)
  // A person who has given up waiting has their keys again; the dialog that still comes closes.
  if (event.key === 'Escape') removeEventListener('keydown', hold, true)
}
