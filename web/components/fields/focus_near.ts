/** Focuses where the user was before; if that is gone, such as an item of a menu, the title of what is on the page. */
export function focusNear(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
  if (document.activeElement !== document.body) return
  // A panel over the whole page hides the title of the page.
  for (const title of document.querySelectorAll<HTMLElement>('#main :is(h1, h2)[tabindex="-1"]')) {
    title.focus({ preventScroll: true })
    if (document.activeElement === title) return
  }
}
