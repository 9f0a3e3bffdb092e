import { type Policy, readRules } from '../../../src/rules/overtime.ts'
import type { Owner } from './owner.ts'

/** The overtime policy of a person, as the server describes it. */
export function policyOf({ overtime, workdays, week_start, time_off_counts }: Owner['rules']): Policy {
  return {
    rules: readRules(overtime),
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
