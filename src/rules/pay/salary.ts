import { firstOf, lastOf } from '../elements.ts'
import type { Entry, Stretch } from '../overtime/rule.ts'
import { addDays, daysBetween, type Range } from '../time/calendar.ts'
import { isSalary, type PayRate, rateOn, yearly } from './pay.ts'

// Salaries: the same sum for any week in which work was done, whatever the hours (29 CFR 541.602(a)). A salary is paid
// in spans: the weeks of a pay period of weeks, half months, or months. The working days of a span share its sum, so
// the first and the last days of a rate, or of the person, pay their share. Only whole days of unpaid time off reduce
// it (29 CFR 541.602(b)). Cents are rounded on the running sum of a span, so its days always add up to it.

/** Dates that are paid together, and how many such spans are paid for a year. */
type SalarySpan = { start: string; end: string; aYear: number }

/** What a person's salary depends on, besides rates and time. All dates are the person's. */
export type SalaryFacts = {
  /** The span that contains a date. */
  spanOf: (date: string) => SalarySpan
  /** The seconds that the person works on a date by published shifts or their pattern; 0 for a day off. */
  expectedOn: (date: string) => number
  /** The same by their pattern alone, and by published shifts alone: undefined in a week without any. */
  patternOn: (date: string) => number
  plannedOn: (date: string) => number | undefined
  /** Whether the person is hired on a date and has not left. */
  isEmployedOn: (date: string) => boolean
  /** Whether no overtime is due on a date. */
  isExemptOn: (date: string) => boolean
  /** Whether a jobcode is unpaid time off. */
  isUnpaidOff: (jobcode_id: number) => boolean
}

/** The part of a span that is due at one rate: some of its working days. `off` are those without pay. */
export type SalaryPart = {
  rate: PayRate
  span: SalarySpan
  days: number
  off: number
  /** Working days of the span. */
  of: number
  /** In cents: what the days would be worth, and what the days off take from that. */
  due: number
  deducted: number
}

/** What a salary depends on beside the time. */
export type SalaryInputs = Readonly<Record<'salaries' | 'patterns' | 'shifts' | 'employment', readonly unknown[]>>

type Day = { date: string; rate: PayRate; isOff: boolean; due: number; deducted: number }

/** The salary of one person, from their time in whole workweeks, which must begin with the span of the first date. */
export class Salary {
  readonly #rates: readonly PayRate[]
  readonly #facts: SalaryFacts
  readonly #weekOf: (date: string) => string
  /** The workweeks with work or paid time off. */
  readonly #weeks: ReadonlySet<string>
  /** Seconds by date: paid, and of unpaid time off. */
  readonly #paid = new Map<string, number>()
  readonly #unpaid = new Map<string, number>()
  readonly #spans = new Map<string, { of: number; days: readonly Day[] }>()

  /** `rates` are those of all of the person's time. */
  constructor(
    rates: readonly PayRate[],
    time: { stretches: readonly Pick<Stretch, 'date'>[]; entries: readonly Entry[] },
    facts: SalaryFacts,
    weekOf: (date: string) => string,
  ) {
    this.#rates = rates
    this.#facts = facts
    this.#weekOf = weekOf
    const weeks = new Set(time.stretches.map(({ date }) => weekOf(date)))
    for (const { date, kind, seconds, jobcode_id } of time.entries) {
      if (seconds <= 0) continue
      if (kind === 'pto') weeks.add(weekOf(date))
      if (kind !== 'unpaid') this.#paid.set(date, (this.#paid.get(date) ?? 0) + seconds)
      else if (facts.isUnpaidOff(jobcode_id)) this.#unpaid.set(date, (this.#unpaid.get(date) ?? 0) + seconds)
    }
    this.#weeks = weeks
  }

