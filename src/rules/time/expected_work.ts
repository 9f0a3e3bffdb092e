import { weekOf } from './calendar.ts'
import { expectedSeconds, type WorkingPattern } from './working_pattern.ts'

// Whether and for how long a person would work on a date: by the published shifts of its week, days and hours alike, and
// in weeks without any by the working pattern.

/** A published shift by the date on which it begins. Instants in microseconds. */
export type PublishedShift = { date: string; start: number; end: number }

/** The pattern of a person on each date. */
type PatternOn = (date: string) => Pick<WorkingPattern, 'days' | 'weekStart'>

/** What a person would work on a date, and whether shifts are published for its week; if none are, the pattern applies. */
type ExpectedDay = { seconds: number; isPlanned: boolean }

/** What a person would work on each date. On holidays without a shift, people do not work. */
export function expectedDays(
  patternOn: PatternOn,
  shifts: readonly PublishedShift[],
  holidays: ReadonlySet<string> = new Set(),
): (date: string) => ExpectedDay {
  const weekOn = (date: string) => weekOf(date, patternOn(date).weekStart)
  const seconds = new Map<string, number>()
  for (const { date, start, end } of shifts)
    seconds.set(date, (seconds.get(date) ?? 0) + Math.max(0, Math.floor((end - start) / 1e6)))
  const planned = new Set([...seconds.keys()].map(weekOn))
  return (date) => {
    if (planned.has(weekOn(date))) return { seconds: seconds.get(date) ?? 0, isPlanned: true }
    return { seconds: holidays.has(date) ? 0 : expectedSeconds(patternOn(date), date), isPlanned: false }
  }
}

/** The seconds of it. */
export function expectedWork(...given: Parameters<typeof expectedDays>): (date: string) => number {
  const expectedOn = expectedDays(...given)
  return (date) => expectedOn(date).seconds
}

/**
 * The paid time off that a holiday grants, in seconds: what the person would have worked on it. A shift on the date counts
 * first. People for whom no days were chosen get `usual`, which is what the calendar grants; on the weekend only with
 * `weekends`. 0: nothing.
 */
export function holidaySeconds(
  date: string,
  { usual, isPaid }: { usual: number; isPaid: boolean },
  pattern: Pick<WorkingPattern, 'days' | 'isChosen'>,
  shifts: readonly PublishedShift[],
): number {
  const planned = shifts.filter((shift) => shift.date === date)
  if (planned.length > 0) return planned.reduce((sum, { start, end }) => sum + Math.floor((end - start) / 1e6), 0)
  if (pattern.isChosen) return expectedSeconds(pattern, date)
  return isPaid ? usual : 0
}
