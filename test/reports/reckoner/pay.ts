import { firstOfWeek } from './dates.ts'
import { type Exact, exact, product, quotient, rounded, sum, zero } from './exact.ts'
import { aSecondOf, aYear, payPeriodOf, Salary } from './salary.ts'
import { type Run, worked } from './worked.ts'
import { type Amount, type Company, hour, type Person, type Rate, rateOf } from './world.ts'

// What a person is paid, from the seconds of their work: exact until a line is rounded, once a pay period.

/** A line of gross pay, as the server is expected to answer it; without its parts. */
export type Line = {
  kind: string
  rate: number | null
  per: string
  multiplier: number
  seconds: number
  amount_cents: number
}

/** A run with its rate, the pay for a second of it, and the seconds that a salary pays for. */
type Priced = Run & { rate: Rate | undefined; aSecond: Exact; covered: number }

/** A workweek: seconds and all that the regular rate holds, and its pieces with their seconds of rest. */
type Week = { seconds: number; pay: Exact; pieces: Exact; rest: number }

const inRegularRate = ['bonus', 'commission', 'piece', 'allowance']
const byThePiece: Rate = { from: 0, rate: 0, per: 'hour', week: 0, fluctuating: false }

/** The pay of one person, from all of their time. */
export class Reckoned {
  readonly #person: Person
  readonly #company: Company
  readonly #weeks = new Map<number, Week>()
  readonly #runs: readonly Priced[]
  readonly #salary: Salary

