import { firstOf } from '../elements.ts'
import { second } from '../time/calendar.ts'
import { hoursWithin, onHoliday, secondsWithin, withinHours } from './hours.ts'
import type { Policy, Rule } from './rule.ts'
import { type Place, rollingAt, type Shift } from './shifts.ts'
import type { Piece } from './workdays.ts'

/**
 * A second of a person's time: `done` seconds into its entry, after `ofDay` seconds of its workday. It moves along as
 * the time is paid; `seconds` is how long nothing changes from here on.
 */
export type Spot = {
  piece: Piece
  done: number
  ofDay: number
  place: Place | undefined
  isSeventh: boolean
  weekSeconds: number
  policy: Policy
  counted: Counted
  seconds: number
}

/** The seconds that each rule of kind 'clock' or 'holiday' has counted, by the hours of the rule. */
export type Counted = Map<Rule, Map<number | string, number>>

/**
 * For how many seconds from a spot a rule that counts a day or less applies; negative: for how many it does not.
 */
export function reach(rule: Rule, spot: Spot): number {
  switch (rule.kind) {
    case 'daily':
      return beyond(rule, spot.ofDay)
    case 'seventh_day': {
      const counts = spot.isSeventh && (rule.weekOverSeconds === undefined || spot.weekSeconds > rule.weekOverSeconds)
      return counts ? beyond(rule, spot.ofDay) : never
    }
    case 'consecutive':
      return spot.place ? beyond(rule, spot.place.before + spot.done) : never
    case 'rolling_day':
      return rollingDay(rule, spot)
    case 'rest':
      return withinRest(rule, spot)
    default:
      return withinSpan(rule, spot)
  }
}

/** Counts the seconds of a spot for a rule of kind 'clock' or 'holiday', if they are within its hours. */
export function countWithin(rule: Rule, spot: Spot): void {
  if (spanAt(rule, spot) <= 0) return
  const counts = spot.counted.get(rule) ?? new Map<number | string, number>()
  spot.counted.set(rule, counts)
  const key = hoursWithin(rule, spot.piece, spot.done)
  counts.set(key, (counts.get(key) ?? 0) + spot.seconds)
}

/** Not reached, however long the time. */
const never = -Infinity

/** Manual time has no start from which 24 hours could run; it counts by workday. */
function rollingDay(rule: Rule, { piece: { entry }, place, done, ofDay }: Spot): number {
  if (!place) return beyond(rule, ofDay)
  const { worked, left } = rollingAt(entry, place, done)
  return atMost(beyond(rule, worked), left)
}

function withinRest(rule: Rule, { piece: { entry }, place, done }: Spot): number {
  const previousEnd = place?.shift.previousEnd ?? null
  if (!place || previousEnd === null) return never
  if (rule.wholeShift) return isUnrested(rule, place.shift, previousEnd) ? Infinity : never
  const left = Math.ceil((previousEnd - entry.start) / second + rule.afterSeconds) - done
  return left > 0 ? left : never
}

/** Whether too little rest was before a shift, and the previous one was that of another date. */
function isUnrested({ afterSeconds }: Rule, { entries, date, previousDate }: Shift, previousEnd: number): boolean {
  const first = firstOf(entries)
  return first.start - previousEnd < afterSeconds * second && date !== previousDate
}

function withinSpan(rule: Rule, spot: Spot): number {
  const span = spanAt(rule, spot)
  if (span <= 0 || rule.afterSeconds === 0) return span
  const counted = spot.counted.get(rule)?.get(hoursWithin(rule, spot.piece, spot.done)) ?? 0
  return atMost(beyond(rule, counted), span)
}

function spanAt(rule: Rule, { piece, done, place, policy }: Spot): number {
  if (rule.kind === 'holiday') return onHoliday(piece, done, policy)
  const inside = withinHours(rule, piece, done)
  if (inside < 0 || rule.overSeconds === undefined) return inside
  const { zone } = piece.calendar
  return place && zone !== undefined && within(rule, place.shift, zone) > rule.overSeconds ? inside : -inside
}

/** The same, but at most this many seconds. */
function atMost(reached: number, seconds: number): number {
  return reached > 0 ? Math.min(reached, seconds) : Math.max(reached, -seconds)
}

const sums = new WeakMap<Shift, Map<Rule, number>>()

/** The same for every second of a shift, so it is summed once. */
function within(rule: Rule, shift: Shift, zone: string): number {
  const known = sums.get(shift) ?? new Map<Rule, number>()
  sums.set(shift, known)
  const sum = known.get(rule) ?? secondsWithin(rule, shift, zone)
  known.set(rule, sum)
  return sum
}

/** The same, for a rule by its count. */
export function beyond({ afterSeconds }: Rule, position: number): number {
  return position >= afterSeconds ? Infinity : position - afterSeconds
}
