import { takeKeys } from './keys_ahead.ts'

/** Gives the keys that were held while a dialog's code loaded to its field. They press no buttons, which were not yet seen. */
export function giveKeys(dialog: HTMLDialogElement): void {
  const keys = takeKeys()
  // After the effects of React, which would put back the value of the field meanwhile.
  queueMicrotask(() => {
    for (const key of keys) give(key, dialog)
  })
}

function give(key: string, dialog: HTMLDialogElement): void {
  const field = document.activeElement
  if (key === 'Escape') dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  else if (!dialog.contains(field) || !field?.matches('input, textarea')) return
  else if (key === 'Backspace') document.execCommand('delete')
  else if (key.length === 1) document.execCommand('insertText', false, key)
  else field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
