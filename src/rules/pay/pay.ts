import { firstOf, paired, valueAt } from '../elements.ts'
import type { Entry, Stretch } from '../overtime/rule.ts'
import { type Reason, reason } from '../refusals/reason.ts'
import type { BreakPremium } from '../time/break_premiums.ts'
import { isDate, type Range } from '../time/calendar.ts'
import { centShares } from './shown_hours.ts'

// Pay for worked time: rates with dates, overtime premiums, and amounts that are exact until they are rounded once.

/**
 * A rate of pay, in ten-thousandths of the currency unit per hour or year. It applies from a local date until the next
 * rate of the same person and job. user_id 0: everyone on the job; jobcode_id 0: all of the person's time; from '':
 * always.
 */
export type PayRate = { user_id: number; jobcode_id: number; from: string; rate: number; per: 'hour' | 'year' }

/** Hours of work for which a yearly salary is paid: 52 weeks of 40. */
export const hoursOfYear = 2080

/** Rates are stored as whole numbers of this part of the currency unit. */
export const ratesPerUnit = 10_000

/** The pay for an hour at a rate, in currency units. */
export function hourlyPay({ rate, per }: PayRate): number {
  return rate / ratesPerUnit / (per === 'year' ? hoursOfYear : 1)
}

/** Maximum rate, in currency units. */
export const rateMax = 999999.99

/** A rate in currency units, converted for storage. */
export function storedRate(rate: number): number {
  return Math.round(rate * ratesPerUnit)
}

/** A rate as submitted: in currency units per hour or year, such as 27.5. */
export type GivenRate = Omit<PayRate, 'rate'> & { rate: number }

/** Why a rate cannot be added to those that exist, undefined if it can. */
export function rateProblem(given: GivenRate, known: readonly PayRate[]): Reason | undefined {
  const { user_id, jobcode_id, from, rate, per } = given
  if (user_id === 0 && jobcode_id === 0) return reason('rate_for_none')
  if (!(rate >= 0 && rate <= rateMax)) return reason('not_a_number', { field: 'rate', min: 0, max: rateMax })
  if (Math.abs(rate * ratesPerUnit - storedRate(rate)) > 1e-4) return reason('too_many_decimals', { field: 'rate' })
  if (jobcode_id !== 0 && per !== 'hour') return reason('job_rate_not_hourly')
  if (from !== '' && !isDate(from)) return reason('rate_date_malformed', { date: from })
  const isTwin = (other: PayRate) => other.user_id === user_id && other.jobcode_id === jobcode_id && other.from === from
  if (!known.some(isTwin)) return undefined
  return from === '' ? reason('rate_without_start_exists') : reason('rate_exists', { date: from })
}

/** The rate in effect on a date, from rates for the same person and job in any order. */
export function rateOn(rates: readonly PayRate[], date: string): PayRate | undefined {
  let found: PayRate | undefined
  for (const rate of rates) if (rate.from <= date && (!found || rate.from > found.from)) found = rate
  return found
}

/** Rates for looking up pay: the most specific one in effect wins. `parents`: the parent of each job that has one. */
export class RateBook {
  readonly #rates: ReadonlyMap<string, readonly PayRate[]>
  readonly #parents: ReadonlyMap<number, number>
  #jobs: readonly number[] | undefined
  /** Whether any rate depends on the job. */
  readonly byJob: boolean

  constructor(rates: readonly PayRate[], parents: ReadonlyMap<number, number> = new Map()) {
    this.#parents = parents
    this.#rates = Map.groupBy(rates, ({ user_id, jobcode_id }) => `${user_id}/${jobcode_id}`)
    this.byJob = rates.some(({ jobcode_id }) => jobcode_id !== 0)
  }

  /**
   * The rate of a person for a job on a date: for the person and job, otherwise for the job, otherwise the same for its
   * parents, otherwise for the person.
   */
  at(user_id: number, jobcode_id: number, date: string): PayRate | undefined {
    for (let job = this.byJob ? jobcode_id : 0; job !== 0; job = this.#parents.get(job) ?? 0) {
      const found = this.#in(user_id, job, date) ?? this.#in(0, job, date)
      if (found) return found
    }
    return this.#in(user_id, 0, date)
  }

