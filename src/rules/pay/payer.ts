import { valueAt } from '../elements.ts'
import type { Entry, Stretch } from '../overtime/rule.ts'
import type { BreakPremium } from '../time/break_premiums.ts'
import { addDays, daysBetween, type Range } from '../time/calendar.ts'
import { isRegular, type PayAmount } from './amounts.ts'
import { type Fraction, inParts, plus, times } from './fraction.ts'
import {
  hoursOfYear,
  isSalary,
  type Money,
  type PayRate,
  type RateBook,
  ratesPerUnit,
  sharesPerUnit,
  usualWeekSeconds,
  yearly,
} from './pay.ts'
import type { Salary, SalaryInputs, SalaryPart } from './salary.ts'

/**
 * How overtime is paid on several rates
 * - 'regular_rate': beyond the straight time of each hour at its own rate, with its loading, (multiplier − 1) times the
 *   regular rate, which is the weighted average of all that in the workweek (29 CFR 778.115, 778.207(b));
 * - 'rate_in_effect': multiplier times the rate of the overtime hour itself, where both agreed on it before the work
 *   (29 U.S.C. 207(g)(2), 29 CFR 778.419).
 */
export const overtimePay = ['regular_rate', 'rate_in_effect'] as const
/** One of these ways. */
export type OvertimePay = (typeof overtimePay)[number]

/** What is paid on a date beside the work. */
export type PaidBeside = Pick<BreakPremium, 'date' | 'seconds'>

/** The time that an amount pays for: work with its multiplier, or paid time off, which says so, with 1. */
export type Paid = Pick<Stretch, 'date' | 'jobcode_id' | 'seconds' | 'multiplier' | 'loading'> & {
  kind?: Entry['kind']
}

/**
 * A part of the pay for some time: the seconds, times the pay for a second, times a factor in millionths. `week`: the
 * first day of the workweek whose regular rate it is.
 */
export type PricedPart = {
  part: 'straight' | 'loading' | 'premium'
  seconds: number
  perSecond: Fraction
  factor: bigint
  week: string | null
}

/** What a payer knows besides rates and time. */
type PayFacts = {
  /** The first day of a date’s workweek. */
  weekOf: (date: string) => string
  /** How overtime is paid on a date. */
  wayOn: (date: string) => OvertimePay
  /** For people with a salary. */
  salary?: Salary | undefined
  /** The person’s amounts that were earned in these workweeks or are paid within the range. */
  amounts?: readonly PayAmount[]
  /** Whether a rule pays because of when the work is done, not because of how much there is; false if omitted. */
  isTimed?: (rule: string) => boolean
}

/** Seconds at known rates, and their straight-time pay in currency units, with all else that the regular rate holds. */
type Week = { seconds: bigint; pay: Fraction; rate?: Fraction }

/** Seconds of a workweek by the pay for a second and the loading on it, which few stretches do not share. */
type AtRate = { perSecond: Fraction; loading: number | undefined; seconds: number }

/** How a stretch of salaried work is paid: the pay for a second, and how many seconds the salary pays for. */
type Covered = { perSecond: Fraction; covered: number }

/** The pieces of a workweek, in currency units, and their seconds of rest periods. */
type Pieces = { pay: Fraction; rest: number }

const nothing: Fraction = { n: 0n, d: 1n }
const million = 1_000_000n

/** Computes the pay of one person. It needs the whole workweeks; then any part of them can be priced. */
export class Payer {
  readonly #user: number
  readonly #rates: RateBook
  readonly #facts: PayFacts
  /** By the first day of the workweek. */
  readonly #weeks = new Map<string, Week>()
  readonly #pieces = new Map<string, Pieces>()
  readonly #covered: ReadonlyMap<Paid, Covered>

