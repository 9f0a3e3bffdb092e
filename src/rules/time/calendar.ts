import { elementAt, firstOf, lastOf } from '../elements.ts'
// Days, weeks and time zones. Instants are microseconds since the epoch, dates 'YYYY-MM-DD', zones IANA names. Local
// times come from a cached table of each zone's transitions: some twenty times faster than asking Temporal.

// Units of instants, in microseconds.
/** A second. */
export const second = 1_000_000
/** A minute. */
export const minute = 60 * second
/** An hour. */
export const hour = 60 * minute
/** A day of 24 hours. */
export const day = 24 * hour

/**
 * Seconds that local time in the zone is ahead of UTC at this instant (a whole number). RangeError for an unknown zone.
 */
export function offsetSeconds(instant: number, zone: string): number {
  const table = tableOf(zone)
  if (instant < tableStart || instant >= tableEnd) return offsetFromTemporal(instant, zone)
  return periodAt(table, instant).offset
}

/** The calendar date in the zone at this instant. */
export function localDate(instant: number, zone: string): string {
  return dateOf(Math.floor((Math.floor(instant / 1e6) + offsetSeconds(instant, zone)) / 86400))
}

/**
 * The instant as 'YYYY-MM-DDThh:mm:ss±hh:mm' in the zone, floored to the second. Exact to the second even with
 * historical offsets that have odd seconds: such an offset is rounded to the minute and the time shifts with it. A
 * recorded offset, in seconds, is used instead of the zone's current rules.
 */
export function printLocal(instant: number, zone: string, recorded?: number | null): string {
  const minutes = wholeMinutes(recorded ?? offsetSeconds(instant, zone))
  return printAt(Math.floor(instant / 1e6) + minutes * 60, offsetText(minutes))
}

/** The instant as 'YYYY-MM-DDThh:mm:ss+00:00', floored to the second. */
export function printUtc(instant: number): string {
  return printAt(Math.floor(instant / 1e6), '+00:00')
}

/**
 * The instant at which clocks in the zone show this date and time. Like Temporal's 'compatible': of a time that occurs
 * twice, the earlier one; a skipped time moves forward by the gap. Seconds beyond the day count on from its midnight.
 */
export function instantOf(date: string, secondsOfDay: number, zone: string): number {
  const wall = (dayOf(date) * 86400 + secondsOfDay) * 1e6
  const table = tableOf(zone)
  if (wall - dayMicros < tableStart || wall + dayMicros >= tableEnd) return instantFromTemporal(wall, zone)
  // No offset is as large as a day, so only periods within a day of the wall time can contain it.
  const first = periodAt(table, wall - dayMicros)
  for (let period: Period | undefined = first; period && period.start <= wall + dayMicros; period = period.next) {
    const instant = wall - period.offset * 1e6
    if (instant >= period.start && instant < period.end) return instant
  }
  return wall - first.offset * 1e6
}

/**
 * The first instant at which clocks in the zone show this date and time or later. Unlike `instantOf`, a skipped time is
 * the moment the clocks jump over it.
 */
export function firstInstantOf(date: string, secondsOfDay: number, zone: string): number {
  const instant = instantOf(date, secondsOfDay, zone)
  const wall = (dayOf(date) * 86400 + secondsOfDay) * 1e6
  if (instant + offsetSeconds(instant, zone) * 1e6 === wall) return instant
  const table = tableOf(zone)
  return periodAt(table, instant).start
}

/** Reads an ISO 8601 date-time as its instant and the offset it was sent with; undefined if it is not one. Without an
 *  offset it is read in `zone`, if given. Accepts a plus sign that a client sent as a blank or as '%2B'. */
export function parseInstant(
  text: string,
  options?: { zone: string },
): { instant: number; offsetSeconds: number } | undefined {
  return options ? readInstant(text, options) : latestInstants.of(text)
}

function readInstant(text: string, options?: { zone: string }): ReturnType<typeof parseInstant> {
  const parts = isoPattern.exec(paddedDate(text))
  if (!parts) return undefined
  const time = localTimeOf(parts)
  if (time === undefined) return undefined
  const { date, secondsOfDay, micros } = time
  const [, , , , , , z, sign, offsetHour, offsetMinute] = parts
  if (z !== undefined || offsetHour !== undefined) {
    const offset = z !== undefined ? 0 : parseOffset(sign, Number(offsetHour), Number(offsetMinute ?? 0))
    if (offset === undefined) return undefined
    return { instant: (dayOf(date) * 86400 + secondsOfDay - offset) * 1e6 + micros, offsetSeconds: offset }
  }
  if (!options) return undefined
  const instant = instantOf(date, secondsOfDay, options.zone) + micros
  return { instant, offsetSeconds: offsetSeconds(instant, options.zone) }
}

