import { addDays, firstInstantOf, localDate, offsetSeconds, second, weekday } from '../time/calendar.ts'
import { dayMinutes, type Entry, isWholeDays, movedBy, type Policy, type Rule } from './rule.ts'
import type { Shift } from './shifts.ts'
import { type Piece, startDate } from './workdays.ts'

// Rules for times of day, days of the week and holidays, all in the zone of the working pattern. A shift that is not split
// belongs to the date on which it starts, also where workdays start at another hour.

/**
 * How many seconds the entry stays within the hours of a rule of kind 'clock', starting `done` seconds into it;
 * negative: for at least how many it stays outside.
 */
export function withinHours(rule: Rule, { entry, day, calendar }: Piece, done: number): number {
  const { zone, split } = calendar
  // Manual time has no time of day.
  if (isWholeDays(rule) && (zone === undefined || entry.manual)) return isOn(rule, day) ? Infinity : -Infinity
  if (isWholeDays(rule) && !split) return isOn(rule, startDate(entry, calendar)) ? Infinity : -Infinity
  if (zone === undefined || entry.manual) return -Infinity
  const began = entry.start + movedBy(entry, zone)
  const { inside, until } = hoursAt(rule, began + done * second, zone)
  const seconds = Math.ceil((until - began) / second) - done
  return inside ? seconds : -seconds
}

/** The same, for holidays. */
export function onHoliday({ entry, day, calendar }: Piece, done: number, { holidays }: Policy): number {
  const { zone, split } = calendar
  if (!holidays) return -Infinity
  if (zone === undefined || entry.manual) return holidays.has(day) ? Infinity : -Infinity
  if (!split) return holidays.has(startDate(entry, calendar)) ? Infinity : -Infinity
  const began = entry.start + movedBy(entry, zone)
  const date = localDate(began + done * second, zone)
  const next = firstInstantOf(addDays(date, 1), 0, zone)
  const seconds = Math.ceil((next - began) / second) - done
  return holidays.has(date) ? seconds : -seconds
}

/**
 * Which hours of a rule of kind 'clock' or 'holiday' the time at a spot within them belongs to: the instant at which
 * they began, or the date of a whole day. What a rule counts starts again with other hours, not with a workday.
 */
export function hoursWithin(rule: Rule, { entry, day, calendar }: Piece, done: number): number | string {
  const { zone, split } = calendar
  if (zone === undefined || entry.manual) return day
  const instant = entry.start + movedBy(entry, zone) + done * second
  if (rule.kind === 'holiday' || isWholeDays(rule)) return split ? localDate(instant, zone) : startDate(entry, calendar)
  return hoursAt(rule, instant, zone).from ?? day
}

/** Seconds of a shift within the hours of a rule. */
export function secondsWithin(rule: Rule, shift: Shift, zone: string): number {
  return shift.entries.reduce((sum, entry) => sum + secondsOf(rule, entry, zone), 0)
}

function secondsOf(rule: Rule, entry: Entry, zone: string): number {
  const { seconds } = entry
  const start = entry.start + movedBy(entry, zone)
  let sum = 0
  for (let done = 0; done < seconds; ) {
    const { inside, until } = hoursAt(rule, start + done * second, zone)
    const next = Math.min(seconds, Math.ceil((until - start) / second))
    if (inside) sum += next - done
    done = next
  }
  return sum
}

/** Whether the instant is within the hours, since when, and until when at least that stays the same. */
function hoursAt(rule: Rule, instant: number, zone: string): { inside: boolean; from?: number; until: number } {
  const { spans, next } = spansAround(rule, instant, zone)
  let until = next
  for (const { from, to } of spans) {
    if (instant >= from && instant < to) return { inside: true, from, until: to }
    if (instant < from) until = Math.min(until, from)
  }
  return { inside: false, until }
}

/** The hours of a rule that may contain an instant of a date, and when the next date begins. */
type Around = { spans: { from: number; to: number }[]; next: number }

// By rule and zone, then by day number. A report uses the same few days for all of its people, most of whom share their
// rules.
const known = new WeakMap<Rule, Map<string, Map<number, Around>>>()
const knownMax = 5000

function spansAround(rule: Rule, instant: number, zone: string): Around {
  let zones = known.get(rule)
  if (!zones) {
    zones = new Map()
    known.set(rule, zones)
  }
  let days = zones.get(zone)
  if (!days || days.size > knownMax) {
    days = new Map()
    zones.set(zone, days)
  }
  const number = Math.floor((Math.floor(instant / second) + offsetSeconds(instant, zone)) / 86400)
  let around = days.get(number)
  if (!around) {
    around = spansOn(rule, localDate(instant, zone), zone)
    days.set(number, around)
  }
  return around
}

function spansOn(rule: Rule, date: string, zone: string): Around {
  // The hours that contain the instant may have begun the day before.
  const spans = [addDays(date, -1), date].flatMap((day) => spansOfDay(rule, day, zone))
  return { spans, next: firstInstantOf(addDays(date, 1), 0, zone) }
}

/** The hours of a rule of kind 'clock' that begin on a day, if any. */
export function spansOfDay(rule: Rule, day: string, zone: string): { from: number; to: number }[] {
  if (!isOn(rule, day)) return []
  const { startMinute = 0, endMinute = dayMinutes } = rule
  const last = endMinute > startMinute ? day : addDays(day, 1)
  return [{ from: firstInstantOf(day, startMinute * 60, zone), to: firstInstantOf(last, endMinute * 60, zone) }]
}

/** Whether the hours of a rule begin on a day. */
export function isOn({ days, dates }: Rule, day: string): boolean {
  if (dates && !dates.includes(day.slice(5))) return false
  return days === undefined || days.includes(weekday(day))
}
