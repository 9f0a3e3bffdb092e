import { firstOf, lastOf } from '../elements.ts'
import { addDays, daysBetween, firstInstantOf, localDate, offsetSeconds, second, weekOf } from '../time/calendar.ts'
import { beganOn, type Calendar, calendarOn, calendarsOf, type Entry, movedBy, type Policy, type Rule } from './rule.ts'

// Workdays and workweeks: fixed stretches of 24 and 168 hours (29 CFR 778.105), which start at the same local time of
// the zone of the working pattern. A day on which the clocks change has 23 or 25 hours. Where they change for good (29 CFR 778.105), no
// time is lost and none belongs to two days: the last workday of the old kind is whole, the next one begins when it
// ends, and a shift follows the calendar of the day on which it starts.

/**
 * A part of an entry that belongs to one workday: `offset` seconds after the start of the entry, `seconds` long.
 * `calendar` is the calendar of the entry.
 */
export type Piece = { entry: Entry; calendar: Calendar; day: string; offset: number; seconds: number }

/** A workday and the instant at which the next one begins. */
type Workday = { day: string; to: number }

// By zone and hour, then by day number, because most times of a report are on the same few days.
const known = new Map<string, Map<number, Workday>>()
const knownMax = 5000

/** The workday that contains an instant, in a zone. */
export function workdayAt(instant: number, zone: string, dayStart: number): Workday {
  const wall = Math.floor(instant / 1e6) + offsetSeconds(instant, zone) - dayStart * 3600
  const number = Math.floor(wall / 86400)
  const key = `${zone} ${dayStart}`
  let days = known.get(key)
  if (!days || days.size > knownMax) {
    days = new Map()
    known.set(key, days)
  }
  let workday = days.get(number)
  if (!workday) {
    workday = workdayOn(localDate(wall * second, 'UTC'), zone, dayStart)
    days.set(number, workday)
  }
  // If clocks are set back across the hour, the next day has already begun although they show an earlier time again.
  return instant < workday.to ? workday : workdayOn(addDays(workday.day, 1), zone, dayStart)
}

function workdayOn(day: string, zone: string, dayStart: number): Workday {
  return { day, to: startOfWorkday(addDays(day, 1), zone, dayStart) }
}

/** The instant at which a workday begins. */
export function startOfWorkday(day: string, zone: string, dayStart = 0): number {
  return firstInstantOf(day, dayStart * 3600, zone)
}

/** Adds the entry as pieces, by workday. Only known times can be split; paid time off belongs to its date. */
export function addPieces(pieces: Piece[], entry: Entry, policy: Policy): void {
  const { part } = entry
  if (part) {
    pieces.push({ entry, calendar: part.calendar, day: entry.date, offset: 0, seconds: entry.seconds })
    return
  }
  const calendar = policy.earlier ? calendarOf(entry, policy) : policy
  const { zone, dayStart = 0, split = false } = calendar
  const { start, seconds } = entry
  if (zone === undefined || !split || isDated(entry, calendar)) {
    pieces.push({ entry, calendar, day: notBefore(calendar, dayOf(entry, calendar)), offset: 0, seconds })
    return
  }
  const began = start + movedBy(entry, zone)
  let workday = workdayAt(began, zone, dayStart)
  for (let offset = 0; offset < seconds; ) {
    // A second belongs to the day in which it begins.
    const to = Math.min(seconds, Math.ceil((workday.to - began) / second))
    pieces.push({ entry, calendar, day: notBefore(calendar, workday.day), offset, seconds: to - offset })
    offset = to
    if (offset < seconds) workday = workdayAt(began + offset * second, zone, dayStart)
  }
}

/** Whether an entry belongs to the workday of its date as a whole. */
export function isOneDay(entry: Entry, policy: Policy): boolean {
  const calendar = policy.earlier ? calendarOf(entry, policy) : policy
  const { zone, dayStart = 0, split = false } = calendar
  if (zone === undefined || isDated(entry, calendar)) return notBefore(calendar, entry.date) === entry.date
  const began = entry.start + movedBy(entry, zone)
  const { day, to } = workdayAt(began, zone, dayStart)
  return day === entry.date && notBefore(calendar, day) === day && (!split || began + entry.seconds * second <= to)
}

/** The workday to which the time at an instant belongs, in an entry that has begun. */
export function workdayOf(entry: Begun, instant: number, policy: Policy): string {
  const calendar = policy.earlier ? calendarOf(entry, policy) : policy
  const { zone, dayStart = 0, split = false } = calendar
  const day =
    zone !== undefined && split ? workdayAt(instant + movedBy(entry, zone), zone, dayStart).day : dayOf(entry, calendar)
  return notBefore(calendar, day)
}

/** The workday on which an entry starts. */
export function firstDayOf(entry: Begun & Pick<Entry, 'part'>, policy: Policy): string {
  if (entry.part) return entry.date
  const calendar = policy.earlier ? calendarOf(entry, policy) : policy
  return notBefore(calendar, dayOf(entry, calendar))
}

/** The parts of an entry that determine its workday. */
type Begun = Pick<Entry, 'start' | 'date'> & Partial<Pick<Entry, 'manual' | 'kind' | 'moved'>>

/** The calendar of an entry: that of the workday on which it starts according to the previous calendar. */
function calendarOf(entry: Begun, policy: Policy): Calendar {
  const calendars = calendarsOf(policy)
  const found = calendars.find((calendar, index) => {
    const until = calendars[index + 1]?.from
    return until === undefined || dayOf(entry, calendar) < until
  })
  return found ?? policy
}

