import type { Row } from '../engine/sql.ts'
import { addDays, instantOf, localDate, weekday } from '../rules/time/calendar.ts'
import type { Story } from './options.ts'

/** Federal holidays: a date, or the nth weekday of a month (-1: the last). `closed`: the sample company does not work. */
const federal: readonly { name: string; month: number; day?: number; nth?: number; of?: number; closed?: true }[] = [
  { name: 'New Year’s Day', month: 1, day: 1, closed: true },
  { name: 'Martin Luther King Jr. Day', month: 1, nth: 3, of: 1 },
  { name: 'Presidents’ Day', month: 2, nth: 3, of: 1 },
  { name: 'Memorial Day', month: 5, nth: -1, of: 1, closed: true },
  { name: 'Juneteenth', month: 6, day: 19 },
  { name: 'Independence Day', month: 7, day: 4, closed: true },
  { name: 'Labor Day', month: 9, nth: 1, of: 1, closed: true },
  { name: 'Columbus Day', month: 10, nth: 2, of: 1 },
  { name: 'Veterans Day', month: 11, day: 11 },
  { name: 'Thanksgiving Day', month: 11, nth: 4, of: 4, closed: true },
  { name: 'Christmas Day', month: 12, day: 25, closed: true },
]

/** Whether the sample company is closed on a date. */
export function isClosed(date: string): boolean {
  return holidaysOf(Number(date.slice(0, 4))).some((holiday) => holiday.closed && holiday.date === date)
}

/**
 * The rows of the calendar of public holidays, from the last year to the next, plus a company holiday in months without
 * one, so that the last month always has a holiday.
 */
export function makeHolidays({ now, nextId, zone, months = 3 }: Story): [table: string, rows: Row[]][] {
  const today = localDate(now, zone)
  const id = nextId()
  const year = Number(today.slice(0, 4))
  const dates = [year - 1, year, year + 1].flatMap(holidaysOf)
  const isRecent = ({ date }: { date: string }) => date <= today && date > addDays(today, -28)
  // The Friday two weeks ago.
  const own = { date: addDays(today, -14 - ((weekday(today) + 2) % 7)), name: 'Company picnic' }
  const all = dates.some(isRecent) ? dates : [...dates, own]
  const row = { id, name: 'United States', is_default: 1, jobcode_id: 0, seconds: 0, weekends: 0 }
  const created = instantOf(addDays(today, -Math.round(months * 30.5)), 9 * 3600, zone)
  return [
    ['holiday_calendars', [{ ...row, paid_to: today, created }]],
    ['holidays', all.map(({ date, name }) => ({ calendar_id: id, date, name }))],
  ]
}

function holidaysOf(year: number): { date: string; name: string; closed?: true }[] {
  return federal.map(({ name, month, day, nth = 1, of = 0, closed }) => ({
    name,
    date: day === undefined ? nthWeekday(year, month, nth, of) : dateOf(year, month, day),
    ...(closed && { closed }),
  }))
}

function nthWeekday(year: number, month: number, nth: number, of: number): string {
  const first = dateOf(year, month, 1)
  const one = addDays(first, (7 + of - weekday(first)) % 7)
  if (nth > 0) return addDays(one, 7 * (nth - 1))
  const fifth = addDays(one, 28)
  return fifth.slice(5, 7) === one.slice(5, 7) ? fifth : addDays(one, 21)
}

function dateOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
