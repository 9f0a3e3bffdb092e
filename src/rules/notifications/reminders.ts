import { elementAt } from '../elements.ts'
import { addDays, firstInstantOf, localDate, weekday, weekdayNames } from '../time/calendar.ts'

/** A person's, group's or company's reminder, as the API stores it. */
export type Reminder = {
  readonly reminder_type: string
  /** hh:mm:ss in the recipient's zone. */
  readonly due_time: string
  /** Days from Sun to Sat, comma-separated. */
  readonly due_days_of_week: string
  /** Any of Push, SMS and Email, comma-separated. */
  readonly distribution_methods: string
  readonly active: boolean
  readonly enabled: boolean
}

/** The types that are sent. For the others, about shifts, the vendor does not document what the due time means. */
export const sentTypes = ['clock-in', 'clock-out'] as const

/** A reminder missed by more than this, in microseconds, is not sent anymore. */
const lateMax = 15 * 60 * 1e6

/**
 * The reminder of one type that applies to a person, from their own, their group's and the company's: the first active
 * one; undefined if that one is not enabled.
 */
export function reminderFor(...nearestFirst: readonly (Reminder | undefined)[]): Reminder | undefined {
  const holds = nearestFirst.find((reminder) => reminder?.active)
  return holds?.enabled ? holds : undefined
}

/**
 * When a reminder was due in a zone, as local date and instant, if that is now or was recently. A time that clocks skip
 * is due when they jump over it; a time that occurs twice is due the first time.
 */
export function dueAt(
  { due_time, due_days_of_week }: Pick<Reminder, 'due_time' | 'due_days_of_week'>,
  zone: string,
  now: number,
): { date: string; at: number } | undefined {
  const [hours = 0, minutes = 0] = due_time.split(':').map(Number)
  const days = due_days_of_week.split(',')
  const today = localDate(now, zone)
  for (const date of [today, addDays(today, -1)]) {
    if (!days.includes(elementAt(weekdayNames, weekday(date)))) continue
    const at = firstInstantOf(date, hours * 3600 + minutes * 60, zone)
    if (at <= now && now - at <= lateMax) return { date, at }
  }
  return undefined
}
