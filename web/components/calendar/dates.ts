import { addDays, daysBetween, weekOf } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'

/** The first day of the company's week, 0 = Sunday. */
export function useWeekStart(): number {
  return Number(useMe().settings.general?.week_start ?? 0)
}

/** All dates from one to another, inclusive. */
export function datesFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index))
}

/** The weeks of a month's calendar, from the one with its first day to the one with its last. */
export function monthWeeks(date: string, weekStart: number): string[][] {
  const first = weekOf(firstOfMonth(date), weekStart)
  const count = Math.ceil((daysBetween(first, lastOfMonth(date)) + 1) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(first, 7 * week + index)),
  )
}

/** The first day of a date's month. */
export function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`
}

/** The last day of a date's month. */
export function lastOfMonth(date: string): string {
  return addDays(addMonths(firstOfMonth(date), 1), -1)
}

/** The same day `months` later, or the last day of that month if it is shorter. */
export function addMonths(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const first = `${Math.floor(count / 12)}-${String((((count % 12) + 12) % 12) + 1).padStart(2, '0')}-01`
  const day = Math.min(Number(date.slice(8)), Number(addDays(nextFirst(first), -1).slice(8)))
  return addDays(first, day - 1)
}

function nextFirst(first: string): string {
  return firstOfMonth(addDays(first, 31))
}
