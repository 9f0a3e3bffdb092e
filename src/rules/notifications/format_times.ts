import { localDate, offsetSeconds, weekday, weekdayNames } from '../calendar.ts'
import { minutesText } from '../payroll_files/rounding.ts'

// Times the way people read them in messages. Instants are microseconds, dates YYYY-MM-DD.

/** Hours and whole minutes, such as `39:10`. */
export function hoursText(seconds: number): string {
  return minutesText(Math.floor(seconds / 60))
}

/** `7:05 AM`, or `07:05` on a 24-hour clock. */
export function timeText(instant: number, zone: string, timeFormat: unknown): string {
  const seconds = Math.floor(instant / 1e6) + offsetSeconds(instant, zone)
  const minutes = Math.floor((((seconds % 86400) + 86400) % 86400) / 60)
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  if (Number(timeFormat) === 24) return `${String(hour).padStart(2, '0')}:${minute}`
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `Mon, Mar 9`. */
export function dayText(date: string): string {
  return `${weekdayNames[weekday(date)]}, ${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`
}

/** `Mon, Mar 9, 7:05 AM`. */
export function momentText(instant: number, zone: string, timeFormat: unknown): string {
  return `${dayText(localDate(instant, zone))}, ${timeText(instant, zone, timeFormat)}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
