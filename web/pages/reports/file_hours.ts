import { hundredths } from '../../../src/rules/pay/payroll.ts'
import { locale, t } from '../../language.ts'

/** How a file with decimals rounds, where pages show hours and minutes (docs/hours.md). */
export function decimalsText(): string {
  return t(
    'Hours are the figures of the pages as decimals: each person’s total of a kind is rounded to the minute first, so 5:38 becomes 5.63.',
  )
}

/**
 * Why the decimals of a file add up to other hours than the page shows: each is the decimal of a line of the page.
 * Undefined if they are the same.
 */
export function fileHoursText(totals: { shown_seconds: number; file_seconds: number | null }): string | undefined {
  const { shown_seconds, file_seconds } = totals
  if (file_seconds === null || hundredths(file_seconds) === hundredths(shown_seconds)) return undefined
  const format = new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return t('{hours} hours in the file: each line is rounded to a hundredth.', {
    hours: format.format(hundredths(file_seconds) / 100),
  })
}
