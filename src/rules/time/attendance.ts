import type { BreakRule } from './break_rules.ts'
import { second } from './calendar.ts'
import type { PublishedShift } from './expected_work.ts'

// Who is not where the schedule says, and whose break or day goes on too long. Plain values of one person at a time;
// instants are microseconds, durations seconds.

/** A person is late this many seconds after a shift has begun, and a break is too long this many after its length. */
const graceSeconds = 5 * 60

/** So long after the start of a shift, a person who is still not there is absent. */
const absentSeconds = 2 * 3600

/** A person who has worked this long on a day has a long one. */
export const longDaySeconds = 10 * 3600

/** What is recorded of a person: an entry without an end is running, and of a manual one only the date is real. */
type Recorded = { date: string; start: number; end: number | null; manual: boolean; isLeave: boolean }

/** A shift that has begun without the person. */
type Missed = { kind: 'late' | 'absent'; shift: PublishedShift }

/**
 * The latest shift that goes on, or began today, and for which a person has recorded nothing. `off` are the dates on which
 * they have approved time off.
 */
export function missedShift(
  shifts: readonly PublishedShift[],
  recorded: readonly Recorded[],
  off: ReadonlySet<string>,
  { now, today }: { now: number; today: string },
): Missed | undefined {
  const missed = shifts.filter(
    (shift) =>
      shift.start + graceSeconds * second <= now &&
      (shift.end > now || shift.date === today) &&
      !off.has(shift.date) &&
      !recorded.some((entry) => isFor(shift, entry)),
  )
  const shift = missed.toSorted((a, b) => a.start - b.start).at(-1)
  if (!shift) return undefined
  const isAbsent = shift.end <= now || shift.start + absentSeconds * second <= now
  return { kind: isAbsent ? 'absent' : 'late', shift }
}

/** The instants at which a shift that has not begun makes a person late and absent. */
export function turnsOfShift({ start }: PublishedShift): number[] {
  return [start + graceSeconds * second, start + absentSeconds * second]
}

function isFor(shift: PublishedShift, { date, start, end, manual, isLeave }: Recorded): boolean {
  if (manual || isLeave) return date === shift.date
  return start < shift.end && (end ?? Number.POSITIVE_INFINITY) > shift.start
}

// 29 CFR 785.18: paid rests last up to about 20 minutes. For meals, 785.19 names only the least.
const usualMinutes = { paid_break: 20, unpaid_break: 60 }

/** After how many seconds a break is too long: those of the longest break that a rule asks for, otherwise the usual ones. */
export function breakLimit(kind: 'paid_break' | 'unpaid_break', rules: readonly BreakRule[]): number {
  const pay = kind === 'paid_break' ? 'paid' : 'unpaid'
  const minutes = rules.filter((rule) => rule.pay === 'any' || rule.pay === pay).map((rule) => rule.minutes)
  const longest = minutes.length > 0 ? Math.max(...minutes) : usualMinutes[kind]
  return longest * 60 + graceSeconds
}
