import { addDays } from '../time/calendar.ts'
import { longestEntryDays } from '../time/timesheets.ts'
import { calendarsOf, needsPlace, type Policy, type Rule } from './rule.ts'
import { shiftDaysMax } from './shifts.ts'
import { daysAroundAll, isShifted, type Span } from './workdays.ts'

/** Dates of entries: all from `first` to `last`, and from `since` on those that are longer than a day. */
type DatesNeeded = Span & { since: string }

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
function daysBefore(policy: Policy): number {
  return Math.max(0, ...policy.rules.map((rule) => daysBeforeBy(rule, policy)))
}

function daysBeforeBy(rule: Rule, policy: Policy): number {
  const { kind, afterSeconds, overSeconds, wholeShift } = rule
  const calendars = calendarsOf(policy)
  const isSplit = calendars.some(({ split }) => split)
  // The workweek before and a pause of 24 hours before that. A shift that is split may have begun in the one before.
  if (kind === 'rolling_day') return (isSplit ? 7 : 0) + 7 + 2
  const clock = kind === 'clock' ? 1 : 0
  if (!needsPlace(rule)) return clock
  // The first time of a workweek may be the end of a timesheet that has gone on for days.
  const isShort = afterSeconds <= 86_400 && overSeconds === undefined && !wholeShift
  const began = isSplit ? (isShort ? 1 : longestEntryDays) : 0
  // Where the shift began, the pause before that, and, for a rest of whole shifts, the shift before the pause.
  const shifts = (wholeShift ? 2 : 1) * shiftDaysMax
  const pauses = calendars.map(({ pauseSeconds = 0 }) => pauseSeconds)
  const pause = Math.max(...pauses, kind === 'rest' ? afterSeconds : 0)
  return began + clock + shifts + Math.ceil(pause / 86_400) + 1
}

/** How many days after a workweek belong to a shift that counts as a whole. */
function daysAfter({ rules }: Policy): number {
  return rules.some(({ overSeconds }) => overSeconds !== undefined) ? 2 : 0
}
