import { firstOf } from '../elements.ts'
import { type Reason, reason } from '../refusals/reason.ts'
import { isDate } from '../time/calendar.ts'
import { inParts } from './fraction.ts'

// Rates of pay with their dates, and sums of money that are exact until they are rounded once.

/** What a rate is paid for: an hour of work, or a week, month or year, which makes it a salary. */
export const payUnits = ['hour', 'week', 'month', 'year'] as const

/**
 * A rate of pay, in ten-thousandths of the currency unit. It applies from a local date until the next rate of the same
 * person and job. user_id 0: everyone on the job; jobcode_id 0: all of the person's time; from '': always. A salary is
 * meant for `week_seconds` of work a week (40 hours if omitted); a fluctuating one for all the work of any week.
 */
export type PayRate = {
  user_id: number
  jobcode_id: number
  from: string
  rate: number
  per: (typeof payUnits)[number]
  week_seconds?: number
  fluctuating?: 0 | 1
}

/** Hours of work for which a yearly salary is paid: 52 weeks of 40. */
export const hoursOfYear = 2080

/** Seconds of work a week for which a salary is meant, unless it says otherwise. */
export const usualWeekSeconds = 40 * 3600

/** How often a salary of each kind is paid a year. */
const timesAYear = { week: 52, month: 12, year: 1 } as const

/** Whether a rate is a salary: paid by the period, not by the hour. */
export function isSalary({ per }: Pick<PayRate, 'per'>): boolean {
  return per !== 'hour'
}

/** A salary for a year, in ten-thousandths of the currency unit. */
export function yearly({ rate, per }: Pick<PayRate, 'rate' | 'per'>): number {
  return per === 'hour' ? 0 : rate * timesAYear[per]
}

/** Rates are stored as whole numbers of this part of the currency unit. */
export const ratesPerUnit = 10_000

/** The pay for an hour at a rate, in currency units. */
export function hourlyPay(rate: PayRate): number {
  if (!isSalary(rate)) return rate.rate / ratesPerUnit
  return yearly(rate) / ratesPerUnit / ((52 * (rate.week_seconds ?? usualWeekSeconds)) / 3600)
}

/** Maximum rate, in currency units. */
export const rateMax = 999999.99

/** A rate in currency units, converted for storage. */
export function storedRate(rate: number): number {
  return Math.round(rate * ratesPerUnit)
}

/** A rate as submitted: in currency units, such as 27.5. */
export type GivenRate = Omit<PayRate, 'rate'> & { rate: number }

/** Why a rate cannot be added to those that exist, undefined if it can. */
export function rateProblem(given: GivenRate, known: readonly PayRate[]): Reason | undefined {
  const { user_id, jobcode_id, from, rate, per } = given
  if (user_id === 0 && jobcode_id === 0) return reason('rate_for_none')
  if (!(rate >= 0 && rate <= rateMax)) return reason('not_a_number', { field: 'rate', min: 0, max: rateMax })
  if (Math.abs(rate * ratesPerUnit - storedRate(rate)) > 1e-4) return reason('too_many_decimals', { field: 'rate' })
  if (jobcode_id !== 0 && per !== 'hour') return reason('job_rate_not_hourly')
  if (from !== '' && !isDate(from)) return reason('rate_date_malformed', { date: from })
  const hours = hoursProblem(given)
  if (hours) return hours
  const isTwin = (other: PayRate) => other.user_id === user_id && other.jobcode_id === jobcode_id && other.from === from
  const twin = known.find(isTwin)
  if (!twin) return undefined
  if (isSalary(twin) !== isSalary(given)) return reason('salary_and_hourly_rate', { date: from || 'the beginning' })
  return from === '' ? reason('rate_without_start_exists') : reason('rate_exists', { date: from })
}

/** What is wrong with the hours for which a rate is meant: only a salary has them. */
function hoursProblem(given: GivenRate): Reason | undefined {
  const { week_seconds = usualWeekSeconds, fluctuating } = given
  if (!isSalary(given) && (fluctuating || week_seconds !== usualWeekSeconds)) return reason('hours_of_hourly_rate')
  const isPossible = week_seconds > 0 && week_seconds <= weekHoursMax * 3600
  return isPossible ? undefined : reason('not_a_number', { field: 'week_hours', min: 1, max: weekHoursMax })
}

/** The most hours a week for which a salary can be meant. */
export const weekHoursMax = 168

/**
 * Why rates of one person cannot be together: a rate of their own for a job begins while they have a salary, which pays
 * all of their work. One that began before the salary ends with it. What is together in the rates `before` may stay, so
 * that databases from before this was refused can be changed, and mended.
 */
export function mixedProblem(rates: readonly PayRate[], before: readonly PayRate[]): Reason | undefined {
  const known = mixedIn(before).map(keyOf)
  const mixed = mixedIn(rates).find((rate) => !known.includes(keyOf(rate)))
  return mixed && reason('salary_and_hourly_rate', { date: mixed.from || 'the beginning' })
}

function keyOf({ jobcode_id, from }: PayRate): string {
  return `${jobcode_id} ${from}`
}

/** A person’s rates for jobs that begin while they have a salary. */
function mixedIn(rates: readonly PayRate[]): PayRate[] {
  const own = rates.filter(({ user_id, jobcode_id }) => user_id !== 0 && jobcode_id === 0)
  return rates.filter(({ user_id, jobcode_id, from }) => {
    if (user_id === 0 || jobcode_id === 0) return false
    const current = rateOn(own, from)
    return current !== undefined && isSalary(current)
  })
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
    this.#salaried = new Set(rates.filter(isSalary).map(({ user_id }) => user_id))
  }

  /**
   * The rate of a person for a job on a date: their salary, which pays all of their work; otherwise that for the person
   * and job, otherwise for the job, otherwise the same for its parents, otherwise for the person.
   */
  at(user_id: number, jobcode_id: number, date: string): PayRate | undefined {
    const own = this.#in(user_id, 0, date)
    if (own && isSalary(own)) return own
    for (let job = this.byJob ? jobcode_id : 0; job !== 0; job = this.#parents.get(job) ?? 0) {
      const found = this.#in(user_id, job, date) ?? this.#in(0, job, date)
      if (found) return found
    }
    return own
  }

  /** The salary of a person on a date; undefined for people who are paid by the hour. */
  salaryOn(user_id: number, date: string): PayRate | undefined {
    const own = this.#in(user_id, 0, date)
    return own && isSalary(own) ? own : undefined
  }

  /** The people who have, or had, a salary. */
  readonly #salaried: ReadonlySet<number>

  /** Whether anyone has, or had, a salary. */
  get hasSalaries(): boolean {
    return this.#salaried.size > 0
  }

  /** Whether a person has, or had, a salary. */
  isSalaried(user_id: number): boolean {
    return this.#salaried.has(user_id)
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

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.#parts.size === 0
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
    return inParts({ n: sum, d: of }, 100n)
  }
}

/** An amount for a second is a whole number of these parts of the currency unit, whatever the rate by the hour. */
export const sharesPerUnit = BigInt(ratesPerUnit * 3600 * hoursOfYear)

/** Adds the billed amount for time on a job. `rate`: ten-thousandths of the currency unit per hour. */
export function bill(seconds: number, rate: number, to: Money): void {
  to.add(BigInt(seconds) * BigInt(rate) * BigInt(hoursOfYear), sharesPerUnit)
}
