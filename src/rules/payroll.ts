import type { Entry, Rule, Stretch } from './overtime.ts'

/** Totals of one row of a payroll report, in seconds; ot is paid 1.5 times, dt twice, the rest only in overtime_seconds
 *  (by multiplier as text); pto_seconds is by jobcode id. total_work_seconds is everything, paid time off included. */
export type PayrollTotals = {
  total_re_seconds: number
  total_ot_seconds: number
  total_dt_seconds: number
  total_pto_seconds: number
  total_work_seconds: number
  pto_seconds: Record<string, number>
  overtime_seconds: Record<string, number>
  fixed_rate_seconds: Record<string, number>
}

/** Sums what lies within the range of dates (both inclusive): stretches as `overtime` made them, and of the entries
 *  the paid time off. overtime_seconds has every multiplier of the rules, 0 included. */
export function payrollTotals(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  rules: readonly Rule[],
  range: { start_date: string; end_date: string },
): PayrollTotals {
  const within = ({ date }: { date: string }) => date >= range.start_date && date <= range.end_date
  const overtime: Record<string, number> = {}
  for (const multiplier of multipliers(rules)) overtime[multiplier] = 0
  const pto: Record<string, number> = {}
  let regular = 0
  let premium = 0
  let off = 0
  for (const { seconds, multiplier } of stretches.filter(within)) {
    if (multiplier === 1) regular += seconds
    else {
      premium += seconds
      overtime[multiplier] = (overtime[multiplier] ?? 0) + seconds
    }
  }
  for (const { kind, jobcode_id, seconds } of entries.filter(within)) {
    if (kind !== 'pto' || seconds <= 0) continue
    off += seconds
    pto[jobcode_id] = (pto[jobcode_id] ?? 0) + seconds
  }
  return {
    total_re_seconds: regular,
    total_ot_seconds: overtime['1.5'] ?? 0,
    total_dt_seconds: overtime['2'] ?? 0,
    total_pto_seconds: off,
    total_work_seconds: regular + premium + off,
    pto_seconds: pto,
    overtime_seconds: overtime,
    fixed_rate_seconds: {},
  }
}

/** The multipliers that a report shows for a person with these rules, ascending: 1.5 and 2 always, others as ruled. */
export function multipliers(rules: readonly Rule[]): number[] {
  const ruled = rules.map((rule) => rule.multiplier).filter((multiplier) => multiplier > 1)
  return [...new Set([1.5, 2, ...ruled])].sort((a, b) => a - b)
}
