import { second } from '../time/calendar.ts'
import { calendarOn, type Entry, type Policy } from './rule.ts'

/** A run of time without a pause that ends a shift. */
export type Shift = {
  entries: Entry[]
  /** When the shift before it ended, and the date on which that began; null for the first. */
  previousEnd: number | null
  previousDate: string | null
}

/** Where an entry lies in its shift and in the 24 hours that began when work began. */
export type Place = {
  shift: Shift
  /** Seconds worked in the shift before the entry. */
  before: number
  /** Start of those 24 hours at the start of the entry, and seconds worked in them before it. */
  rollingStart: number
  rollingBefore: number
}

/** The pause that ends a shift if none is configured. */
export const usualPauseSeconds = 4 * 3600
const daySeconds = 24 * 3600

/** The place of each entry with known times. Manual entries have none: they neither end a shift nor start one. */
export function placesOf(counted: readonly Entry[], policy: Policy): Map<Entry, Place> {
  const places = new Map<Entry, Place>()
  const timed = counted.filter((entry) => entry.kind !== 'pto' && !entry.manual).sort((a, b) => a.start - b.start)
  let shift: Shift = { entries: [], previousEnd: null, previousDate: null }
  let [shiftEnd, before, rollingStart, rollingBefore] = [-Infinity, 0, -Infinity, 0]
  for (const entry of timed) {
    const { pauseSeconds = usualPauseSeconds } = calendarOn(policy, entry.date)
    if (entry.start - shiftEnd >= pauseSeconds * second) {
      const [first] = shift.entries
      shift = { entries: [], previousEnd: first ? shiftEnd : null, previousDate: first?.date ?? null }
      before = 0
    }
    if (entry.start - rollingStart >= daySeconds * second) [rollingStart, rollingBefore] = [entry.start, 0]
    places.set(entry, { shift, before, rollingStart, rollingBefore })
    shift.entries.push(entry)
    shiftEnd = Math.max(shiftEnd, entry.end)
    before += entry.seconds
    // The last second decides: time that ends together with the 24 hours does not start new ones.
    const whole = rollingDays(entry, rollingStart, entry.seconds - 1)
    rollingBefore = whole === 0 ? rollingBefore + entry.seconds : workedSince(entry, rollingStart, whole)
    rollingStart += whole * daySeconds * second
  }
  return places
}

/** Seconds worked, `done` seconds into the entry, in the 24 hours that began when work began; `left` until they end. */
export function rollingAt(entry: Entry, { rollingStart, rollingBefore }: Place, done: number) {
  const whole = rollingDays(entry, rollingStart, done)
  const next = rollingStart + (whole + 1) * daySeconds * second
  return {
    worked: whole === 0 ? rollingBefore + done : workedSince(entry, rollingStart, whole) - (entry.seconds - done),
    left: Math.ceil((next - entry.start) / second) - done,
  }
}

/** How many times 24 hours have passed since work began, at a point of the entry. */
function rollingDays({ start }: Entry, rollingStart: number, done: number): number {
  return Math.floor((start + done * second - rollingStart) / (daySeconds * second))
}

/** Seconds of the entry after the latest start of 24 hours. */
function workedSince(entry: Entry, rollingStart: number, whole: number): number {
  const from = rollingStart + whole * daySeconds * second
  return entry.seconds - Math.ceil((from - entry.start) / second)
}
