import { firstOf, lastOf } from '../elements.ts'
import { addDays, dateOf, dayInMonth, dayOf, daysBetween, isDate, modulo } from './calendar.ts'

/**
 * First and last date of the pay period that contains the date, according to the payroll_… settings of the section
 * general. An end day past the end of a month means its last day, so 31 is always the end of the month.
 */
export function payPeriodOf(date: string, settings: Readonly<Record<string, unknown>>): { start: string; end: string } {
  const endDay = (key: string) => Math.min(Math.max(Math.trunc(Number(settings[key] ?? 31)) || 31, 1), 31)
  const type = settings.payroll_type
  if (type === 'monthly') return periodByEndDays(date, [endDay('payroll_month_end_day')])
  if (type === 'semimonthly') {
    return periodByEndDays(date, [endDay('payroll_first_end_day'), endDay('payroll_last_end_day')])
  }
  const known = String(settings.payroll_end_date ?? '')
  const length = type === 'weekly' ? 7 : type === 'fourweekly' ? 28 : 14
  const end = addDays(date, modulo(daysBetween(date, isDate(known) ? known : '2026-01-03'), length))
  return { start: addDays(end, 1 - length), end }
}

function periodByEndDays(date: string, endDays: number[]): { start: string; end: string } {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  const ends = [month - 1, month, month + 1]
    .flatMap((each) => endDays.map((day) => dayInMonth(Math.floor(each / 12), modulo(each, 12) + 1, day)))
    .sort((a, b) => a - b)
  const day = dayOf(date)
  const end = firstOf(ends.filter((each) => each >= day))
  const previous = lastOf(ends.filter((each) => each < day))
  return { start: dateOf(previous + 1), end: dateOf(end) }
}
