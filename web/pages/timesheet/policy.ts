import { addDays } from '../../../src/rules/calendar.ts'
import { readAll } from '../../../src/rules/overtime/written.ts'
import type { Policy, Rule } from '../../../src/rules/overtime.ts'
import type { Owner } from './owner.ts'

/** The overtime policy of a person, as the server describes it. */
export function policyOf({ overtime, workdays, week_start, time_off_counts }: Owner['rules']): Policy {
  return {
    rules: readAll(overtime),
    weekStart: week_start,
    ptoCounts: time_off_counts,
    zone: workdays.zone,
    dayStart: workdays.starts,
    split: workdays.split,
    ...(workdays.split_from && { splitFrom: workdays.split_from }),
    pauseSeconds: workdays.pause_hours * 3600,
    ...(workdays.fortnight_starts && { anchor: workdays.fortnight_starts }),
    holidays: new Set(workdays.holidays),
  }
}

/** The person's overtime rules that hold on a day of the week that begins on this date. */
export function rulesIn({ overtime }: Owner['rules'], first: string): readonly Rule[] {
  const last = addDays(first, 6)
  return readAll(overtime).filter(({ from, until }) => (from ?? '') <= last && (until === undefined || until > first))
}
