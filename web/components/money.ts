const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const exact = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** An amount in hundredths of the currency unit, such as `1,234.50`. */
export function centsText(cents: number): string {
  return money.format(cents / 100)
}

/** A rate in currency units, with up to four decimals: `27.50`, `7.2525`. */
export function rateOf(rate: number): string {
  return exact.format(rate)
}
