/** Pay per hour as it is written in a line. `isPlain`: it is an amount of money, whatever is before it. */
export type Pay = { text: string; rate: number; sign: string; isPlain: boolean }

const codes = 'USD|EUR|GBP|CAD|AUD|NZD|CHF|MXN|BRL|INR|JPY|PLN|SEK|NOK|DKK|CZK'
const sign = String.raw`\p{Sc}|(?:${codes})(?![\p{L}])`
const start = new RegExp(String.raw`(?<=^|\s)[-+−]?(?:(?:${sign})\s?)?[-+−]?(?!\d+(?:st|nd|rd|th)\b)\d`, 'iu')
const amount = new RegExp(String.raw`^(?:(${sign})\s?)?(\d{1,6}(?:[.,]\d{1,2})?)(?:\s?(${sign}))?$`, 'iu')
const unit =
  /\s?(?:\/\s?|\ban?\s|\bper\s|\bp\/|\bpro\s|\bdie\s|\bpor\s|\bla\s|\bpar\s|\bde\s)(?:h|hr|hour|std|stunde|hora|heure|l['’]heure)\.?$/i

/** The place in a text from which on it is an amount, or something like it; -1 if there is none. */
export function amountStart(text: string): number {
  return text.search(start)
}

/** Reads pay per hour: `28.50`, `28,50`, `$30`, `30 €/h`, `30 an hour`. Undefined for all else, such as pay per year. */
export function payIn(text: string): Pay | undefined {
  const [, before = '', digits, behind = ''] = amount.exec(text.replace(unit, '')) ?? []
  if (!digits) return undefined
  const isPlain = before !== '' || behind !== '' || unit.test(text) || /[.,]\d\d$/.test(digits)
  return { text, rate: Number(digits.replace(',', '.')), sign: before || behind, isPlain }
}

/** Whether an amount is in another currency than the company's, as far as its sign tells. */
export function isForeign(written: string, currency: string): boolean {
  if (written === '' || currency === '' || written.toUpperCase() === currency) return false
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value !== written
}

/** Whether pay per hour is far from what others get here, and from what is common, as if a digit or the point were missing. */
export function isUnusual(rate: number, others: readonly number[]): boolean {
  return rate > Math.max(100, ...others.map((other) => 2 * other)) || rate < Math.min(5, ...others)
}