  constructor(person: Person, company: Company) {
    this.#person = person
    this.#company = company
    for (const amount of person.amounts) this.#spread(amount)
    const runs = worked(person, company)
    this.#salary = new Salary(person, company, runs)
    this.#runs = runs.map((run) => this.#priced(run))
    const own = this.#runs.filter(({ rate }) => rate && rate.per !== 'hour')
    for (const runs of Map.groupBy(own, ({ day }) => this.#first(day)).values())
      for (const some of Map.groupBy(runs, ({ rate }) => rate!).values()) this.#cover(some)
    for (const run of this.#runs) {
      if (!run.rate) continue
      const week = this.#week(run.day)
      week.seconds += run.seconds
      week.pay = sum(week.pay, product(run.aSecond, exact(run.seconds), exact(1000 + run.loading, 1000)))
    }
    for (const week of this.#weeks.values()) week.pay = sum(week.pay, product(aSecondOfRest(week), exact(week.rest)))
  }

  /** The lines of gross pay from one day to another. */
  lines(first: number, last: number): Line[] {
    const all = new Map<string, Line>()
    for (let day = first; day <= last; ) {
      const end = Math.min(last, payPeriodOf(day, this.#company).last)
      for (const line of this.#linesOfPeriod(day, end)) {
        const { kind, rate, per, multiplier, seconds, amount_cents } = line
        const key = [kind, rate, per, multiplier].join(' ')
        const known = all.get(key) ?? { ...line, seconds: 0, amount_cents: 0 }
        all.set(key, { ...known, seconds: known.seconds + seconds, amount_cents: known.amount_cents + amount_cents })
      }
      day = end + 1
    }
    return [...all.values()]
  }

  #linesOfPeriod(first: number, last: number): Line[] {
    const lines = new Lines()
    const isWithin = ({ day }: { day: number }) => day >= first && day <= last
    const { sheets, amounts } = this.#person
    for (const run of this.#runs) if (isWithin(run)) this.#addWork(run, lines)
    for (const sheet of sheets)
      if (sheet.kind === 'pto' && 'day' in sheet && isWithin(sheet)) {
        const rate = rateOf(this.#person, this.#company, sheet.job, sheet.day)
        const isHourly = rate?.per === 'hour'
        const pay = isHourly ? product(exact(rate.rate, 10_000 * hour), exact(sheet.seconds)) : zero
        lines.add('time_off', rate, 0, sheet.seconds, pay)
      }
    for (const { rate, due, deducted } of this.#salary.dueIn(first, last)) {
      lines.add('salary', rate, 0, 0, exact(due, 100))
      if (deducted !== undefined) lines.add('deduction', rate, 0, 0, exact(-deducted, 100))
    }
    for (const amount of amounts) if (isWithin(amount)) this.#addAmount(amount, lines)
    return lines.all()
  }

  /** The regular rate of each workweek with work from one day to another, by its first day. */
  regularRates(first: number, last: number): [week: number, rate: number][] {
    return [...this.#weeks]
      .filter(([week, { seconds }]) => seconds > 0 && week >= this.#first(first) && week <= last)
      .map(([week, { pay, seconds }]): [number, number] => [week, inTenThousandths(quotient(pay, exact(seconds)))])
      .sort(([a], [b]) => a - b)
  }

  /** Seconds of work by the thousandths that they are paid above the hour. */
  secondsBy(first: number, last: number): Map<number, number> {
    const found = new Map<number, number>()
    for (const { day, extra, seconds } of this.#runs)
      if (day >= first && day <= last) found.set(extra, (found.get(extra) ?? 0) + seconds)
    return found
  }

  #first(day: number): number {
    return firstOfWeek(day, this.#company.weekStart)
  }

  #week(day: number): Week {
    const first = this.#first(day)
    const week = this.#weeks.get(first) ?? { seconds: 0, pay: zero, pieces: zero, rest: 0 }
    this.#weeks.set(first, week)
    return week
  }

  /** Spreads an amount over the days in which it was earned. */
  #spread({ kind, first, last, cents, rest }: Amount): void {
    if (!inRegularRate.includes(kind)) return
    const share = exact(cents, 100 * (last - first + 1))
    for (let day = first; day <= last; day++) {
      const week = this.#week(day)
      week.pay = sum(week.pay, share)
      if (kind === 'piece') week.pieces = sum(week.pieces, share)
      week.rest += rest
    }
  }

  /** 29 CFR 778.111: hours of piece work without a rate are paid by the pieces alone. */
  #priced(run: Run): Priced {
    const known = rateOf(this.#person, this.#company, run.job, run.day)
    const rate = known ?? (this.#week(run.day).pieces.n > 0n ? byThePiece : undefined)
    if (!rate) return { ...run, rate, aSecond: zero, covered: 0 }
    if (rate.per === 'hour') return { ...run, rate, aSecond: exact(rate.rate, 10_000 * hour), covered: 0 }
    return { ...run, rate, aSecond: aSecondOf(rate), covered: 0 }
  }

  /** The seconds that a salary pays for, of those of one workweek at one salary. */
  #cover(runs: readonly Priced[]): void {
    const { exempt } = this.#person
    const rate = runs[0]!.rate!
    const { paid, of } = this.#salary.ofWeek(this.#first(runs[0]!.day), rate)
    const all = runs.reduce((some, { seconds }) => some + seconds, 0)
    const isFluctuating = rate.fluctuating && paid > 0 && !exempt
    for (const run of runs) if (exempt || isFluctuating) run.covered = run.seconds
    if (isFluctuating)
      for (const run of runs) run.aSecond = product(aYear(rate), exact(1, 52), exact(paid, of), exact(1, all))
    if (exempt || isFluctuating) return
    const share = (seconds: number) => Math.floor((seconds * paid) / Math.max(1, of))
    let left = share(rate.week)
    let overtime = Math.max(0, left - share(40 * hour))
    for (const run of runs)
      for (let second = 0; second < run.seconds && !run.isOvertime && left > 0; second++, left--) run.covered += 1
    for (const run of runs)
      for (let second = 0; second < run.seconds && run.isOvertime && left > 0 && overtime > 0; second++) {
        run.covered += 1
        left -= 1
        overtime -= 1
      }
  }

  #addWork({ rate, extra, loading, seconds, day, aSecond, covered }: Priced, lines: Lines): void {
    const week = this.#week(day)
    const premium = exact(extra - loading, 1000)
    const withLoading = exact(1000 + loading, 1000)
    const average = week.seconds > 0 ? quotient(week.pay, exact(week.seconds)) : zero
    const base = this.#company.way === 'regular_rate' ? average : product(aSecond, withLoading)
    const pay = sum(
      product(aSecond, exact(seconds - covered)),
      product(aSecond, exact(loading * seconds, 1000)),
      product(base, premium, exact(seconds)),
    )
    const isSalaried = rate !== undefined && rate.per !== 'hour' && extra === 0
    if (!isSalaried) lines.add('work', rate, extra, seconds, rate ? pay : zero)
    else if (covered > 0) lines.add('salary', rate, 0, covered, zero)
    if (isSalaried && covered < seconds) lines.add('work', rate, 0, seconds - covered, pay)
  }

  #addAmount({ kind, cents, quantity, unit, rest, day }: Amount, lines: Lines): void {
    if (quantity > 0) lines.addAt(kind, unit, 'piece', 0, 0, exact(cents, 100))
    else lines.addAt(kind, null, 'once', 0, 0, exact(cents, 100))
    if (rest === 0) return
    const aSecond = aSecondOfRest(this.#week(day))
    lines.addAt('rest_periods', inTenThousandths(aSecond), 'hour', 0, rest, product(aSecond, exact(rest)))
  }
}

/** California Labor Code 226.2(a)(3): what the pieces of a week make in its other time. */
function aSecondOfRest({ pieces, seconds, rest }: Week): Exact {
  return seconds > rest ? quotient(pieces, exact(seconds - rest)) : zero
}

/** The pay for an hour, in ten-thousandths. */
function inTenThousandths(aSecond: Exact): number {
  return rounded(product(aSecond, exact(hour * 10_000)))
}

class Lines {
  readonly #lines = new Map<string, Omit<Line, 'amount_cents'> & { pay: Exact }>()

  add(kind: string, rate: Rate | undefined, extra: number, seconds: number, pay: Exact): void {
    this.addAt(kind, rate?.rate ?? null, rate?.per ?? 'hour', extra, seconds, pay)
  }

  addAt(kind: string, rate: number | null, per: string, extra: number, seconds: number, pay: Exact): void {
    const key = [kind, rate, per, extra].join(' ')
    const about = { kind, rate: rate === null ? null : rate / 10_000, per, multiplier: (1000 + extra) / 1000 }
    const line = this.#lines.get(key) ?? { ...about, seconds: 0, pay: zero }
    this.#lines.set(key, line)
    line.seconds += seconds
    line.pay = sum(line.pay, pay)
  }

  all(): Line[] {
    return [...this.#lines.values()].map(({ pay, ...line }) => {
      return { ...line, amount_cents: rounded(product(pay, exact(100))) }
    })
  }
}
