import { firstOfWeek, inMonth } from './dates.ts'
import { type Exact, exact, product, quotient, rounded, sum, zero } from './exact.ts'
import type { Run } from './worked.ts'
import { type Company, expectedOn, inEffect, type Person, type Rate } from './world.ts'

// A salary, day by day: the working days of a week, half month or month share its sum, and the cents of a day are those
// that it adds to the rounded running sum.

/** A working day. Without a rate, no salary is due for it; `isOff`: a whole day of unpaid time off. */
type Day = { day: number; rate: Rate | undefined; isOff: boolean }

/** What is due at a rate, in cents, and what days off take from it; undefined if there are none. */
export type Due = { rate: Rate; due: number; deducted: number | undefined }

const timesAYear = { hour: 0, week: 52, month: 12, year: 1 }

/** A salary for a year, in currency units. */
export function aYear({ rate, per }: Rate): Exact {
  return exact(rate * timesAYear[per], 10_000)
}

/** The salaries of one person, whose work is known. */
export class Salary {
  readonly #person: Person
  readonly #company: Company
  /** The workweeks with work or paid time off, by their first days, and the days with it. */
  readonly #weeks: ReadonlySet<number>
  readonly #paid: ReadonlySet<number>
  readonly #unpaid = new Map<number, number>()

  constructor(person: Person, company: Company, runs: readonly Run[]) {
    this.#person = person
    this.#company = company
    const typed = person.sheets.flatMap((sheet) => ('day' in sheet ? [sheet] : []))
    this.#paid = new Set([...runs, ...typed.filter(({ kind }) => kind === 'pto')].map(({ day }) => day))
    this.#weeks = new Set([...this.#paid].map((day) => firstOfWeek(day, company.weekStart)))
    for (const { kind, day, seconds } of typed)
      if (kind === 'unpaid_time_off') this.#unpaid.set(day, (this.#unpaid.get(day) ?? 0) + seconds)
  }

  /** The share of a workweek that is paid at a rate: working days, of all of them. */
  ofWeek(first: number, rate: Rate): { paid: number; of: number } {
    const days = this.#days(first, first + 6)
    return { paid: days.filter((day) => day.rate === rate && !day.isOff).length, of: days.length }
  }

  /** What is due from one day to another, by span and rate. */
  dueIn(first: number, last: number): Due[] {
    const found: Due[] = []
    for (let day = first; day <= last; ) {
      const span = this.#spanOf(day)
      found.push(...this.#dueOf(span, first, last))
      day = span.last + 1
    }
    return found
  }

  #dueOf(span: { first: number; last: number; aYear: number }, first: number, last: number): Due[] {
    const days = this.#days(span.first, span.last)
    const share = exact(100, span.aYear * Math.max(1, days.length))
    const found = new Map<Rate, { due: number; net: number; hasOff: boolean }>()
    let [due, net]: [Exact, Exact] = [zero, zero]
    for (const { day, rate, isOff } of days) {
      if (!rate) continue
      const before = [rounded(due), rounded(net)] as const
      due = sum(due, product(aYear(rate), share))
      if (!isOff) net = sum(net, product(aYear(rate), share))
      if (day < first || day > last) continue
      const known = found.get(rate) ?? { due: 0, net: 0, hasOff: false }
      found.set(rate, {
        due: known.due + rounded(due) - before[0],
        net: known.net + rounded(net) - before[1],
        hasOff: known.hasOff || isOff,
      })
    }
    return [...found].map(([rate, { due, net, hasOff }]) =>
      hasOff ? { rate, due, deducted: due - net } : { rate, due: net, deducted: undefined },
    )
  }

  #days(first: number, last: number): Day[] {
    const { rates, hired, left } = this.#person
    const found: Day[] = []
    for (let day = first; day <= last; day++) {
      const expected = expectedOn(this.#person, this.#company, day)
      if (expected === 0) continue
      const rate = inEffect(rates, day)
      const isDue = this.#weeks.has(firstOfWeek(day, this.#company.weekStart)) && day >= hired && day <= left
      const isOff = (this.#unpaid.get(day) ?? 0) >= expected && !this.#paid.has(day)
      found.push({ day, rate: isDue && rate && rate.per !== 'hour' ? rate : undefined, isOff })
    }
    return found
  }

  /** The days that are paid together with a day, and how many such spans a year has. */
  #spanOf(day: number): { first: number; last: number; aYear: number } {
    const { period } = this.#company
    if ('end' in period) {
      const first = day - ((((day - period.end - 1) % 7) + 7) % 7)
      return { first, last: first + 6, aYear: 52 }
    }
    return { ...payPeriodOf(day, this.#company), aYear: period.type === 'monthly' ? 12 : 24 }
  }
}

const lengths = { weekly: 7, biweekly: 14, fourweekly: 28 }

/** The days of the pay period of a day. */
export function payPeriodOf(day: number, { period }: Pick<Company, 'period'>): { first: number; last: number } {
  const isEnd = (one: number) =>
    'end' in period
      ? (one - period.end) % lengths[period.type] === 0
      : period.ends.some((end) => inMonth(one).day === Math.min(end, inMonth(one).of))
  let [first, last] = [day, day]
  while (!isEnd(first - 1)) first -= 1
  while (!isEnd(last)) last += 1
  return { first, last }
}

/** The pay for a second of the work for which a salary is meant. */
export function aSecondOf(rate: Rate): Exact {
  return quotient(aYear(rate), exact(52 * rate.week))
}
