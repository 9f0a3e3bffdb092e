/** Moves the focus into the list: to the person's row, or to the chosen tab if they are not listed. */
export function focusList(person?: number): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`.payrun-list [data-person="${person}"]`)
    const tab = document.querySelector<HTMLElement>('.payrun-tabs [aria-pressed="true"]')
    ;(row ?? tab)?.focus({ preventScroll: row === null })
  })
}
