import { addDays, instantOf, localDate, offsetSeconds, weekOf } from '../src/rules/time/calendar.ts'
import { locale, t } from './language.ts'

// Times as people read them. Durations are seconds, dates YYYY-MM-DD, API times ISO 8601 with an offset.

/** `7:05`: a duration to the nearest minute, as the API stores a manual 7:20 as 7:19:48. */
export function hours(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return `${seconds < 0 ? '−' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** `1,402:10`: a sum of hours with separated thousands. */
export function grouped(text: string): string {
  return text.replace(/\d{4,}/, (digits) => Number(digits).toLocaleString(locale()))
}

/** `7:05:09`, for a running clock. */
export function ticking(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${hours(whole - (whole % 60))}:${String(whole % 60).padStart(2, '0')}`
}

/** `7 hours 5 minutes`, for screen readers. */
export function spoken(seconds: number): string {
  const minutes = Math.round(Math.max(0, seconds) / 60)
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return [
    h > 0 && t('{h, plural, one {# hour} other {# hours}}', { h }),
    (m > 0 || h === 0) && t('{m, plural, one {# minute} other {# minutes}}', { m }),
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Parses a typed duration such as `7:30`, `7.5`, `7,5`, `7h 30m` or `45m` into seconds. Undefined if it is not a
 * duration.
 */
export function readHours(text: string): number | undefined {
  const given = text.trim().toLowerCase()
  const clock = /^(\d{1,3}):([0-5]?\d)$/.exec(given)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60
  const words = /^(?:(\d{1,3})\s*h(?:ours?|rs?)?)?\s*(?:(\d{1,4})\s*m(?:in(?:utes?)?)?)?$/.exec(given)
  if (given !== '' && words && (words[1] || words[2])) return Number(words[1] ?? 0) * 3600 + Number(words[2] ?? 0) * 60
  const decimal = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(given)
  return decimal ? Math.round(Number(`${decimal[1]}.${decimal[2] ?? 0}`) * 3600) : undefined
}

/** Microseconds since the epoch of an API time. */
export function instant(iso: string): number {
  return Date.parse(iso) * 1000
}

/** The local time of day in the zone: `7:05 AM` or `07:05`. */
export function clockTime(iso: string, zone: string, twelve = true): string {
  // Uses the server's offsets, which may be newer than the browser's.
  const at = instant(iso)
  return timeFormat('UTC', twelve).format(new Date(at / 1000 + offsetSeconds(at, zone) * 1000))
}

/** The time of day written in an API time: what the clock showed when it was recorded, whatever its zone does now. */
export function writtenTime(iso: string, twelve = true): string {
  return timeFormat('UTC', twelve).format(new Date(`${iso.slice(0, 19)}Z`))
}

/** The offset of an API time, in seconds. */
export function writtenOffset(iso: string): number {
  return Math.round((Date.parse(`${iso.slice(0, 19)}Z`) - Date.parse(iso)) / 1000)
}

/** `07:05` for an input of type time. */
export function inputTime(iso: string, zone: string): string {
  const at = instant(iso)
  const seconds = Math.floor(at / 1e6) + offsetSeconds(at, zone)
  const minute = Math.floor((((seconds % 86400) + 86400) % 86400) / 60)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The ISO time of this local date and time (HH:MM) in the zone. */
export function isoOf(date: string, time: string, zone: string): string {
  const [h = 0, m = 0] = time.split(':').map(Number)
  return isoAt(instantOf(date, h * 3600 + m * 60, zone), zone)
}

/** An instant in the API's format, with the zone's offset. */
export function isoAt(at: number, zone: string): string {
  const offset = Math.round(offsetSeconds(at, zone) / 60)
  const local = new Date(at / 1000 + offset * 60_000).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
}

/** Today's date in the zone. `now` is in microseconds since the epoch. */
export function today(zone: string, now = serverNow()): string {
  return localDate(now, zone)
}

/** The seven dates of the week that contains a date; `weekStart` 0 = Sunday. */
export function weekDates(date: string, weekStart: number): string[] {
  return datesFrom(weekOf(date, weekStart))
}

/** Seven dates, starting with the first. */
export function datesFrom(first: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(first, index))
}

/** A formatted date; `options` choose its parts. */
export function dateText(
  date: string,
  options: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' },
): string {
  return formatOf({ ...options, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
}

/** A moment in the viewer's own time zone: `Nov 16, 2026, 7:05 AM`. For events that do not belong to a workday. */
export function momentText(iso: string): string {
  const clock = twelveHours ? ({ hour12: true } as const) : ({ hourCycle: 'h23' } as const)
  return formatOf({ dateStyle: 'medium', timeStyle: 'short', ...clock }).format(new Date(iso))
}

let twelveHours = true

/** Sets whether moments are shown with AM and PM, as the person or the company has chosen. */
export function setTwelveHours(are: boolean): void {
  twelveHours = are
}

/** `Nov 16 – 22, 2026`. */
export function rangeText(first: string, last: string): string {
  const format = formatOf({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(`${first}T12:00:00Z`), new Date(`${last}T12:00:00Z`))
}

/** `Nov 16 – 22`, with the year if it is not this year. */
export function daysText(first: string, last: string, zone: string): string {
  const now = today(zone).slice(0, 4)
  if (first.slice(0, 4) !== now || last.slice(0, 4) !== now) return rangeText(first, last)
  const format = formatOf({ month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(`${first}T12:00:00Z`), new Date(`${last}T12:00:00Z`))
}

/** `Today, 7:05 AM`, `Nov 16, 7:05 AM`, with the year if it is not this year. */
export function whenText(iso: string, zone: string, twelve = true): string {
  const [date, now] = [localDate(instant(iso), zone), today(zone)]
  const year = date.slice(0, 4) === now.slice(0, 4) ? {} : { year: 'numeric' as const }
  const day = date === now ? t('Today') : dateText(date, { month: 'short', day: 'numeric', ...year })
  return `${day}, ${clockTime(iso, zone, twelve)}`
}

/** The short name of a zone, shown next to a time: `MST`, `GMT+1`. */
export function zoneName(zone: string, at = serverNow()): string {
  const parts = formatOf({ timeZone: zone, timeZoneName: 'short' }).formatToParts(at / 1000)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** The device's time zone. */
export function deviceZone(): string {
  return Temporal.Now.timeZoneId()
}

/** Whether two zones have the same local time at an instant. */
export function sameClock(one: string, other: string, at = serverNow()): boolean {
  return one === other || offsetSeconds(at, one) === offsetSeconds(at, other)
}

let skew = 0

/** Sets the clock from the server's, as a phone's may be minutes off. */
export function setClock(serverTime: string): void {
  skew = Date.parse(serverTime) - Date.now()
}

/** The current time by the server's clock, in microseconds since the epoch. */
export function serverNow(): number {
  return (Date.now() + skew) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format, created only once, because creating one takes longer than formatting a page of dates. */
function formatOf(options: Intl.DateTimeFormatOptions, language = locale()): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, made)
  return made
}

/** All English locales write `7:05 AM` here; other languages use their own format. */
function timeLocale(): string {
  const here = locale() ?? 'en'
  return here.startsWith('en') ? 'en' : here
}

function timeFormat(timeZone: string, twelve: boolean): Intl.DateTimeFormat {
  return twelve
    ? formatOf({ hour: 'numeric', minute: '2-digit', hour12: true, timeZone }, timeLocale())
    : formatOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }, timeLocale())
}
