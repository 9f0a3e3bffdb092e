import { addDays } from '../../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../../src/rules/time/pay_periods.ts'
import { locale, t } from '../../language.ts'
import { grouped } from '../../time.ts'

// Reopening a part of a person's time. Time is approved through a day, so all approved time after it is reopened, too.

/** First and last date. */
type Days = { start: string; end: string }

/** A reopening: the new last approved date, all days that are open afterwards, and the later ones by pay period. */
export type Reopening = Days & { approved_to: string; later: readonly Days[] }

/** What it means to reopen these days of time that is approved through a date. `settings` are the general ones. */
export function reopeningOf(
  { start, end }: Days,
  approvedTo: string,
  settings: Parameters<typeof payPeriodOf>[1],
): Reopening {
  const later: Days[] = []
  for (let from = addDays(end, 1); from <= approvedTo; from = addDays(later.at(-1)!.end, 1)) {
    const period = payPeriodOf(from, settings)
    later.push({ start: from, end: period.end < approvedTo ? period.end : approvedTo })
  }
  return { approved_to: addDays(start, -1), start, end: later.at(-1)?.end ?? end, later }
}

type Words = {
  /** Formats a range of dates, and seconds. */
  range: (first: string, last: string) => string
  hours: (seconds: number) => string
}

const rangesMax = 3

/** What else is reopened, with its hours once they are known. */
export function laterText({ start, later }: Reopening, seconds: number | undefined, words: Words): string {
  const [first, last] = [later[0]!, later.at(-1)!]
  const shown = later.length > rangesMax ? [{ start: first.start, end: last.end }] : later
  const ranges = new Intl.ListFormat(locale()).format(shown.map(({ start, end }) => words.range(start, end)))
  const what = { range: words.range(start, addDays(first.start, -1)), later: ranges }
  return seconds === undefined
    ? t('This reopens {range} and everything approved after it: {later}.', what)
    : t('This reopens {range} and everything approved after it: {later} ({hours} h).', {
        ...what,
        hours: grouped(words.hours(seconds)),
      })
}

/**
 * The text after it, which names the days if later ones were reopened, too. `name` is undefined for one’s own time.
 */
export function reopenedText(
  name: string | undefined,
  { start, end, later }: Reopening,
  words: Pick<Words, 'range'>,
): string {
  const range = words.range(start, end)
  if (later.length === 0) return name ? t('{name}’s time reopened.', { name }) : t('Your time is reopened.')
  return name ? t('{name}’s time reopened: {range}.', { name, range }) : t('Your time is reopened: {range}.', { range })
}
