import { shares } from '../../../src/rules/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'

type Days = AnswerOf<'GET /api/console/approvals/days'>['days']

/** The hours of a day as they are shown. Overtime is part of the total. */
export type DayHours = { total: number; overtime: number }

/** The hours of each day, rounded so that they add up to the person's totals of the period. */
export function hoursByDay(days: Days, unit: number): Map<string, DayHours> {
  const found = new Map<string, DayHours>(days.map(({ date }) => [date, { total: 0, overtime: 0 }]))
  const add = (seconds: readonly number[], isOvertime: boolean) => {
    for (const [index, shown] of shares(seconds, unit).entries()) {
      const day = found.get(days[index]!.date)!
      day.total += shown
      if (isOvertime) day.overtime += shown
    }
  }
  const keysOf = (of: 'overtime_seconds' | 'pto_seconds') => new Set(days.flatMap(({ pay }) => Object.keys(pay[of])))
  add(
    days.map(({ pay }) => pay.total_re_seconds),
    false,
  )
  for (const kind of ['overtime_seconds', 'pto_seconds'] as const)
    for (const key of keysOf(kind))
      add(
        days.map(({ pay }) => pay[kind][key] ?? 0),
        kind === 'overtime_seconds',
      )
  return found
}
