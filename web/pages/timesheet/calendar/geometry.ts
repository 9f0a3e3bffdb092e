import { addDays, daysBetween } from '../../../../src/rules/time/calendar.ts'

// Positions of entries on a calendar of days and hours, and where dragging moves them. Times here are local clock
// times.

/** A date and the local minute of the day; 0 is midnight. */
export type Local = { date: string; minute: number }

/** Start and end in local time. */
export type LocalSpan = { start: Local; end: Local }

/**
 * The part of an entry on one day, in minutes of that day. `starts` and `ends` say whether the entry itself starts or
 * ends there.
 */
export type Piece = { date: string; from: number; to: number; starts: boolean; ends: boolean }

/** How a span is dragged: as a whole, or by one of its ends. */
export type Grip = 'move' | 'start' | 'end'

/** Minutes in a day. */
export const dayMinutes = 1440
/** Dragging snaps to multiples of this many minutes. */
const snapMinutes = 5

/** The local time in an API time, to the minute. */
export function localOf(iso: string): Local {
  return { date: iso.slice(0, 10), minute: Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16)) }
}

/** The time a number of minutes later, which may be on another day. */
export function later({ date, minute }: Local, minutes: number): Local {
  const sum = minute + minutes
  const days = Math.floor(sum / dayMinutes)
  return { date: days === 0 ? date : addDays(date, days), minute: sum - days * dayMinutes }
}

/** Minutes from one local time to another. */
export function minutesBetween(from: Local, to: Local): number {
  return daysBetween(from.date, to.date) * dayMinutes + to.minute - from.minute
}

/** The nearest multiple of five minutes; a day's end stays on that day. */
function snapped(minute: number): number {
  return Math.min(Math.max(Math.round(minute / snapMinutes) * snapMinutes, 0), dayMinutes)
}

/**
 * The parts of a span on these days. A night shift has a part on each of its days; a span that ends at midnight has no
 * empty part on the next day.
 */
export function piecesOf({ start, end }: LocalSpan, dates: readonly string[]): Piece[] {
  return dates.flatMap((date) => {
    const midnight: Local = { date, minute: 0 }
    const from = Math.max(minutesBetween(midnight, start), 0)
    const to = Math.min(minutesBetween(midnight, end), dayMinutes)
    if (to < from || from >= dayMinutes || (to === from && date !== start.date)) return []
    return [{ date, from, to, starts: date === start.date, ends: minutesBetween(midnight, end) <= dayMinutes }]
  })
}

/** The span between two points of one day, at least five minutes long. */
export function spanBetween(date: string, one: number, other: number): LocalSpan {
  const [from, to] = [snapped(Math.min(one, other)), snapped(Math.max(one, other))]
  const start = Math.min(from, dayMinutes - snapMinutes)
  return { start: { date, minute: start }, end: later({ date, minute: 0 }, Math.max(to, start + snapMinutes)) }
}

/** A span dragged by days and minutes. It snaps to five minutes; if it is moved as a whole, it keeps its length. */
export function dragged(span: LocalSpan, grip: Grip, days: number, minutes: number): LocalSpan {
  const target = (at: Local) => {
    const to = later(at, minutes)
    const onStep = later({ date: to.date, minute: 0 }, Math.round(to.minute / snapMinutes) * snapMinutes)
    return { ...onStep, date: addDays(onStep.date, days) }
  }
  if (days === 0 && minutes === 0) return span
  const { start, end } = span
  if (grip === 'move') {
    const to = minutes === 0 ? { ...start, date: addDays(start.date, days) } : target(start)
    return { start: to, end: later(to, minutesBetween(start, end)) }
  }
  const least = snapMinutes
  if (grip === 'start') {
    const to = target(start)
    return { start: minutesBetween(to, end) < least ? later(end, -least) : to, end }
  }
  const to = target(end)
  return { start, end: minutesBetween(start, to) < least ? later(start, least) : to }
}

/** Whether two times are the same. */
export function isSame(one: Local, other: Local): boolean {
  return one.date === other.date && one.minute === other.minute
}
