import { addDays, daysBetween, firstInstantOf, localDate, offsetSeconds, second, weekOf } from '../calendar.ts'
import { type Entry, isSplit, type Policy, type Rule } from './rule.ts'

// Workdays and workweeks: fixed stretches of 24 and 168 hours (29 CFR 778.105), which start at the same hour of the
// company's clocks. A day on which the clocks change has 23 or 25 hours.

/** A part of an entry that belongs to one workday: `offset` seconds after the start of the entry, `seconds` long. */
export type Piece = { entry: Entry; day: string; offset: number; seconds: number }

/** A workday and the instant at which the next one begins. */
type Workday = { day: string; to: number }

// By zone and hour, then by number of the day: most times of a report are on the same few days.
const known = new Map<string, Map<number, Workday>>()
const knownMax = 5000

/** The workday that contains an instant, in the company's zone. */
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
  // When clocks are set back across the hour, the next day has begun although they show less again.
  return instant < workday.to ? workday : workdayOn(addDays(workday.day, 1), zone, dayStart)
}

function workdayOn(day: string, zone: string, dayStart: number): Workday {
  return { day, to: startOfWorkday(addDays(day, 1), zone, dayStart) }
}

/** The instant at which a workday begins. */
export function startOfWorkday(day: string, zone: string, dayStart = 0): number {
  return firstInstantOf(day, dayStart * 3600, zone)
}

/** Adds the entry as pieces, by workday. Only times that are known can be split; paid time off belongs to its date. */
export function addPieces(pieces: Piece[], entry: Entry, policy: Policy): void {
  const { zone, dayStart = 0, split = false } = policy
  const { start, seconds } = entry
  if (zone === undefined || entry.manual || entry.kind === 'pto' || (dayStart === 0 && !split))
    return void pieces.push({ entry, day: entry.date, offset: 0, seconds })
  let workday = workdayAt(start, zone, dayStart)
  if (!isSplit(policy, workday.day))
    return void pieces.push({ entry, day: dayStart === 0 ? entry.date : workday.day, offset: 0, seconds })
  for (let offset = 0; offset < seconds; ) {
    // A second belongs to the day in which it begins.
    const to = Math.min(seconds, Math.ceil((workday.to - start) / second))
    pieces.push({ entry, day: workday.day, offset, seconds: to - offset })
    offset = to
    if (offset < seconds) workday = workdayAt(start + offset * second, zone, dayStart)
  }
}

/** The workday to which the time at an instant belongs, in an entry that has begun. */
export function workdayOf({ start, date }: Pick<Entry, 'start' | 'date'>, instant: number, policy: Policy): string {
  const { zone, dayStart = 0, split = false } = policy
  if (zone === undefined || (dayStart === 0 && !split)) return date
  const { day } = workdayAt(start, zone, dayStart)
  if (isSplit(policy, day)) return workdayAt(instant, zone, dayStart).day
  return dayStart === 0 ? date : day
}

/** The workdays that a rule counts together with a day: its workweek, its 14 days, or only itself. */
export function spanOf({ kind, starts }: Rule, day: string, { weekStart, anchor }: Policy): Span {
  if (kind === 'weekly') return daysFrom(weekOf(day, weekStart), 7)
  return kind === 'fortnight' ? daysFrom(fortnightOf(day, anchorOf(starts, anchor)), 14) : { first: day, last: day }
}

/** The workdays on which the overtime of a day depends: its workweek, and its 14 days with rules that count them. */
export function daysAround(day: string, policy: Policy): Span {
  const spans = [daysFrom(weekOf(day, policy.weekStart), 7), ...policy.rules.map((rule) => spanOf(rule, day, policy))]
  const firsts = spans.map(({ first }) => first).sort()
  const lasts = spans.map(({ last }) => last).sort()
  return { first: firsts[0]!, last: lasts.at(-1)! }
}

/** First and last workday. */
type Span = { first: string; last: string }

function daysFrom(first: string, count: number): Span {
  return { first, last: addDays(first, count - 1) }
}

/** The anchor of 14-day periods where none is set: a Sunday. */
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
