import { type Entry, type Rule, type Stretch, withAdded } from '../overtime/overtime.ts'
import type { Range } from '../time/calendar.ts'

export type { Range }

/**
 * Seconds by kind of pay: ot is paid 1.5 times, dt twice, other multipliers appear only in overtime_seconds (keyed by
 * multiplier as text). total_work_seconds is everything, including paid time off. overtime_by_rule has the overtime of
 * each rule.
 */
export type PayTotals = {
  total_re_seconds: number
  total_ot_seconds: number
  total_dt_seconds: number
  total_pto_seconds: number
  total_work_seconds: number
  overtime_seconds: Record<string, number>
  fixed_rate_seconds: Record<string, number>
  overtime_by_rule: Record<string, number>
}

/** The totals of one row of a payroll report; pto_seconds is by jobcode id. */
type PayrollTotals = PayTotals & { pto_seconds: Record<string, number> }

/** Adds up seconds by kind of pay. */
export class Tally {
  #regular = 0
  #off = 0
  // Most days have neither.
  #overtime: { byMultiplier: Map<number, number>; byRule: Map<string, number> } | undefined

  work({ seconds, multiplier, rule }: Stretch): void {
    if (rule === null) {
      this.#regular += seconds
      return
    }
    this.#overtime ??= { byMultiplier: new Map(), byRule: new Map() }
    addTo(this.#overtime.byMultiplier, multiplier, seconds)
    addTo(this.#overtime.byRule, rule, seconds)
  }

  paidOff(seconds: number): void {
    this.#off += seconds
  }

  add(other: Tally): void {
    this.#regular += other.#regular
    this.#off += other.#off
    if (!other.#overtime) return
    this.#overtime ??= { byMultiplier: new Map(), byRule: new Map() }
    for (const [multiplier, seconds] of other.#overtime.byMultiplier)
      addTo(this.#overtime.byMultiplier, multiplier, seconds)
    for (const [rule, seconds] of other.#overtime.byRule) addTo(this.#overtime.byRule, rule, seconds)
  }

  /** Regular seconds and paid time off, if that is all there is. */
  plain(): { regular: number; off: number } | undefined {
    return this.#overtime ? undefined : { regular: this.#regular, off: this.#off }
  }

  /** overtime_seconds contains each of these multipliers, even at 0. */
  totals(shown: readonly number[]): PayTotals {
    const overtime: Record<string, number> = {}
    for (const multiplier of shown) overtime[multiplier] = 0
    let premium = 0
    for (const [multiplier, seconds] of this.#overtime?.byMultiplier ?? []) {
      overtime[multiplier] = seconds
      premium += seconds
    }
    return {
      total_re_seconds: this.#regular,
      total_ot_seconds: overtime['1.5'] ?? 0,
      total_dt_seconds: overtime['2'] ?? 0,
      total_pto_seconds: this.#off,
      total_work_seconds: this.#regular + premium + this.#off,
      overtime_seconds: overtime,
      fixed_rate_seconds: {},
      overtime_by_rule: Object.fromEntries(this.#overtime?.byRule ?? []),
    }
  }
}

function addTo<K>(sums: Map<K, number>, key: K, seconds: number): void {
  sums.set(key, (sums.get(key) ?? 0) + seconds)
}

/** Totals within the range of dates (inclusive): the stretches from `overtime`, and paid time off from the entries. */
export function payrollTotals(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  rules: readonly Rule[],
  range: Range,
): PayrollTotals {
  const tally = new Tally()
  const pto: Record<string, number> = {}
  for (const stretch of stretches) if (!stretch.premium && isWithin(stretch, range)) tally.work(stretch)
  for (const { date, kind, jobcode_id, seconds } of entries) {
    if (kind !== 'pto' || seconds <= 0 || !isWithin({ date }, range)) continue
    tally.paidOff(seconds)
    pto[jobcode_id] = (pto[jobcode_id] ?? 0) + seconds
  }
  return { ...tally.totals(multipliers(rules)), pto_seconds: pto }
}

/** Seconds on one jobcode on one day: by kind of pay, and unpaid breaks. */
export type JobDay = { date: string; jobcode_id: number; tally: Tally; unpaid: number }

/** A person's days within the range, by jobcode, in date order. `isBreak` tells which unpaid jobcodes are breaks. */
export function jobDays(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  isBreak: (jobcode_id: number) => boolean,
  range: Range,
): JobDay[] {
  const days = new Map<string, Map<number, JobDay>>()
  const dayOf = ({ date, jobcode_id }: { date: string; jobcode_id: number }): JobDay => {
    const jobs = days.get(date) ?? new Map<number, JobDay>()
    if (jobs.size === 0) days.set(date, jobs)
    const known = jobs.get(jobcode_id)
    if (known) return known
    const made = { date, jobcode_id, tally: new Tally(), unpaid: 0 }
    jobs.set(jobcode_id, made)
    return made
  }
  for (const stretch of stretches) if (!stretch.premium && isWithin(stretch, range)) dayOf(stretch).tally.work(stretch)
  for (const entry of entries) {
    if (entry.seconds <= 0 || !isWithin(entry, range)) continue
    if (entry.kind === 'pto') dayOf(entry).tally.paidOff(entry.seconds)
    else if (entry.kind === 'unpaid' && isBreak(entry.jobcode_id)) dayOf(entry).unpaid += entry.seconds
  }
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.flatMap(([, jobs]) => [...jobs.values()].sort((a, b) => a.jobcode_id - b.jobcode_id))
}

function isWithin({ date }: { date: string }, range: Range): boolean {
  return date >= range.start_date && date <= range.end_date
}

/**
 * The multipliers a report shows for a person with these rules, ascending: always 1.5 and 2, others if a rule has them
 * or adds to one. What several additions make together is shown only where it occurs.
 */
export function multipliers(rules: readonly Rule[]): readonly number[] {
  const known = shown.get(rules)
  if (known) return known
  const found = shownFor(rules)
  shown.set(rules, found)
  return found
}

// Most people of a company share their rules.
const shown = new WeakMap<readonly Rule[], readonly number[]>()

function shownFor(rules: readonly Rule[]): number[] {
  const paying = rules.filter(({ multiplier }) => multiplier > 1)
  const rates = [1, ...paying.filter(({ adds }) => !adds).map(({ multiplier }) => multiplier)]
  const raised = paying
    .filter(({ adds }) => adds)
    .flatMap(({ multiplier }) => rates.map((rate) => withAdded(rate, multiplier)))
  return [...new Set([1.5, 2, ...rates.slice(1), ...raised])].sort((a, b) => a - b)
}

/** Whether time may be paid otherwise than once, one and a half times or twice, whatever several rules add together. */
export function hasOtherRates(rules: readonly Rule[]): boolean {
  const paying = rules.filter(({ multiplier }) => multiplier > 1)
  let rates = new Set([1, ...paying.filter(({ adds }) => !adds).map(({ multiplier }) => multiplier)])
  for (const { multiplier } of paying.filter(({ adds }) => adds)) {
    rates = new Set([...rates, ...[...rates].map((rate) => withAdded(rate, multiplier))])
    if ([...rates].some(isOther)) return true
  }
  return [...rates].some(isOther)
}

function isOther(rate: number): boolean {
  return rate !== 1 && rate !== 1.5 && rate !== 2
}

/** Seconds as hundredths of an hour, rounded half up. */
export function hundredths(seconds: number): number {
  return Math.floor((seconds + 18) / 36)
}

/** Seconds as hours with two decimals. */
export function hoursText(seconds: number): string {
  return (hundredths(seconds) / 100).toFixed(2)
}