/** The same by one calendar. */
function dayOf(entry: Begun, calendar: Calendar): string {
  const { zone } = calendar
  if (zone === undefined || isDated(entry, calendar)) return entry.date
  return workdayAt(entry.start + movedBy(entry, zone), zone, calendar.dayStart ?? 0).day
}

/** The range in which all time of a date belongs to the workday of that date, by every calendar of the policy. */
export function hoursOfDate(date: string, policy: Policy): Hours {
  let dates = hoursByDate.get(policy)
  if (!dates) {
    dates = new Map()
    hoursByDate.set(policy, dates)
  }
  let hours = dates.get(date)
  if (!hours) {
    hours = [policy, ...(policy.earlier ?? [])].map((calendar) => hoursBy(date, calendar)).reduce(within)
    dates.set(date, hours)
  }
  return hours
}

type Hours = { from: number; to: number }

// A report asks for the same days for each of its people, most of whom share a policy.
const hoursByDate = new WeakMap<Policy, Map<string, Hours>>()

function hoursBy(date: string, calendar: Calendar): Hours {
  const { zone, dayStart } = calendar
  if (zone === undefined || !isShifted(calendar)) return { from: -Infinity, to: Infinity }
  return { from: startOfWorkday(date, zone, dayStart), to: startOfWorkday(addDays(date, 1), zone, dayStart) }
}

function within(a: Hours, b: Hours): Hours {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
}

/** Whether workdays can differ from the dates of entries. */
export function isShifted({ split, dayStart, datesDiffer }: Calendar): boolean {
  return split === true || Boolean(dayStart) || datesDiffer === true
}

/** The date on which an entry starts in the zone of the calendar. */
export function startDate(entry: Begun & Pick<Entry, 'part'>, calendar: Calendar): string {
  const { zone, datesDiffer } = calendar
  if (zone === undefined || !datesDiffer || isDated(entry, calendar)) return beganOn(entry)
  return localDate(entry.start + movedBy(entry, zone), zone)
}

/** The same, by the calendar of the entry. */
export function startDateBy(entry: Begun & Pick<Entry, 'part'>, policy: Policy): string {
  return startDate(entry, entry.part?.calendar ?? (policy.earlier ? calendarOf(entry, policy) : policy))
}

/** Whether the date of an entry is its workday. */
function isDated({ manual, kind }: Begun, calendar: Calendar): boolean {
  return calendar.zone === undefined || manual === true || kind === 'pto' || !isShifted(calendar)
}

/**
 * The workday, or the calendar's first one if that is later, because time after the last day of the previous calendar
 * belongs to it.
 */
function notBefore({ from = '' }: Calendar, day: string): string {
  return day < from ? from : day
}

/** The workdays that a rule counts together with a day: its workweek, its 14 days, or only itself. */
export function spanOf({ kind, starts }: Rule, day: string, { weekStart, anchor }: Calendar): Span {
  if (kind === 'weekly') return daysFrom(weekOf(day, weekStart), 7)
  return kind === 'fortnight' ? daysFrom(fortnightOf(day, anchorOf(starts, anchor)), 14) : { first: day, last: day }
}

/** First day of the workweek of a workday. */
export function weekOfDay(day: string, policy: Policy): string {
  return weekOf(day, calendarOn(policy, day).weekStart)
}

/**
 * The workdays on which the overtime of a day depends: its workweek, and its 14 days with rules that count them; those in
 * whole workweeks if time may not count that is paid by a rule for the seventh day, or for 24 hours, which go on from one
 * workweek to the next.
 */
export function daysAround(day: string, policy: Policy): Span {
  const calendar = calendarOn(policy, day)
  const spans = policy.rules.map((rule) => spanOf(rule, day, calendar))
  const isByWeek = policy.rules.some(({ kind }) => kind === 'seventh_day' || kind === 'rolling_day')
  const days = [day, ...(isByWeek ? spans.flatMap(({ first, last }) => [first, last]) : [])]
  return around([...spans, ...days.map((each) => daysFrom(weekOfDay(each, policy), 7))])
}

/** The workdays on which the overtime of these days depends, where the calendar may change between them. */
export function daysAroundAll({ first, last }: Span, policy: Policy): Span {
  const changes = [...(policy.earlier ?? []), policy].flatMap(({ from }) => from ?? [])
  const days = [first, ...changes.filter((from) => from > first && from <= last), last]
  return around(days.map((day) => daysAround(day, policy)))
}

/** From the first day of the spans to the last. */
function around(spans: readonly Span[]): Span {
  const firsts = spans.map(({ first }) => first).sort()
  const lasts = spans.map(({ last }) => last).sort()
  return { first: firstOf(firsts), last: lastOf(lasts) }
}

/** First and last workday. */
export type Span = { first: string; last: string }

function daysFrom(first: string, count: number): Span {
  return { first, last: addDays(first, count - 1) }
}

/** The default anchor of 14-day periods: a Sunday. */
const firstSunday = '2026-01-04'

/** The first day of the 14 days that contain a day. `anchor` is a day on which 14 days begin. */
function fortnightOf(day: string, anchor: string): string {
  const into = daysBetween(anchor, day) % 14
  return addDays(day, -(into < 0 ? into + 14 : into))
}

/** The anchor that applies to a rule. */
function anchorOf(starts: string | undefined, anchor: string | undefined): string {
  return starts ?? anchor ?? firstSunday
}
