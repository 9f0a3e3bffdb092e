import { paidBelow } from '../../../../src/rules/overtime/job_pay.ts'
import { datesNeeded } from '../../../../src/rules/overtime/needed.ts'
import type { Calendar, Policy, Rule } from '../../../../src/rules/overtime/overtime.ts'
import { weekOfDay } from '../../../../src/rules/overtime/workdays.ts'
import { readAll } from '../../../../src/rules/overtime/written.ts'
import { addDays, type Range } from '../../../../src/rules/time/calendar.ts'
import { weeklyRule } from '../../../../src/rules/time/worked.ts'
import type { Owner } from './owner.ts'

/** The overtime policy of a person, as the server describes it. */
export function policyOf({ overtime, workdays, earlier, job_pay, ...current }: Owner['rules']): Policy {
  const isPaidBelow = paidBelow(job_pay.map(({ from, ...pay }) => ({ from: from ?? '', ...pay })))
  return {
    ...calendarFrom({ ...workdays, ...current, zone: workdays.zone }),
    rules: readAll(overtime),
    ...(earlier.length > 0 && { earlier: earlier.map(calendarFrom) }),
    holidays: new Set(workdays.holidays),
    ...(isPaidBelow && { isPaidBelow }),
  }
}

/** The first day of the workweek that contains a date, even where the start of the workweek changes. */
export function weekFirst(date: string, rules: Owner['rules']): string {
  return weekOfDay(date, policyOf(rules))
}

/** The dates of all entries on which the pay of a range depends. */
export function datesForPay({ start_date, end_date }: Range, rules: Owner['rules']): Range {
  const { since, last } = datesNeeded({ first: start_date, last: end_date }, [policyOf(rules)])
  return { start_date: since, end_date: last }
}

function calendarFrom(described: Owner['rules']['earlier'][number]): Calendar {
  const { from, week_start, time_off_counts, zone, dates_differ, starts, split, pause_hours, fortnight_starts } =
    described
  const { time_off_jobcodes, stacking } = described
  return {
    ...(from !== null && { from }),
    weekStart: week_start,
    ptoCounts: time_off_counts,
    zone,
    ...(dates_differ && { datesDiffer: true }),
    dayStart: starts,
    split,
    pauseSeconds: pause_hours * 3600,
    ...(fortnight_starts && { anchor: fortnight_starts }),
    ...(time_off_jobcodes && { ptoJobcodes: new Set(time_off_jobcodes) }),
    ...(stacking === 'highest' && { stacking }),
  }
}

/** The person's overtime rules that apply on a day of the week that begins on this date. */
export function rulesIn({ overtime }: Owner['rules'], first: string): readonly Rule[] {
  const last = addDays(first, 6)
  return readAll(overtime).filter(({ from, until }) => (from ?? '') <= last && (until === undefined || until > first))
}

/** After how many seconds of a workweek overtime begins, by the rules of a day; undefined without a weekly rule. */
export function weekLimit({ overtime }: Pick<Owner['rules'], 'overtime'>, day: string): number | undefined {
  return weeklyRule(readAll(overtime), day)?.afterSeconds
}
