// Keys pressed while the code of a dialog loads belong to the dialog: the page must not act on them, and none is lost.

let held: string[] | undefined

/** Takes all keys from the page until `giveKeys` or `dropKeys` is called. */
export function holdKeys(): void {
  held ??= []
  addEventListener('keydown', hold, true)
}

/** Gives the keys to the field of the dialog that has opened. They press none of its buttons, which were not yet seen. */
export function giveKeys(): void {
  const keys = dropKeys()
  // After the effects of React, which would put back the value of the field meanwhile.
  queueMicrotask(() => replay(keys))
}

function replay(keys: readonly string[]): void {
  for (const key of keys) {
    const field = document.activeElement
    const dialog = field?.closest('dialog[open]')
    if (key === 'Escape') dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
    else if (!dialog || !field?.matches('input, textarea')) continue
    else if (key === 'Backspace') document.execCommand('delete')
    else if (key.length === 1) document.execCommand('insertText', false, key)
    else field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}

/** Leaves later keys to the page, and returns those that were held. */
export function dropKeys(): string[] {
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
