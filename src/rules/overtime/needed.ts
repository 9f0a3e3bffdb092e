import { addDays } from '../time/calendar.ts'
import { longestEntryDays } from '../time/timesheets.ts'
import { calendarsOf, needsPlace, type Policy } from './rule.ts'
import { shiftDaysMax } from './shifts.ts'
import { daysAroundAll, isShifted, type Span } from './workdays.ts'

/** Dates of entries: all from `first` to `last`, and from `since` on those that are longer than a day. */
export type DatesNeeded = Span & { since: string }

/**
 * The dates of the entries on which the pay of some workdays depends: those of their whole workweeks and 14 days; with
 * rules about shifts also those of the days before that decide where a shift or 24 hours began. Reading more does not
 * change the pay of these days.
 */
export function datesNeeded(days: Span, policies: readonly Policy[]): DatesNeeded {
  const spans = policies.map((policy) => daysAroundAll(days, policy))
  const first = [days.first, ...spans.map((span) => span.first)].sort()[0]!
  const last = [days.last, ...spans.map((span) => span.last)].sort().at(-1)!
  const before = Math.max(0, ...policies.map(daysBefore))
  const after = Math.max(0, ...policies.map(daysAfter))
  const dates = datesAround({ first: addDays(first, -before), last: addDays(last, after) }, policies)
  return before === 0 ? dates : { ...dates, since: addDays(dates.first, -longestEntryDays) }
}

/** The dates of the entries of which a part may belong to some workdays, by the policies or by any. */
export function datesAround({ first, last }: Span, policies?: readonly Policy[]): DatesNeeded {
  if (policies && !movesDays(policies)) return { first, last, since: first }
  const from = addDays(first, -movedMax)
  return { first: from, last: addDays(last, movedMax), since: addDays(from, -longestEntryDays) }
}

/** Whether time may belong to another workday than the date of its entry. */
export function movesDays(policies: readonly Policy[]): boolean {
  return policies.flatMap(calendarsOf).some((calendar) => calendar.zone !== undefined && isShifted(calendar))
}

/**
 * By how many days at most a part of an entry of up to a day may be away from its date: workdays reach into the dates
 * before and after them, and the date in a person’s zone may be another one again.
 */
export const movedMax = 2

/** How many days before a workweek decide where its first shifts, 24 hours and hours of the clock began. */
function daysBefore({ rules, ...policy }: Policy): number {
  const pauses = calendarsOf({ rules, ...policy }).map(({ pauseSeconds = 0 }) => pauseSeconds)
  return Math.max(
    0,
    ...rules.map((rule) => {
      const { kind, afterSeconds } = rule
      // The workweek before, and a pause of 24 hours before that.
      if (kind === 'rolling_day') return 7 + 2
      const rest = Math.max(...pauses, kind === 'rest' ? afterSeconds : 0)
      // Where the shift began, the pause before that, and, for a rest of whole shifts, the shift before the pause.
      const shifts = rule.wholeShift ? 2 : 1
      if (needsPlace(rule)) return shifts * shiftDaysMax + Math.ceil(rest / 86_400) + 1
      return kind === 'clock' ? 1 : 0
    }),
  )
}

/** How many days after a workweek belong to a shift that counts as a whole. */
function daysAfter({ rules }: Policy): number {
  return rules.some(({ overSeconds }) => overSeconds !== undefined) ? 2 : 0
}
