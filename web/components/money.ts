import { locale } from '../language.ts'

let money = amountFormat(2, '')
let exact = amountFormat(4, '')

/** Sets the currency in which amounts are shown; without one, they are plain numbers. */
export function setCurrency(currency: string): void {
  money = amountFormat(2, currency)
  exact = amountFormat(4, currency)
}

/** An amount in hundredths of the currency unit, such as `1,234.50` or `$1,234.50`. */
export function centsText(cents: number): string {
  return money.format(cents / 100)
}

/** A rate in currency units, with up to four decimals: `27.50`, `7.2525`. */
export function rateOf(rate: number): string {
  return exact.format(rate)
}

/** A part of 1 in percent, as the language writes it: `4.2%`, `4,2 %`. */
export function percent(part: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return part.toLocaleString(locale(), { style: 'percent', ...digits })
}

function amountFormat(decimals: number, currency: string): Intl.NumberFormat {
  const style = currency === '' ? {} : ({ style: 'currency', currency } as const)
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: decimals, ...style })
}
