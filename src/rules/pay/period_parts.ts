import type { Range } from '../time/calendar.ts'
import { addDays } from '../time/calendar.ts'

// Each line of pay is rounded once a pay period. A pay period may be paid in parts, such as by an off-cycle run and the
// regular one: then a part is due what the line of all parts so far comes to, less what the line of the parts before it came
// to. In whatever parts a period is paid, they add up to it, and the first one is what its own hours come to.

/** Days of a pay period, and the days of that period that are paid before them. */
export type PeriodPart = { range: Range; before: readonly Range[] }

/** The first and last date of the pay period that contains a date. */
type PeriodOf = (date: string) => { start: string; end: string }

/**
 * Days that are paid together, and the pay periods of which they have a part, as `start end`. Without them, the days are
 * rounded as a whole, and `touched` are those that later days complete.
 */
export type PaidTogether = { range: Range; periods: readonly string[] | undefined; touched?: readonly string[] }

/** Days that are paid together, by pay period. */
export type InParts = { parts: readonly PeriodPart[] }

/** The pay periods of which a range has a part, in order. */
export function periodsIn({ start_date, end_date }: Range, periodOf: PeriodOf): string[] {
  const found: string[] = []
  for (let date = start_date; date <= end_date; ) {
    const { start, end } = periodOf(date)
    // Where the pay periods change, one ends before its time.
    let last = end
    while (periodOf(last).start !== start) last = addDays(last, -1)
    found.push(`${start} ${last}`)
    date = addDays(last, 1)
  }
  return found
}

/** Each of these days by pay period, with the parts that come before it. Pass them in the order in which they are paid. */
export function inParts<D extends PaidTogether>(days: readonly D[]): (D & InParts)[] {
  const known = new Map<string, readonly Range[]>()
  return days.map((one) => {
    const { range, periods, touched = [] } = one
    // The first one after a change may have begun, by its dates, before the last one ended.
    let next = range.start_date
    const parts = (periods ?? touched).map((period) => {
      const part = { range: within({ ...range, start_date: next }, period), before: known.get(period) ?? [] }
      known.set(period, [...part.before, part.range])
      next = addDays(part.range.end_date, 1)
      return part
    })
    return { ...one, parts: periods ? parts : [{ range, before: [] }] }
  })
}

function within({ start_date, end_date }: Range, period: string): Range {
  const [start = '', end = ''] = period.split(' ')
  return { start_date: start > start_date ? start : start_date, end_date: end < end_date ? end : end_date }
}
