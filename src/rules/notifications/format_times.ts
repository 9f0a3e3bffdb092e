import type { Translate } from '../language/messages.ts'
import { minutesText } from '../payroll_files/rounding.ts'
import { localDate, offsetSeconds } from '../time/calendar.ts'

// Times the way people read them in messages. Instants are microseconds, dates YYYY-MM-DD.

/** Hours and whole minutes, such as `39:10`. */
export function hoursText(seconds: number): string {
  return minutesText(Math.floor(seconds / 60))
}

/** `7:05 AM`, or `07:05` on a 24-hour clock. */
export function timeText(instant: number, zone: string, timeFormat: unknown, t: Translate): string {
  const seconds = Math.floor(instant / 1e6) + offsetSeconds(instant, zone)
  const minutes = Math.floor((((seconds % 86400) + 86400) % 86400) / 60)
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  if (Number(timeFormat) === 24) return `${String(hour).padStart(2, '0')}:${minute}`
  const time = `${hour % 12 || 12}:${minute}`
  return hour < 12 ? t('{time} AM', { time }) : t('{time} PM', { time })
}

/** `Mon, Mar 9`. */
export function dayText(date: string, t: Translate): string {
  return formatIn(t, 'day').format(new Date(`${date}T00:00:00Z`))
}

/** `Mon, Mar 9, 7:05 AM`. */
export function momentText(instant: number, zone: string, timeFormat: unknown, t: Translate): string {
  const day = dayText(localDate(instant, zone), t)
  return t('{day}, {time}', { day, time: timeText(instant, zone, timeFormat, t) })
}

/** `Nov 8 – 21, 2026`. */
export function datesText(first: string, last: string, t: Translate): string {
  return formatIn(t, 'dates').formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))
}

/** `Mon`. */
export function weekdayText(date: string, t: Translate): string {
  return formatIn(t, 'weekday').format(new Date(`${date}T00:00:00Z`))
}

const looks = {
  day: { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
  weekday: { weekday: 'short', timeZone: 'UTC' },
  dates: { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
} as const

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn({ locale = 'en-US' }: Translate, look: keyof typeof looks): Intl.DateTimeFormat {
  const key = `${look} ${locale}`
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, looks[look])
  formats.set(key, made)
  return made
}
