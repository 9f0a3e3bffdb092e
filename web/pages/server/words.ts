import { locale } from '../../language.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes, such as `8.4 MB`; a dash if it is unknown. */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return '–'
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[power]!,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

/** A number, such as `1,402` or `3.5`. */
export function numberText(value: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}

/** A short time, such as `18 ms` or `1.2 sec`. */
export function timeText(milliseconds: number): string {
  const [value, unit] = milliseconds < 1000 ? [milliseconds, 'millisecond'] : [milliseconds / 1000, 'second']
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
}

/** What the server says, as a sentence begins. Names, paths and addresses stay as they are. */
export function sentence(text: string): string {
  const [word = ''] = text.split(' ', 1)
  return /^\p{Ll}[\p{L}’']*[,.]?$/u.test(word) ? text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1) : text
}
