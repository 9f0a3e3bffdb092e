import { locale } from '../../language.ts'
import { shownCurrency } from './currency.ts'

/**
 * The formats in use, by currency and number of decimals. They are created on demand: most pages show no amounts, and
 * creating a format takes milliseconds.
 */
const formats = new Map<string, Intl.NumberFormat>()

/** An amount in hundredths of the currency unit, such as `1,234.50` or `$1,234.50`. */
export function centsText(cents: number): string {
  return amountFormat(2).format(cents / 100)
}

/** A rate in currency units, with up to four decimals: `27.50`, `7.2525`. */
export function rateOf(rate: number): string {
  return amountFormat(4).format(rate)
}

/** A rate for a field, in which it is typed: `25.50`, `7.2525`. */
export function typedRate(rate: number): string {
  return Number(rate.toFixed(2)) === rate ? rate.toFixed(2) : String(rate)
}

/** The factor of a rate as text: `1.5`. */
export function factorText(factor: number): string {
  return factor.toLocaleString(locale(), { maximumFractionDigits: 6 })
}

/** A fraction as a percentage in the app's language: `4.2%`, `4,2 %`. */
export function percent(part: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return part.toLocaleString(locale(), { style: 'percent', ...digits })
}

function amountFormat(decimals: number): Intl.NumberFormat {
  const currency = shownCurrency()
  const key = `${currency} ${decimals}`
  const style = currency === '' ? {} : ({ style: 'currency', currency } as const)
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: decimals }
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(), { ...digits, ...style })
  formats.set(key, format)
  return format
}
