import { type BreakFinding, type BreakVersion, breakFindings, type EntryWithBreaks } from '../breaks.ts'
import { minute } from '../calendar.ts'

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
    ({ outcome, timesheet_ids }) => outcome === 'missed' && timesheet_ids.includes(running.id),
  )
}

/** `Time for your meal break of 30 minutes: it begins within 5 hours of work.` */
export function breakDueWords({ rule: { kind, minutes, by_hours = 0 } }: BreakFinding): string {
  const hours = `${by_hours} ${by_hours === 1 ? 'hour' : 'hours'}`
  const name = kind === 'meal' ? 'meal break' : 'rest break'
  return `Time for your ${name} of ${minutes} minutes: it begins within ${hours} of work.`
}
