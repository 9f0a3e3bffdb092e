import { addDays, second } from '../time/calendar.ts'
import { calendarOn, type Entry, type Policy } from './rule.ts'
import { firstDayOf, startDateBy, weekOfDay } from './workdays.ts'

/** A run of time without a pause that ends a shift. */
export type Shift = {
  /** Those that start within 24 hours of the start of the shift. */
  entries: Entry[]
  /** The date on which it began. */
  date: string
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

// A shift and the 24 hours go on from one day to the next, so where they begin depends on the time before. Only a pause
// makes that certain: one that ends a shift, or one of 24 hours. Decide: for people who take none, the next shift begins
// on a day before which no shift has begun for three days, and the next 24 hours in a workweek before which there was no
// such pause for a whole workweek. So the time shortly before is enough, and a second is paid the same whichever dates
// are asked for.

/** How many days without the start of a shift a shift lasts at most. */
export const shiftDaysMax = 3

/**
 * The place of each entry with known times. Manual entries have none: they neither end a shift nor start one. `counted`
 * may start with the dates of `datesNeeded`.
 */
export function placesOf(counted: readonly Entry[], policy: Policy): Map<Entry, Place> {
  const places = new Map<Entry, Place>()
  const timed = counted.filter((entry) => entry.kind !== 'pto' && !entry.manual)
  timed.sort((a, b) => a.start - b.start || a.id - b.id)
  const shifts = new Beginnings(
    (day) => day,
    (day) => addDays(day, -shiftDaysMax),
  )
  const rollings = new Beginnings(
    (day) => weekOfDay(day, policy),
    (week) => weekOfDay(addDays(week, -1), policy),
  )
  let shift: Shift = { entries: [], date: '', previousEnd: null, previousDate: null }
  let [shiftStart, lastEnd, before, rollingStart, rollingBefore] = [-Infinity, -Infinity, 0, -Infinity, 0]
  let [latest, isEarly]: [id: number | undefined, boolean] = [undefined, false]
  for (const entry of timed) {
    // The further parts of a timesheet follow its first one.
    if (entry.id !== latest) {
      const day = firstDayOf(entry, policy)
      const { pauseSeconds = usualPauseSeconds } = calendarOn(policy, day)
      const pause = entry.start - lastEnd
      const isRested = pause >= pauseSeconds * second
      if (shifts.begins(day, isRested)) {
        const isKnown = isRested && shift.entries.length > 0
        const date = startDateBy(entry, policy)
        shift = { entries: [], date, previousEnd: isKnown ? lastEnd : null, previousDate: isKnown ? shift.date : null }
        ;[shiftStart, before] = [entry.start, 0]
      }
      if (rollings.begins(day, pause >= daySeconds * second)) rollingStart = -Infinity
      isEarly = entry.start - shiftStart < daySeconds * second
      latest = entry.id
    }
    if (entry.start - rollingStart >= daySeconds * second) [rollingStart, rollingBefore] = [entry.start, 0]
    places.set(entry, { shift, before, rollingStart, rollingBefore })
    if (isEarly) shift.entries.push(entry)
    lastEnd = Math.max(lastEnd, entry.end)
    before += entry.seconds
    // The last second decides: time that ends together with the 24 hours does not start new ones.
    const whole = rollingDays(entry, rollingStart, entry.seconds - 1)
    rollingBefore = whole === 0 ? rollingBefore + entry.seconds : workedSince(entry, rollingStart, whole)
    rollingStart += whole * daySeconds * second
  }
  return places
}

/** Finds where shifts or 24 hours begin. Periods are days or workweeks, by their first day. */
class Beginnings {
  readonly #periodOf: (day: string) => string
  readonly #certainSince: (period: string) => string
  #period = ''
  #certain = ''

  /** `certainSince`: the earliest period of which a pause is remembered in a period. */
  constructor(periodOf: (day: string) => string, certainSince: (period: string) => string) {
    this.#periodOf = periodOf
    this.#certainSince = certainSince
  }

  /** Whether they begin with the next entry, which starts on a workday. Call it for all entries, in order. */
  begins(day: string, isAfterPause: boolean): boolean {
    const period = this.#periodOf(day)
    const isFirst = period !== this.#period
    this.#period = period
    if (isAfterPause) this.#certain = period
    return isAfterPause || (isFirst && this.#certain < this.#certainSince(period))
  }
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