// The times of an item are parsed several times: to find nearby entries, to check the item, and to store it.
const latestInstants = {
  known: new Map<string, ReturnType<typeof parseInstant>>(),
  of(text: string) {
    const found = this.known.get(text)
    if (found || text.length > 40) return found ?? readInstant(text)
    if (this.known.size >= 200) this.known.clear()
    const read = readInstant(text)
    this.known.set(text, read)
    return read
  },
}

type LocalTime = { date: string; secondsOfDay: number; micros: number }

/** The date and time of a match of `isoPattern`; undefined outside the years 1900 to 2200 or for a time like 24:61. */
function localTimeOf([, date = '', hour, minute, second = '0', fraction = '']: string[]): LocalTime | undefined {
  if (!isDate(date) || date < '1900' || date >= '2201') return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const secondsOfDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  return { date, secondsOfDay, micros: Number(fraction.slice(0, 6).padEnd(6, '0')) }
}

/** An offset in seconds; undefined beyond 14 hours. Zero is never negative. */
function parseOffset(sign: string | undefined, hours: number, minutes: number): number | undefined {
  const size = hours * 3600 + minutes * 60
  if (minutes > 59 || size > 14 * 3600) return undefined
  return sign === '-' && size > 0 ? -size : size
}

const shortDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/

