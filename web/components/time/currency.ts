let shown = ''

/** Sets the currency in which amounts are shown; without one, they are plain numbers. */
export function setCurrency(currency: string): void {
  shown = currency
}

/** The currency in which amounts are shown; empty for none. */
export function shownCurrency(): string {
  return shown
}