  /** The rates of all of a person’s time, in order of their dates. */
  ownOf(user_id: number): readonly PayRate[] {
    return (this.#rates.get(`${user_id}/0`) ?? []).toSorted((a, b) => (a.from < b.from ? -1 : 1))
  }

  /** The jobs on which a person may be paid a different rate, including those below a job with a rate. */
  jobsOf(user_id: number): number[] {
    this.#jobs ??= [
      ...new Set([...this.#parents.keys(), ...[...this.#rates.values()].map((rates) => firstOf(rates).jobcode_id)]),
    ]
    return this.#jobs.filter((job) => job !== 0 && this.#chainOf(user_id, job).length > 0)
  }

  /** The dates on which the rate of a person for a job may change, in order; '' is always the first. */
  datesOf(user_id: number, jobcode_id: number): string[] {
    const rates = [...this.#chainOf(user_id, jobcode_id), ...this.ownOf(user_id)]
    return [...new Set(['', ...rates.map(({ from }) => from)])].sort()
  }

  /** The rates of a person for a job and the jobs above it. */
  #chainOf(user_id: number, jobcode_id: number): PayRate[] {
    const found: PayRate[] = []
    for (let job = jobcode_id; job !== 0; job = this.#parents.get(job) ?? 0)
      for (const user of [user_id, 0]) found.push(...(this.#rates.get(`${user}/${job}`) ?? []))
    return found
  }

  #in(user_id: number, jobcode_id: number, date: string): PayRate | undefined {
    const rates = this.#rates.get(`${user_id}/${jobcode_id}`)
    return rates && rateOn(rates, date)
  }
}

/** An exact sum of money in currency units, kept as fractions by denominator. */
export class Money {
  readonly #parts = new Map<bigint, bigint>()

  add(numerator: bigint, denominator: bigint): void {
    this.#parts.set(denominator, (this.#parts.get(denominator) ?? 0n) + numerator)
  }

  addAll(other: Money): void {
    for (const [denominator, numerator] of other.#parts) this.add(numerator, denominator)
  }

  /** In hundredths of the currency unit, not rounded and nearly exact: for shares of a rounded sum. */
  unrounded(): number {
    let sum = 0
    for (const [denominator, numerator] of this.#parts) sum += (100 * Number(numerator)) / Number(denominator)
    return sum
  }

  /** In hundredths of the currency unit, rounded half up. */
  cents(): number {
    let [sum, of] = [0n, 1n]
    for (const [denominator, numerator] of this.#parts)
      [sum, of] = [sum * denominator + numerator * of, of * denominator]
    return Number((200n * sum + of) / (2n * of))
  }
}

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

/** The time that an amount pays for: work with its multiplier, or paid time off with 1. */
export type Paid = Pick<Stretch, 'date' | 'jobcode_id' | 'seconds' | 'multiplier' | 'loading'>

// Pay is in millionths of the parts that `share` counts.
type Week = { seconds: bigint; pay: bigint }

/** In ten-thousandths of the currency unit, rounded half up. */
function regularRate({ seconds, pay }: Week): number {
  const of = seconds * BigInt(hoursOfYear) * million
  return Number((2n * pay + of) / (2n * of))
}

/**
 * Computes the pay of one person. It needs the whole workweeks; then any part of them can be priced. `weekOf` is the
 * first day of a date's workweek, `wayOn` how overtime is paid on it.
 */
export class Payer {
  readonly #user: number
  readonly #rates: RateBook
  readonly #weekOf: (date: string) => string
  readonly #wayOn: (date: string) => OvertimePay
  /** By the first day of the workweek: the seconds worked at a known rate, and their straight-time pay. */
  readonly #weeks = new Map<string, Week>()

  constructor(
    user_id: number,
    rates: RateBook,
    stretches: readonly Paid[],
    { weekOf, wayOn }: { weekOf: (date: string) => string; wayOn: (date: string) => OvertimePay },
  ) {
    this.#user = user_id
    this.#rates = rates
    this.#weekOf = weekOf
    this.#wayOn = wayOn
    for (const { date, jobcode_id, seconds, loading } of stretches) {
      const rate = this.rateOf({ date, jobcode_id })
      if (!rate) continue
      const first = weekOf(date)
      const week = this.#weeks.get(first) ?? { seconds: 0n, pay: 0n }
      this.#weeks.set(first, week)
      week.seconds += BigInt(seconds)
      week.pay += BigInt(seconds) * share(rate) * withLoading(loading)
    }
  }

  /** The rate for some time; undefined if none was in effect. */
  rateOf({ date, jobcode_id }: Pick<Paid, 'date' | 'jobcode_id'>): PayRate | undefined {
    return this.#rates.at(this.#user, jobcode_id, date)
  }

  /** Adds the pay for some time. False if no rate was in effect. */
  pay(paid: Paid, to: Money): boolean {
    const rate = this.rateOf(paid)
    if (!rate) return false
    const seconds = BigInt(paid.seconds)
    const straight = seconds * share(rate) * withLoading(paid.loading)
    to.add(straight, million * sharesPerUnit)
    const extra = millionths(paid.multiplier) - withLoading(paid.loading)
    if (extra === 0n) return true
    if (this.#wayOn(paid.date) === 'rate_in_effect') {
      to.add(extra * straight, million * million * sharesPerUnit)
      return true
    }
    const week = valueAt(this.#weeks, this.#weekOf(paid.date))
    to.add(extra * seconds * week.pay, million * million * sharesPerUnit * week.seconds)
    return true
  }

  /**
   * Adds a premium, such as an hour for a break that was not provided, at the regular rate of the workweek (Ferra v. Loews
   * Hollywood Hotel (2021) 11 Cal.5th 858). Returns that rate in ten-thousandths; undefined without work at a known rate.
   */
  payPremium(date: string, seconds: number, to: Money): number | undefined {
    const week = this.#weeks.get(this.#weekOf(date))
    if (!week) return undefined
    to.add(BigInt(seconds) * week.pay, million * sharesPerUnit * week.seconds)
    return regularRate(week)
  }

  /** The regular rate of each workweek within the dates, by its first day, in ten-thousandths, rounded half up. */
  regularRates({ start_date, end_date }: Range): { week: string; rate: number }[] {
    return [...this.#weeks]
      .filter(([week]) => week >= this.#weekOf(start_date) && week <= end_date)
      .map(([first, week]) => ({ week: first, rate: regularRate(week) }))
      .sort((a, b) => (a.week < b.week ? -1 : 1))
  }
}

/** An amount for a second is a whole number of these parts of the currency unit, whatever the rate. */
const sharesPerUnit = BigInt(ratesPerUnit * 3600 * hoursOfYear)

/** The pay for a second, in these parts. */
function share({ rate, per }: PayRate): bigint {
  return BigInt(rate) * (per === 'hour' ? BigInt(hoursOfYear) : 1n)
}

const million = 1_000_000n

function millionths(factor: number): bigint {
  return BigInt(Math.round(factor * 1e6))
}

/** An hour's pay with its loading, in millionths of the straight time. */
function withLoading(loading = 0): bigint {
  return million + millionths(loading)
}

/** Adds the billed amount for time on a job. `rate`: ten-thousandths of the currency unit per hour. */
export function bill(seconds: number, rate: number, to: Money): void {
  to.add(BigInt(seconds) * BigInt(rate) * BigInt(hoursOfYear), sharesPerUnit)
}

/** The kinds of gross pay, in the order of its lines. */
export const grossKinds = ['work', 'break_premium', 'time_off'] as const

/** The pay of one kind of time at one rate; `rate` is null, and nothing is paid, if none was in effect. */
export type GrossLine = {
  kind: (typeof grossKinds)[number]
  rate: number | null
  per: PayRate['per']
  multiplier: number
  seconds: number
  amount_cents: number
}

/** Lines with the same key are parts of one figure of hours. */
export function grossKey({ kind, multiplier }: Pick<GrossLine, 'kind' | 'multiplier'>): string {
  return kind === 'break_premium' ? kind : `${kind} ${multiplier}`
}

/** Gross pay whose amounts add up to what is shown elsewhere for the same time. */
export function withTotal(lines: readonly GrossLine[], cents: number): GrossLine[] {
  const priced = lines.filter(({ rate }) => rate !== null)
  const amounts = centShares(
    priced.map(({ amount_cents }) => amount_cents),
    cents,
  )
  const given = new Map(paired(priced, amounts))
  return lines.map((line) => ({ ...line, amount_cents: given.get(line) ?? 0 }))
}

/**
 * Pay within the range by kind, rate and multiplier, each line rounded once. Pass the arguments of `Payer`, and what is
 * paid beside the work because breaks were not provided.
 */
export function grossLines(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  payer: Payer,
  range: Range,
  unprovided: readonly PaidBeside[] = [],
): GrossLine[] {
  const lines = new Map<string, Omit<GrossLine, 'amount_cents'> & { money: Money }>()
  const lineOf = (of: Pick<GrossLine, 'kind' | 'rate' | 'per' | 'multiplier'>, seconds: number): Money => {
    const key = `${of.kind} ${of.rate} ${of.per} ${of.multiplier}`
    const line = lines.get(key) ?? { ...of, seconds: 0, money: new Money() }
    lines.set(key, line)
    line.seconds += seconds
    return line.money
  }
  const add = (kind: GrossLine['kind'], paid: Paid) => {
    if (paid.date < range.start_date || paid.date > range.end_date) return
    const { rate, per } = payer.rateOf(paid) ?? { rate: null, per: 'hour' as const }
    payer.pay(paid, lineOf({ kind, rate, per, multiplier: paid.multiplier }, paid.seconds))
  }
  for (const { date, seconds } of unprovided) {
    const money = new Money()
    const rate = payer.payPremium(date, seconds, money) ?? null
    lineOf({ kind: 'break_premium', rate, per: 'hour', multiplier: 1 }, seconds).addAll(money)
  }
  for (const stretch of stretches) add(stretch.premium ? 'break_premium' : 'work', stretch)
  for (const entry of entries)
    if (entry.kind === 'pto' && entry.seconds > 0) add('time_off', { ...entry, multiplier: 1 })
  return [...lines.values()]
    .sort((a, b) => orderOf(a) - orderOf(b) || a.multiplier - b.multiplier || (b.rate ?? -1) - (a.rate ?? -1))
    .map(({ money, ...line }) => ({ ...line, amount_cents: money.cents() }))
}

/** What is paid on a date beside the work. */
export type PaidBeside = Pick<BreakPremium, 'date' | 'seconds'>

function orderOf({ kind }: Pick<GrossLine, 'kind'>): number {
  return grossKinds.indexOf(kind)
}
