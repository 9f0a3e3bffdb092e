import { addDays, firstInstantOf, second } from '../time/calendar.ts'
import { spansOfDay } from './hours.ts'
import { calendarsOf, isWholeDays, needsPlace, type Policy, type Rule } from './rule.ts'
import { usualPauseSeconds } from './shifts.ts'
import { hoursOfDate, isShifted } from './workdays.ts'

// On most days, rules depend on how much a person worked, not on when: no work is at night, across midnight or too soon
// after the previous shift. Such a day can be treated as one entry of which only the date and the seconds are real.

/**
 * A person's time on a date: seconds of work, and when the time starts and ends, including breaks and time off.
 * `isWork`: whether all of it is work or paid breaks with known times; used only if `asksTyped`.
 */
export type DaySum = { date: string; seconds: number; from: number; to: number; isWork: boolean }

/** Whether pay under a policy depends on the times of day at which a person worked. */
export function asksTimes(policy: Policy): boolean {
  return calendarsOf(policy).some(isShifted) || policy.rules.some((rule) => rule.kind === 'clock' || needsPlace(rule))
}

/** Whether it also depends on whether times are known. */
export function asksTyped({ rules }: Policy): boolean {
  return rules.some(({ kind }) => kind === 'rest' || kind === 'rolling_day')
}

/** Whether sums by day are of any use; if not, all entries are needed. */
export function canSum(policy: Policy): boolean {
  // Whether a rule applies depends on the job of each entry.
  if (policy.isPaidBelow) return false
  // If workdays do not start at midnight, a holiday is part of two of them.
  const midnights = calendarsOf(policy).every(
    ({ split, datesDiffer, dayStart }) => (!split && !datesDiffer) || !dayStart,
  )
  return midnights || policy.rules.every(({ kind }) => kind !== 'holiday')
}

/** Finds the dates whose entries are needed. Add all dates on which a person worked, in order. */
export class DatesInDetail {
  readonly #policy: Policy
  readonly #limits: Limits
  readonly #found = new Set<string>()
  // Consecutive days that are too close to each other for the rules about shifts are read together.
  #chain: string[] = []
  // The days since the last pause that makes certain where 24 hours began.
  readonly #sinceRest: string[] = []
  #isDetailed = false
  #from = -Infinity
  #end = -Infinity

  constructor(policy: Policy) {
    this.#policy = policy
    this.#limits = limitsOf(policy)
  }

