import { localDate, offsetSeconds, weekday } from './calendar.ts'

// Times as people read them in messages. Instants are microseconds, dates YYYY-MM-DD.

/** `39:10`, hours and minutes, whole ones. */
export function hoursText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** `7:05 AM`, or `07:05` on a clock of 24 hours. */
export function timeText(instant: number, zone: string, timeFormat: unknown): string {
  const seconds = Math.floor(instant / 1e6) + offsetSeconds(instant, zone)
  const minutes = Math.floor((((seconds % 86400) + 86400) % 86400) / 60)
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  if (Number(timeFormat) === 24) return `${String(hour).padStart(2, '0')}:${minute}`
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `Mon, Mar 9`. */
export function dayText(date: string): string {
  return `${weekdays[weekday(date)]}, ${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`
}

/** `Mon, Mar 9, 7:05 AM`. */
export function momentText(instant: number, zone: string, timeFormat: unknown): string {
  return `${dayText(localDate(instant, zone))}, ${timeText(instant, zone, timeFormat)}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
