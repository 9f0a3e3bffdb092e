import type { KeyboardEvent } from 'react'

/** Control or ⌘ and Enter in a text of several lines press the button of its form, as Enter alone makes a line. */
export function submitByKeys({ key, ctrlKey, metaKey, target }: KeyboardEvent): void {
  if (key !== 'Enter' || !(ctrlKey || metaKey) || !(target instanceof HTMLTextAreaElement)) return
  const button = [...(target.form?.elements ?? [])].find((one) => one.matches('[type=submit]'))
  if (button instanceof HTMLElement) button.click()
}