  /** The salary in effect on a date, undefined without one. */
  rateOn(date: string): PayRate | undefined {
    const rate = rateOn(this.#rates, date)
    return rate && isSalary(rate) ? rate : undefined
  }

  /** Whether no overtime is due on a date. */
  isExemptOn(date: string): boolean {
    return this.#facts.isExemptOn(date)
  }

  /** What is due within the dates, by span and rate, in order. */
  partsIn({ start_date, end_date }: Range): SalaryPart[] {
    const found: SalaryPart[] = []
    for (let date = start_date; date <= end_date; ) {
      const span = this.#facts.spanOf(date)
      const { of, days } = this.#spanAt(span)
      for (const day of days) {
        if (day.date < start_date || day.date > end_date) continue
        const last = found.at(-1)
        const isSame = last?.rate === day.rate && last.span.start === span.start
        const part = isSame ? last : { rate: day.rate, span, days: 0, off: 0, of, due: 0, deducted: 0 }
        if (!isSame) found.push(part)
        part.days += 1
        part.off += day.isOff ? 1 : 0
        part.due += day.due
        part.deducted += day.deducted
      }
      date = addDays(span.end, 1)
    }
    // Days off before these dates may leave them a cent, which is no deduction.
    return found.map((part) => (part.off > 0 ? part : { ...part, due: part.due - part.deducted, deducted: 0 }))
  }

  /** The first days of the workweeks within the dates that are not paid because there is no time in them. */
  weeksWithoutTime({ start_date, end_date }: Range): string[] {
    const found = new Set<string>()
    for (let date = start_date; date <= end_date; date = addDays(date, 1)) {
      const week = this.#weekOf(date)
      if (this.#isWorkday(date) && this.rateOn(date) && this.#facts.isEmployedOn(date) && !this.#weeks.has(week))
        found.add(week)
    }
    return [...found]
  }

  /**
   * What the salary of these dates depends on beside the time, by date: of all days of their spans and workweeks. undefined
   * if there is no salary on any of them.
   */
  dependsIn({ start_date, end_date }: Range): SalaryInputs | undefined {
    const { spanOf, patternOn, plannedOn, isEmployedOn, isExemptOn } = this.#facts
    const spans: SalarySpan[] = []
    for (let date = start_date; date <= end_date; date = addDays(lastOf(spans).end, 1)) spans.push(spanOf(date))
    const first = firstOf([firstOf(spans).start, this.#weekOf(start_date)].sort())
    const last = lastOf([lastOf(spans).end, addDays(this.#weekOf(end_date), 6)].sort())
    const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => addDays(first, n))
    const salaries = dates.map((date) => this.rateOn(date) ?? null)
    if (salaries.every((rate) => rate === null)) return undefined
    return {
      salaries,
      patterns: [spans, dates.map((date) => [patternOn(date), isExemptOn(date)])],
      shifts: dates.map((date) => plannedOn(date) ?? null),
      employment: dates.map(isEmployedOn),
    }
  }

  /** The share of a workweek, from its first day, for which a rate is paid: days, of working days. */
  ofWeek(first: string, rate: PayRate): { days: number; of: number } {
    let [days, of] = [0, 0]
    for (let date = first, n = 0; n < 7; date = addDays(date, 1), n++) {
      if (!this.#isWorkday(date)) continue
      of += 1
      if (this.#dueOn(date) === rate && !this.#isOff(date)) days += 1
    }
    return { days, of }
  }

  #spanAt(span: SalarySpan): { of: number; days: readonly Day[] } {
    const known = this.#spans.get(span.start)
    if (known) return known
    const made = this.#daysOf(span)
    this.#spans.set(span.start, made)
    return made
  }

  #daysOf(span: SalarySpan): { of: number; days: readonly Day[] } {
    const dates = Array.from({ length: daysBetween(span.start, span.end) + 1 }, (_, n) => addDays(span.start, n))
    const working = dates.filter((date) => this.#isWorkday(date))
    const of = working.length
    // Sums of yearly salaries in ten-thousandths; a day's cents are those that it adds to the rounded running sum.
    let [due, net] = [0, 0]
    const cents = (sum: number) => Math.floor((2 * sum + 100 * span.aYear * of) / (200 * span.aYear * of))
    const days = working.flatMap((date): Day[] => {
      const rate = this.#dueOn(date)
      if (!rate) return []
      const before = { due: cents(due), net: cents(net) }
      const isOff = this.#isOff(date)
      due += yearly(rate)
      net += isOff ? 0 : yearly(rate)
      const added = cents(due) - before.due
      return [{ date, rate, isOff, due: added, deducted: added - (cents(net) - before.net) }]
    })
    return { of, days }
  }

  #isWorkday(date: string): boolean {
    return this.#facts.expectedOn(date) > 0
  }

  /** The salary of a date in a week with work; undefined before the person was hired and after they left. */
  #dueOn(date: string): PayRate | undefined {
    const rate = this.rateOn(date)
    return rate && this.#weeks.has(this.#weekOf(date)) && this.#facts.isEmployedOn(date) ? rate : undefined
  }

  /** Whether a date is a whole day of unpaid time off. */
  #isOff(date: string): boolean {
    const unpaid = this.#unpaid.get(date)
    return unpaid !== undefined && unpaid >= this.#facts.expectedOn(date) && !this.#paid.has(date)
  }
}

/** The spans of a pay period in which a salary is paid: its weeks, or the half month or month that it is. */
export function salarySpan(date: string, type: unknown, { start, end }: { start: string; end: string }): SalarySpan {
  if (type === 'monthly') return { start, end, aYear: 12 }
  if (type === 'semimonthly') return { start, end, aYear: 24 }
  const first = addDays(start, 7 * Math.floor(daysBetween(start, date) / 7))
  return { start: first, end: addDays(first, 6), aYear: 52 }
}