  constructor(user_id: number, rates: RateBook, stretches: readonly Stretch[], facts: PayFacts) {
    this.#user = user_id
    this.#rates = rates
    this.#facts = facts
    const { weekOf, amounts = [] } = facts
    const shares = sharesByWeek(amounts, weekOf)
    for (const [week, { pieces, rest }] of shares) if (pieces.n > 0n) this.#pieces.set(week, { pay: pieces, rest })
    this.#covered = this.#coveredBySalary(stretches)
    for (const [first, parts] of this.#byWeek(stretches)) {
      const week: Week = { seconds: 0n, pay: nothing }
      this.#weeks.set(first, week)
      for (const { perSecond, loading, seconds } of parts) {
        week.seconds += BigInt(seconds)
        const { n, d } = perSecond
        week.pay = plus(week.pay, { n: n * BigInt(seconds) * withLoading(loading), d: d * million })
      }
      week.pay = plus(week.pay, shares.get(first)?.regular ?? nothing)
      const { rest = 0 } = this.#pieces.get(first) ?? {}
      if (rest > 0) week.pay = plus(week.pay, times(this.#perSecondOfRest(first, week), { n: BigInt(rest), d: 1n }))
    }
  }

  #byWeek(stretches: readonly Stretch[]): ReadonlyMap<string, readonly AtRate[]> {
    const weeks = new Map<string, AtRate[]>()
    let [date, parts]: [string, AtRate[]] = ['', []]
    for (const paid of stretches) {
      const rate = this.rateOf(paid)
      if (!rate) continue
      if (paid.date !== date) {
        date = paid.date
        const first = this.#facts.weekOf(date)
        parts = weeks.get(first) ?? []
        weeks.set(first, parts)
      }
      const { loading, seconds } = paid
      const own = this.#covered.get(paid)?.perSecond ?? perSecond(rate)
      const known = parts.find((part) => part.perSecond === own && part.loading === loading)
      if (known) known.seconds += seconds
      else parts.push({ perSecond: own, loading, seconds })
    }
    return weeks
  }

  /**
   * The rate for some time; undefined if none was in effect. Piece work needs none: its hours are paid by the piece (29
   * CFR 778.111). Pieces pay no time off.
   */
  rateOf({ date, jobcode_id, kind }: Pick<Paid, 'date' | 'jobcode_id' | 'kind'>): PayRate | undefined {
    const rate = this.#rates.at(this.#user, jobcode_id, date)
    if (rate || kind === 'pto' || this.#pieces.size === 0) return rate
    if (!this.#pieces.has(this.#facts.weekOf(date))) return undefined
    return { user_id: this.#user, jobcode_id: 0, from: '', rate: 0, per: 'hour' }
  }

  /** Adds the pay for some time, besides the salary. False if no rate was in effect. */
  pay(paid: Paid, to: Money): boolean {
    const rate = this.rateOf(paid)
    for (const { seconds, perSecond, factor } of this.partsOf(paid, rate))
      to.add(BigInt(seconds) * perSecond.n * factor, perSecond.d * million)
    return rate !== undefined
  }

  /** The parts of the pay for some time at its rate, besides the salary. */
  partsOf(paid: Paid, rate: PayRate | undefined): PricedPart[] {
    if (!rate) return []
    const { date, seconds, multiplier, loading } = paid
    const known = this.#covered.get(paid)
    const own = known?.perSecond ?? perSecond(rate)
    const covered = known?.covered ?? (isSalary(rate) ? seconds : 0)
    const parts: PricedPart[] = []
    const add = (part: PricedPart) => {
      if (part.seconds > 0 && part.factor !== 0n) parts.push(part)
    }
    add({ part: 'straight', seconds: seconds - covered, perSecond: own, factor: million, week: null })
    const whole = withLoading(loading)
    if (whole !== million) add({ part: 'loading', seconds, perSecond: own, factor: whole - million, week: null })
    const factor = millionths(multiplier) - whole
    if (factor === 0n) return parts
    if (this.#facts.wayOn(date) === 'rate_in_effect') {
      const loaded = { n: own.n * whole, d: own.d * million }
      add({ part: 'premium', seconds, perSecond: loading === undefined ? own : loaded, factor, week: null })
      return parts
    }
    const week = this.#facts.weekOf(date)
    add({ part: 'premium', seconds, perSecond: perSecondOf(valueAt(this.#weeks, week)), factor, week })
    return parts
  }

  /**
   * A premium, such as an hour for a break that was not provided, at the regular rate of the workweek (Ferra v. Loews
   * Hollywood Hotel (2021) 11 Cal.5th 858). undefined without work at a known rate.
   */
  premiumOf(date: string, seconds: number): PricedPart | undefined {
    const week = this.#facts.weekOf(date)
    const known = this.#weeks.get(week)
    return known && { part: 'premium', seconds, perSecond: perSecondOf(known), factor: million, week }
  }

  /** Adds that premium, and returns the regular rate in ten-thousandths. */
  payPremium(date: string, seconds: number, to: Money): number | undefined {
    const part = this.premiumOf(date, seconds)
    if (!part) return undefined
    to.add(BigInt(seconds) * part.perSecond.n, part.perSecond.d)
    return hourly(part.perSecond)
  }

  /** The regular rate of each workweek within the dates, by its first day, in ten-thousandths, rounded half up. */
  regularRates({ start_date, end_date }: Range): { week: string; rate: number }[] {
    return [...this.#weeks]
      .filter(([week]) => week >= this.#facts.weekOf(start_date) && week <= end_date)
      .map(([first, week]) => ({ week: first, rate: hourly(perSecondOf(week)) }))
      .sort((a, b) => (a.week < b.week ? -1 : 1))
  }

  /** The person’s salary within the dates. */
  salaryIn(range: Range): SalaryPart[] {
    return this.#facts.salary?.partsIn(range) ?? []
  }

  /** The workweeks within the dates for which a salary is not paid because there is no time in them. */
  weeksWithoutSalary(range: Range): string[] {
    return this.#facts.salary?.weeksWithoutTime(range) ?? []
  }

  /** What the person’s salary within the dates depends on beside the time; undefined without a salary. */
  salaryInputsIn(range: Range): SalaryInputs | undefined {
    return this.#facts.salary?.dependsIn(range)
  }

  /** How overtime is paid on a date. */
  wayOn(date: string): OvertimePay {
    return this.#facts.wayOn(date)
  }

  /** The amounts of these dates: paid on them, or earned then and part of the regular rate. */
  amountsFor(range: Range): PayAmount[] {
    const paid = new Set(this.amountsIn(range))
    const isEarned = ({ starts, ends }: PayAmount) => starts <= range.end_date && ends >= range.start_date
    return (this.#facts.amounts ?? []).filter((one) => paid.has(one) || (isRegular(one) && isEarned(one)))
  }

  /** The amounts that are paid within the dates. */
  amountsIn({ start_date, end_date }: Range): PayAmount[] {
    return (this.#facts.amounts ?? []).filter(({ date }) => date >= start_date && date <= end_date)
  }

  /**
   * The pay for a second of the rest periods of piece work: what the pieces of the workweek make on average, in the time
   * that was worked (Labor Code 226.2(a)(3)). With an hourly rate, which pays for the rest periods, too, that comes on
   * top of it.
   */
  perSecondOfRest({ date }: PayAmount): Fraction {
    const first = this.#facts.weekOf(date)
    const week = this.#weeks.get(first)
    return week ? this.#perSecondOfRest(first, week) : nothing
  }

  #perSecondOfRest(first: string, { seconds }: Week): Fraction {
    const { pay, rest } = valueAt(this.#pieces, first)
    const worked = seconds - BigInt(rest)
    return worked > 0n ? times(pay, { n: 1n, d: worked }) : nothing
  }

  /**
   * How much of salaried work the salary pays for: all that an exempt person does, and all that one with a fluctuating
   * workweek does (29 CFR 778.114); otherwise the hours that it is meant for (29 CFR 778.113), which are overtime only
   * if it is meant for more than 40 a week (29 CFR 778.325).
   */
  #coveredBySalary(stretches: readonly Stretch[]): ReadonlyMap<Paid, Covered> {
    const found = new Map<Paid, Covered>()
    const { salary, weekOf } = this.#facts
    if (!salary) return found
    const groups = new Map<PayRate, Map<string, Stretch[]>>()
    for (const stretch of stretches) {
      const rate = salary.rateOn(stretch.date)
      if (!rate) continue
      if (salary.isExemptOn(stretch.date)) found.set(stretch, { perSecond: perSecond(rate), covered: stretch.seconds })
      else {
        const weeks = groups.get(rate) ?? new Map<string, Stretch[]>()
        groups.set(rate, weeks)
        const week = weekOf(stretch.date)
        weeks.set(week, [...(weeks.get(week) ?? []), stretch])
      }
    }
    for (const [rate, weeks] of groups)
      for (const [week, own] of weeks) this.#cover(own, rate, salary.ofWeek(week, rate), found)
    return found
  }

  #cover(own: readonly Stretch[], rate: PayRate, share: { days: number; of: number }, found: Map<Paid, Covered>): void {
    const all = own.reduce((sum, { seconds }) => sum + seconds, 0)
    if (rate.fluctuating && share.days > 0 && all > 0) {
      const week = { n: BigInt(yearly(rate)) * BigInt(share.days), d: BigInt(ratesPerUnit * 52) * BigInt(share.of) }
      const perSecond = times(week, { n: 1n, d: BigInt(all) })
      for (const stretch of own) found.set(stretch, { perSecond, covered: stretch.seconds })
      return
    }
    const meant = Math.floor(((rate.week_seconds ?? usualWeekSeconds) * share.days) / Math.max(1, share.of))
    const usual = Math.floor((usualWeekSeconds * share.days) / Math.max(1, share.of))
    let left = meant
    const take = (stretch: Stretch, most: number) => {
      const covered = Math.max(0, Math.min(stretch.seconds, left, most))
      left -= covered
      found.set(stretch, { perSecond: perSecond(rate), covered })
      return covered
    }
    for (const stretch of own) if (!this.#isOvertime(stretch)) take(stretch, stretch.seconds)
    let most = Math.max(0, meant - usual)
    for (const stretch of own) if (this.#isOvertime(stretch)) most -= take(stretch, most)
  }

  /** Whether a stretch is paid more because of how much was worked. */
  #isOvertime({ rule }: Stretch): boolean {
    const { isTimed = () => false } = this.#facts
    return rule !== null && !rule.split('+').every(isTimed)
  }
}

/** The parts of amounts that enter the regular rate, by workweek, in currency units; with the seconds of rest. */
function sharesByWeek(amounts: readonly PayAmount[], weekOf: (date: string) => string) {
  const found = new Map<string, { regular: Fraction; pieces: Fraction; rest: number }>()
  for (const amount of amounts) {
    if (!isRegular(amount)) continue
    const { starts, ends, cents, rest_seconds } = amount
    const of = daysBetween(starts, ends) + 1
    const days = Map.groupBy(
      Array.from({ length: of }, (_, n) => addDays(starts, n)),
      weekOf,
    )
    for (const [week, { length }] of days) {
      const known = found.get(week) ?? { regular: nothing, pieces: nothing, rest: 0 }
      const share = { n: BigInt(cents) * BigInt(length), d: 100n * BigInt(of) }
      found.set(week, {
        regular: plus(known.regular, share),
        pieces: amount.kind === 'piece' ? plus(known.pieces, share) : known.pieces,
        rest: known.rest + rest_seconds,
      })
    }
  }
  return found
}

/** The pay for a second at a rate, in currency units; of a salary, at its hourly equivalent. */
export function perSecond(rate: PayRate): Fraction {
  const known = ofRates.get(rate) ?? perSecondAt(rate)
  ofRates.set(rate, known)
  return known
}

const ofRates = new WeakMap<PayRate, Fraction>()

function perSecondAt(rate: PayRate): Fraction {
  if (!isSalary(rate)) return { n: BigInt(rate.rate) * BigInt(hoursOfYear), d: sharesPerUnit }
  return { n: BigInt(yearly(rate)), d: BigInt(ratesPerUnit) * 52n * BigInt(rate.week_seconds ?? usualWeekSeconds) }
}

/** The regular rate of a workweek, for a second. Call it when the week is complete. */
function perSecondOf(week: Week): Fraction {
  week.rate ??= { n: week.pay.n, d: week.pay.d * week.seconds }
  return week.rate
}

/** The pay for an hour, in ten-thousandths, rounded half up. */
export function hourly(perSecond: Fraction): number {
  return inParts({ n: perSecond.n * 3600n, d: perSecond.d }, BigInt(ratesPerUnit))
}

function millionths(factor: number): bigint {
  return factor === 1 ? million : BigInt(Math.round(factor * 1e6))
}

/** An hour's pay with its loading, in millionths of the straight time. */
function withLoading(loading = 0): bigint {
  return loading === 0 ? million : million + millionths(loading)
}
