import type { Translate } from '../language/messages.ts'
import { type BreakFinding, type BreakVersion, breakFindings, type EntryWithBreaks } from '../time/breaks.ts'
import { minute } from '../time/calendar.ts'

// A break is announced this long before it is overdue.
const leadMinutes = 15

/** The breaks that a person on the clock misses if they work on for another quarter of an hour. */
export function breaksSoonDue(
  entries: readonly EntryWithBreaks[],
  rules: readonly BreakVersion[],
  now: number,
): BreakFinding[] {
  const running = entries.find(({ end }) => end === null)
  if (!running) return []
  return breakFindings(entries, rules, now + leadMinutes * minute + 1_000_000).filter(
    ({ outcome, goesOn, timesheet_ids }) => (outcome === 'missed' || goesOn) && timesheet_ids.includes(running.id),
  )
}

/** `Time for your meal break of 30 minutes: it begins within 5 hours of work.` */
export function breakDueWords({ rule }: BreakFinding, t: Translate): string {
  const { kind, minutes, by_hours, stretch_hours = 0 } = rule
  const hours = by_hours ?? stretch_hours
  return kind === 'meal'
    ? t(
        'Time for your meal break of {minutes} minutes: it begins within {hours, plural, one {# hour} other {# hours}} of work.',
        { minutes, hours },
      )
    : t(
        'Time for your rest break of {minutes} minutes: it begins within {hours, plural, one {# hour} other {# hours}} of work.',
        { minutes, hours },
      )
}
