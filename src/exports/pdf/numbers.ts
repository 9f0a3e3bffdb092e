import type { Translate } from '../../rules/language/messages.ts'

const formats = new Map<string, { whole: Intl.NumberFormat; hundredths: Intl.NumberFormat }>()

function formatsOf({ locale = 'en-US' }: Translate) {
  const known = formats.get(locale)
  if (known) return known
  const made = {
    whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    hundredths: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  }
  formats.set(locale, made)
  return made
}

/** A number with two decimals in the language of the file: `1,882.85`. */
export function hundredthsText(value: number, t: Translate): string {
  return formatsOf(t).hundredths.format(value)
}

/** Seconds as hours and minutes in the language of the file: `1,882:51`. */
export function clockText(seconds: number, t: Translate): string {
  const minutes = String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')
  return `${formatsOf(t).whole.format(Math.floor(seconds / 3600))}:${minutes}`
}
