import { addDays, firstInstantOf, localDate, weekday, weekdayNames } from '../calendar.ts'

/** A reminder of a person, a group or the company, as the API keeps it. */
export type Reminder = {
  readonly reminder_type: string
  /** hh:mm:ss where whoever is reminded is. */
  readonly due_time: string
  /** Of Sun to Sat, with commas between them. */
  readonly due_days_of_week: string
  /** Of Push, SMS and Email, with commas between them. */
  readonly distribution_methods: string
  readonly active: boolean
  readonly enabled: boolean
}

/** The types that are sent. What the due time of the others, about shifts, means is written nowhere. */
export const sentTypes = ['clock-in', 'clock-out'] as const

/** A reminder that was missed by more than this, in microseconds, is not sent any more. */
const lateMax = 15 * 60 * 1e6

/**
 * The reminder of one type that holds for somebody, of their own, their group's and the company's: the first active one,
 * and none when that is not enabled.
 */
export function reminderFor(...nearestFirst: readonly (Reminder | undefined)[]): Reminder | undefined {
  const holds = nearestFirst.find((reminder) => reminder?.active)
  return holds?.enabled ? holds : undefined
}

/**
 * When a reminder was due in a zone, if that is now or not long ago: the local date and the instant. A time that clocks
 * skip is due when they jump over it, one that they show twice the first time.
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
    if (!days.includes(weekdayNames[weekday(date)]!)) continue
    const at = firstInstantOf(date, hours * 3600 + minutes * 60, zone)
    if (at <= now && now - at <= lateMax) return { date, at }
  }
  return undefined
}
