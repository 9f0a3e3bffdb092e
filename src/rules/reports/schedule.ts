import { addDays, instantOf, localDate, weekday } from '../time/calendar.ts'
import { payPeriodOf } from '../time/pay_periods.ts'

/** How often a saved report is sent. */
export const frequencies = ['daily', 'weekly', 'monthly', 'pay_period'] as const

/**
 * When a report is sent: every day, on a weekday (0 = Sunday), on the first of the month, or on the day after a pay
 * period; at an hour of the company’s zone.
 */
export type ReportSchedule = { every: (typeof frequencies)[number]; weekday: number; hour: number }

/** Months and pay periods are shorter than this. */
const daysAhead = 70

/** The next time after `now` at which a report is sent, in microseconds. */
export function nextSending(
  { every, weekday: wanted, hour }: ReportSchedule,
  now: number,
  zone: string,
  general: Parameters<typeof payPeriodOf>[1],
): number {
  const isDay = (date: string): boolean => {
    if (every === 'weekly') return weekday(date) === wanted
    if (every === 'monthly') return date.endsWith('-01')
    return every === 'daily' || payPeriodOf(date, general).start === date
  }
  const today = localDate(now, zone)
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = addDays(today, ahead)
    const at = instantOf(date, hour * 3600, zone)
    if (at > now && isDay(date)) return at
  }
  throw new RangeError('no day to send a report on')
}