/** The text with two digits for the month and the day of the date that it begins with; old programs send one. */
export function paddedDate(text: string): string {
  const [found, year, month = '', day = ''] = shortDate.exec(text) ?? []
  if (found === undefined || found.length === 10) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(found.length)}`
}

/** Whether the text is a calendar date written YYYY-MM-DD, of the years 1000 to 9999. */
export function isDate(text: string): boolean {
  if (text.length !== 10) return false
  for (let i = 0; i < 10; i++) {
    const code = text.charCodeAt(i)
    if (i === 4 || i === 7 ? code !== 45 : code < 48 || code > 57) return false
  }
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Whether this is the exact IANA name of a zone. Old names such as 'US/Pacific' count, bare offsets do not. */
export function isZone(name: string): boolean {
  if (tables.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name
  } catch {
    return false
  }
}

/** The date n days later (earlier if negative), clamped to 1000-01-01 and 9999-12-31 so that dates compare as text. */
export function addDays(date: string, n: number): string {
  return dateOf(dayOf(date) + n)
}

/** Days from a to b; negative if b is earlier. */
export function daysBetween(a: string, b: string): number {
  return dayOf(b) - dayOf(a)
}

/** Abbreviated day names, by `weekday`. */
export const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export function weekday(date: string): number {
  return modulo(dayOf(date) + 4, 7)
}

/** First date of the workweek that contains the date. weekStart is the weekday the workweek begins on, 0 = Sunday. */
export function weekOf(date: string, weekStart: number): string {
  return addDays(date, -modulo(weekday(date) - weekStart, 7))
}

/** First and last date, both included. */
export type Range = { start_date: string; end_date: string }

// Date, time to the second, fraction, then Z or an offset whose plus may be missing, blank or still URL-encoded.
const isoPattern =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:([Zz])|(?: ?([+-]|%2[Bb])| )(\d\d)(?::?(\d\d))?)?$/

/** A time in which the offset of a zone does not change, from `start` to before `end`; then comes `next`. */
type Period = { start: number; end: number; offset: number; next: Period | undefined }

/** The periods of a zone in order, and the one that was looked up latest. */
type Table = { periods: readonly Period[]; latest: Period }

const tables = new Map<string, Table>()
const dayMicros = 86400e6
// Slightly more than 1900..2200, so every local time of those years is covered.
const tableStart = dayOf('1899-12-30') * dayMicros
const tableEnd = dayOf('2201-01-03') * dayMicros

function tableOf(zone: string): Table {
  return tables.get(zone) ?? makeTable(zone)
}

function makeTable(zone: string): Table {
  if (!isZone(zone)) throw new RangeError(`not a time zone: ${zone}`)
  const found: { since: number; offset: number }[] = []
  let moment: Temporal.ZonedDateTime | null = new Temporal.ZonedDateTime(BigInt(tableStart) * 1000n, zone)
  while (moment !== null && moment.epochMilliseconds * 1000 < tableEnd) {
    found.push({ since: moment.epochMilliseconds * 1000, offset: moment.offsetNanoseconds / 1e9 })
    moment = moment.getTimeZoneTransition('next')
  }
  return keepTable(zone, found)
}

function keepTable(zone: string, changes: readonly { since: number; offset: number }[]): Table {
  const periods: Period[] = []
  for (const { since: start, offset } of changes.toReversed()) {
    const next = periods.at(-1)
    periods.push({ start, end: next?.start ?? tableEnd, offset, next })
  }
  periods.reverse()
  const table = { periods, latest: firstOf(periods) }
  tables.set(zone, table)
  return table
}

/** The offsets of a zone from `first` to `until`, in order. Instants and offsets are seconds. */
type ZoneOffsets = { first: number; until: number; offsets: readonly { since: number; offset: number }[] }

/** The offsets of a zone over some time, from this machine's data. */
export function zoneOffsets(zone: string, first: number, until: number): ZoneOffsets {
  const found = tableOf(zone)
    .periods.filter(({ start, end }) => end > first && start < until)
    .map(({ start, offset }) => ({ since: Math.max(start, first) / 1e6, offset }))
  return { first: first / 1e6, until: until / 1e6, offsets: found }
}

/** Uses the offsets of another machine, whose data may be newer, instead of this one's. */
export function adoptZoneOffsets(zone: string, { first, until, offsets }: ZoneOffsets): void {
  const known = makeTable(zone).periods.map(({ start, offset }) => ({ since: start / 1e6, offset }))
  const { offset: afterwards } = lastOf(known.filter(({ since }) => since <= until))
  const all = [
    ...known.filter(({ since }) => since < first),
    ...offsets,
    { since: until, offset: afterwards },
    ...known.filter(({ since }) => since > until),
  ].filter(({ offset }, index, list) => list[index - 1]?.offset !== offset)
  keepTable(
    zone,
    all.map(({ since, offset }) => ({ since: since * 1e6, offset })),
  )
}

// Consecutive lookups mostly fall into the same period, so the latest answer is tried first.
function periodAt(table: Table, instant: number): Period {
  const { periods, latest } = table
  if (instant >= latest.start && instant < latest.end) return latest
  let low = 0
  let high = periods.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (elementAt(periods, middle).start <= instant) low = middle
    else high = middle
  }
  table.latest = elementAt(periods, low)
  return table.latest
}

function offsetFromTemporal(instant: number, zone: string): number {
  return new Temporal.ZonedDateTime(BigInt(instant) * 1000n, zone).offsetNanoseconds / 1e9
}

function instantFromTemporal(wall: number, zone: string): number {
  const utc = new Temporal.ZonedDateTime(BigInt(wall) * 1000n, 'UTC').toPlainDateTime()
  return Number(utc.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochNanoseconds / 1000n)
}

// Text.
const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
const minuteTexts = Array.from({ length: 1440 }, (_, n) => `T${two(Math.floor(n / 60))}:${two(n % 60)}:`)
const offsetTexts = new Map<number, string>()

function printAt(localSeconds: number, offset: string): string {
  const day = Math.floor(localSeconds / 86400)
  const rest = localSeconds - day * 86400
  const minute = Math.floor(rest / 60)
  return dateOf(day) + minuteTexts[minute] + two(rest - minute * 60) + offset
}

function wholeMinutes(seconds: number): number {
  return Math.sign(seconds) * Math.round(Math.abs(seconds) / 60)
}

function offsetText(minutes: number): string {
  let text = offsetTexts.get(minutes)
  if (text === undefined) {
    const size = Math.abs(minutes)
    text = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
    offsetTexts.set(minutes, text)
  }
  return text
}

function two(n: number): string {
  return elementAt(twoDigits, n)
}

// Days are numbered from 1970-01-01.
const firstDay = dayOf('1000-01-01')
const lastDay = dayOf('9999-12-31')
const firstCached = dayOf('1900-01-01')
const cachedDates: (string | undefined)[] = new Array(dayOf('2201-01-01') - firstCached)

/** The date of a day, counted since 1970-01-01. */
export function dateOf(day: number): string {
  const index = day - firstCached
  if (index < 0 || index >= cachedDates.length) return dateText(Math.min(Math.max(day, firstDay), lastDay))
  let text = cachedDates[index]
  if (text === undefined) {
    text = dateText(day)
    cachedDates[index] = text
  }
  return text
}

function dateText(day: number): string {
  return new Date(day * 86400e3).toISOString().slice(0, 10)
}

/** The day of a date, counted since 1970-01-01, from the digits: some ten times faster than parsing a date (en.wikipedia.org/wiki/Julian_day). */
export function dayOf(date: string): number {
  if (date.length !== 10) return Date.parse(date) / 86400e3
  const month = digits(date, 5, 7)
  // Years that begin in March end with the leap day.
  const year = digits(date, 0, 4) - (month <= 2 ? 1 : 0)
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + digits(date, 8, 10) - 1
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + ofYear - 719468
}

/** The day with this number in a month, or its last day. */
export function dayInMonth(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, Math.min(day, daysInMonth(year, month))) / 86400e3
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48
  return value
}

/** The remainder, never negative and never minus zero. */
export function modulo(n: number, by: number): number {
  return ((n % by) + by) % by
}

/** A date as the company writes it in files for people: `11/22/2026`, `22/11/2026` or `2026-11-22`. */
export function writtenDate(date: string, format: unknown): string {
  const [year, month, day] = date.split('-')
  if (format === 'us') return `${Number(month)}/${Number(day)}/${year}`
  return format === 'eu' ? `${day}/${month}/${year}` : date
}