  add({ date, seconds, from, to, isWork }: DaySum): void {
    const limits = this.#limits
    const free = freeOn(date, limits, this.#policy)
    const isRested = from - this.#end >= limits.apart
    // Time before the start of its workday belongs to the previous one and may be paid less because of earlier work.
    if ((isRested || this.#startsAgain(from)) && from >= free.from) this.#close()
    if (isRested) this.#sinceRest.length = 0
    if (limits.isRolling) this.#sinceRest.push(date)
    if (this.#chain.length === 0) this.#from = from
    this.#chain.push(date)
    this.#end = Math.max(this.#end, to)
    this.#isDetailed ||=
      isDetailed(seconds, from, to, isWork, limits) || !free.times.some((time) => from >= time.from && to <= time.to)
  }

  /** The dates; call this after all days were added. */
  found(): ReadonlySet<string> {
    this.#close()
    return this.#found
  }

  #close(): void {
    if (this.#isDetailed || this.#chain.length > 1)
      for (const date of [...this.#sinceRest, ...this.#chain]) this.#found.add(date)
    this.#chain.length = 0
    this.#isDetailed = false
  }

  /** Whether 24 hours have passed since work started, although the pause since the previous day was shorter. */
  #startsAgain(from: number): boolean {
    const { isRolling, isResting, inRow, apart } = this.#limits
    if (!isRolling || isResting || inRow < Infinity || apart > longestDay) return false
    return this.#chain.length === 1 && !this.#isDetailed && from >= this.#from + dayMicros
  }
}

/** Limits that follow from the rules of a policy and are the same for all days. */
type Limits = {
  /** A pause this long separates two days for all rules about shifts; microseconds. */
  apart: number
  /** A pause shorter than this never ends a shift; microseconds. */
  pause: number
  /** Seconds of work on a day that cannot be too many consecutive ones. */
  inRow: number
  isRolling: boolean
  isResting: boolean
  free: Map<string, Free>
}

/** When the workday of a date begins, and the parts of it to which no rule for times of day applies. */
type Free = { from: number; times: readonly Interval[] }

type Interval = { from: number; to: number }

// Most people of a company share a policy.
const limitsByPolicy = new WeakMap<Policy, Limits>()
const dayMicros = 24 * 3600 * second
const longestDay = 25 * 3600 * second

function limitsOf(policy: Policy): Limits {
  const known = limitsByPolicy.get(policy)
  if (known) return known
  const ofKind = (wanted: Rule['kind']) => policy.rules.filter(({ kind }) => kind === wanted)
  const thresholds = (wanted: Rule['kind']) => ofKind(wanted).map(({ afterSeconds }) => afterSeconds)
  const pauses = calendarsOf(policy).map(({ pauseSeconds = usualPauseSeconds }) => pauseSeconds)
  const isRolling = ofKind('rolling_day').length > 0
  const isAcross = policy.rules.some(needsPlace)
  const apart = Math.max(...pauses, ...thresholds('rest')) * second
  const limits = {
    apart: isRolling ? Math.max(apart, longestDay) : isAcross ? apart : -Infinity,
    pause: Math.min(...pauses) * second,
    inRow: Math.min(...thresholds('consecutive'), Infinity),
    isRolling,
    isResting: ofKind('rest').length > 0,
    free: new Map(),
  }
  limitsByPolicy.set(policy, limits)
  return limits
}

/** Whether, for the rules about shifts, it matters when a person worked on a day. */
function isDetailed(seconds: number, from: number, to: number, isWork: boolean, limits: Limits): boolean {
  if (seconds > limits.inRow) return true
  if (limits.isResting && (!isWork || to - from - seconds * second >= limits.pause)) return true
  return limits.isRolling && (!isWork || to - from > dayMicros)
}

function freeOn(date: string, { free }: Limits, policy: Policy): Free {
  const known = free.get(date)
  if (known) return known
  const found = { from: hoursOfDate(date, policy).from, times: freeTimes(date, policy) }
  if (free.size >= datesMax) free.clear()
  free.set(date, found)
  return found
}

const datesMax = 1000

function freeTimes(date: string, policy: Policy): Interval[] {
  const rules = policy.rules.filter(({ kind }) => kind === 'clock')
  let free: Interval[] = [hoursOfDate(date, policy)]
  for (const { zone, split, datesDiffer } of calendarsOf(policy)) {
    if (zone === undefined) continue
    for (const rule of rules) {
      if (!isWholeDays(rule) || rule.overSeconds !== undefined) free = without(free, spansAround(date, rule, zone))
      else if (split || datesDiffer) free = within(free, midnights(date, zone, 0, 1))
    }
    // The hours of a rule are known only around the date.
    if (rules.length > 0) free = within(free, midnights(date, zone, -1, 2))
  }
  return free
}

function midnights(date: string, zone: string, first: number, until: number): Interval {
  return { from: firstInstantOf(addDays(date, first), 0, zone), to: firstInstantOf(addDays(date, until), 0, zone) }
}

/** The hours of a rule that may overlap the day before a date, the date, or the day after it. */
function spansAround(date: string, rule: Rule, zone: string): Interval[] {
  return [-2, -1, 0, 1].flatMap((offset) => spansOfDay(rule, addDays(date, offset), zone))
}

function within(times: readonly Interval[], { from, to }: Interval): Interval[] {
  const cut = times.map((time) => ({ from: Math.max(time.from, from), to: Math.min(time.to, to) }))
  return cut.filter((time) => time.from < time.to)
}

function without(times: readonly Interval[], taken: readonly Interval[]): Interval[] {
  return taken.reduce<readonly Interval[]>(
    (left, { from, to }) => [
      ...within(left, { from: -Infinity, to: from }),
      ...within(left, { from: to, to: Infinity }),
    ],
    times,
  ) as Interval[]
}
