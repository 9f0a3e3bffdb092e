import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Entry, overtime, type Rule } from '../../src/rules/overtime/overtime.ts'
import { type AmountKind, amountKindNames, type PayAmount } from '../../src/rules/pay/amounts.ts'
import { type GrossLine, type GrossPart, grossLines, grossSum } from '../../src/rules/pay/gross_lines.ts'
import { type PayRate, RateBook } from '../../src/rules/pay/pay.ts'
import { type OvertimePay, Payer } from '../../src/rules/pay/payer.ts'
import { inParts, type PeriodPart, periodsIn } from '../../src/rules/pay/period_parts.ts'
import { Salary, salarySpan } from '../../src/rules/pay/salary.ts'
import { addDays, daysBetween, type Range, weekday, weekOf } from '../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../src/rules/time/pay_periods.ts'
import { isFull } from '../support/tiers.ts'

// Four random workweeks with rates, salaries, amounts and rules. Each line of gross pay is reckoned again from what stands
// on it, and the whole pay once more second by second, from the definitions and not from the payer.

const hour = 3600
const first = '2026-03-01'
const days = 28
const unpaidJob = 9
const [roof, cellar] = [1, 2]

const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 40 * hour, multiplier: 1.5 }
const daily: Rule = { name: 'daily', kind: 'daily', afterSeconds: 8 * hour, multiplier: 1.5 }
const double: Rule = { name: 'double', kind: 'daily', afterSeconds: 12 * hour, multiplier: 2 }
const saturday: Rule = {
  ...{ name: 'saturday', kind: 'clock', afterSeconds: 0, multiplier: 1.25, days: [6], adds: true },
  ...{ startMinute: 0, endMinute: 1440 },
}
const timed = new Set(['saturday'])

type World = {
  hours: readonly { hours: number; kind: Entry['kind']; job: number }[]
  own: PayRate
  raise: PayRate | undefined
  roofRate: number
  rules: readonly Rule[]
  way: OvertimePay
  exempt: boolean
  payroll: Readonly<Record<string, string>>
  amounts: readonly PayAmount[]
}

const cents = fc.integer({ min: 1, max: 200_000 })
const someRate = (from: string): fc.Arbitrary<PayRate> =>
  fc
    .record({
      per: fc.constantFrom('hour' as const, 'hour' as const, 'year' as const, 'month' as const, 'week' as const),
      cents: fc.integer({ min: 500, max: 9000 }),
      week_seconds: fc.constantFrom(40, 37.5, 35, 50).map((hours) => hours * hour),
      fluctuating: fc.constantFrom(0 as const, 0 as const, 1 as const),
    })
    .map(({ per, cents, week_seconds, fluctuating }): PayRate => {
      const scale = { hour: 1, week: 40, month: 173, year: 2080 }[per]
      const base = { user_id: 1, jobcode_id: 0, from, rate: cents * 100 * scale, per }
      return per === 'hour' ? base : { ...base, week_seconds, fluctuating }
    })

const someAmount = (index: number): fc.Arbitrary<PayAmount> =>
  fc
    .record({
      kind: fc.constantFrom<AmountKind[]>(...amountKindNames),
      at: fc.integer({ min: 0, max: days - 1 }),
      span: fc.integer({ min: 1, max: 20 }),
      cents,
      rest: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ kind, at, span, cents, rest }) => {
      const date = addDays(first, at)
      const isPiece = kind === 'piece'
      return {
        ...{ id: index + 1, user_id: 1, kind, date, starts: isPiece ? date : addDays(date, 1 - span), ends: date },
        ...{ cents, quantity: isPiece ? 10_000 : 0, unit_rate: isPiece ? cents * 100 : 0 },
        rest_seconds: isPiece ? rest * 600 : 0,
        ...{ note: '', corrects: 0, author: 0, created: 0 },
      }
    })

const someWorld: fc.Arbitrary<World> = fc.record({
  hours: fc.array(
    fc.record({
      hours: fc.constantFrom(0, 0, 4, 6, 8, 8, 8, 9.5, 10, 13.25),
      kind: fc.constantFrom<Entry['kind'][]>('work', 'work', 'work', 'work', 'work', 'work', 'pto', 'unpaid'),
      job: fc.constantFrom(roof, cellar),
    }),
    { minLength: days, maxLength: days },
  ),
  own: someRate(''),
  raise: fc.option(
    fc.integer({ min: 1, max: days - 1 }).chain((at) => someRate(addDays(first, at))),
    { nil: undefined },
  ),
  roofRate: fc.integer({ min: 500, max: 9000 }),
  rules: fc.constantFrom([weekly], [weekly, daily, double], [weekly, saturday], [weekly, daily, double, saturday], []),
  way: fc.constantFrom<OvertimePay[]>('regular_rate', 'regular_rate', 'rate_in_effect'),
  exempt: fc.boolean(),
  payroll: fc.constantFrom<Readonly<Record<string, string>>[]>(
    { payroll_type: 'weekly', payroll_end_date: '2026-03-07' },
    { payroll_type: 'biweekly', payroll_end_date: '2026-03-04' },
    { payroll_type: 'semimonthly', payroll_first_end_day: '15', payroll_last_end_day: '31' },
    { payroll_type: 'monthly', payroll_month_end_day: '31' },
  ),
  amounts: fc
    .integer({ min: 0, max: 4 })
    .chain((n) => fc.tuple(...Array.from({ length: n }, (_, at) => someAmount(at)))),
})

const isSalary = ({ per }: PayRate) => per !== 'hour'
const week = (date: string) => weekOf(date, 0)

function made(world: World) {
  const { hours, own, raise, roofRate, rules, way, exempt, payroll, amounts } = world
  const entries = hours.flatMap(({ hours, kind, job }, at): Entry[] => {
    if (hours === 0) return []
    const jobcode_id = kind === 'unpaid' ? unpaidJob : job
    const about = { id: at + 1, date: addDays(first, at), start: 0, end: 0, seconds: hours * hour }
    return [{ ...about, kind, jobcode_id, manual: true }]
  })
  const stretches = overtime(entries, { rules: exempt ? [] : rules, weekStart: 0, ptoCounts: false })
  const onRoof: PayRate = { user_id: 0, jobcode_id: roof, from: '', rate: roofRate * 100, per: 'hour' }
  const book = new RateBook([own, ...(raise ? [raise] : []), onRoof])
  const facts = {
    spanOf: (date: string) => salarySpan(date, payroll.payroll_type, payPeriodOf(date, payroll)),
    expectedOn: (date: string) => (weekday(date) % 6 === 0 ? 0 : 8 * hour),
    patternOn: (date: string) => (weekday(date) % 6 === 0 ? 0 : 8 * hour),
    plannedOn: () => undefined,
    isEmployedOn: () => true,
    isExemptOn: () => exempt,
    isUnpaidOff: (jobcode_id: number) => jobcode_id === unpaidJob,
  }
  const salary = book.isSalaried(1) ? new Salary(book.ownOf(1), { stretches, entries }, facts, week) : undefined
  const payer = new Payer(1, book, stretches, {
    ...{ weekOf: week, wayOn: () => way, salary, amounts },
    isTimed: (name) => timed.has(name),
  })
  return { entries, stretches, book, payer, facts }
}

/** What a part is worth, in cents, from what stands on it. */
function reckoned({
  part,
  seconds = 0,
  rate = 0,
  factor = 1,
  salary = 0,
  days = 0,
  of_days = 1,
  quantity,
  ...own
}: GrossPart) {
  if (part === 'salary') return (100 * salary * days) / of_days
  if (part === 'unpaid_days') return (-100 * salary * days) / of_days
  if (part === 'amount') return quantity === undefined ? own.amount_cents : 100 * quantity * rate
  return (100 * seconds * rate * factor) / 3600
}

test('every line of gross pay can be reckoned by hand from its parts', () => {
  fc.assert(
    fc.property(someWorld, (world) => {
      const { entries, stretches, payer } = made(world)
      const range = { start_date: first, end_date: addDays(first, days - 1) }
      const lines = grossLines(stretches, entries, payer, [{ range, before: [] }])
      for (const line of lines) {
        assert.equal(grossSum(line.parts), line.amount_cents, 'the parts add up to the line')
        // Cents are rounded once in a line. A salary is a running sum that is rounded where each part begins and ends;
        // unpaid days cost the difference of two such sums.
        const most = { salary: line.parts.length + 1, deduction: 2 * line.parts.length }
        const exact = line.parts.reduce((sum, part) => sum + reckoned(part), 0)
        const cents = line.kind === 'salary' || line.kind === 'deduction' ? most[line.kind] : 0.5
        assert.ok(Math.abs(exact - line.amount_cents) <= cents + 0.001, JSON.stringify(line))
        for (const part of line.parts) {
          const isNear = Math.abs(reckoned(part) - part.amount_cents) <= (part.part === 'unpaid_days' ? 2 : 1.6) + 0.001
          assert.ok(isNear, JSON.stringify([part, reckoned(part)]))
        }
      }
    }),
    { numRuns: isFull ? 3000 : 300 },
  )
})

test('gross pay equals a plain calculation, second by second, with salaries and amounts', () => {
  fc.assert(
    fc.property(someWorld, (world) => {
      const { entries, stretches, payer } = made(world)
      for (let start = 0; start < days; start += 7) {
        const range = { start_date: addDays(first, start), end_date: addDays(first, start + 6) }
        const lines = grossLines(stretches, entries, payer, [{ range, before: [] }])
        const plain = plainly(world, stretches, entries, range.start_date)
        const sums = { time: 0, amounts: 0 }
        for (const line of lines)
          if (line.kind !== 'salary' && line.kind !== 'deduction')
            sums[amountKindNames.some((kind) => kind === line.kind) ? 'amounts' : 'time'] += line.amount_cents
        assert.ok(
          Math.abs(sums.time - plain.time) <= 0.5 * lines.length + 0.001,
          JSON.stringify([range, sums, plain, lines.map(short)]),
        )
        assert.equal(sums.amounts, plain.amounts)
      }
    }),
    { numRuns: isFull ? 2000 : 200 },
  )
})

test('salaries of a span of dates are what its parts are, however it is divided', () => {
  fc.assert(
    fc.property(someWorld, fc.integer({ min: 0, max: days - 2 }), (world, cut) => {
      const { entries, stretches, payer } = made(world)
      const salaryIn = (start: number, end: number) => {
        const range = { start_date: addDays(first, start), end_date: addDays(first, end) }
        const lines = grossLines(stretches, entries, payer, [{ range, before: [] }])
        return grossSum(lines.filter(({ kind }) => kind === 'salary' || kind === 'deduction'))
      }
      assert.equal(salaryIn(0, cut) + salaryIn(cut + 1, days - 1), salaryIn(0, days - 1))
    }),
    { numRuns: isFull ? 2000 : 200 },
  )
})

test('in whatever parts and order a pay period is paid, they are what the whole of it is', () => {
  fc.assert(
    fc.property(
      someWorld,
      fc.array(fc.nat(days - 1)),
      fc.integer(),
      fc.constantFrom(7, 14, 30),
      fc.record({ day: fc.nat(days - 1), phase: fc.nat(6) }),
      (world, cuts, turn, long, change) => {
        const { entries, stretches, payer } = made(world)
        const linesIn = (parts: readonly PeriodPart[]) => grossLines(stretches, entries, payer, parts)
        const all = { start_date: first, end_date: addDays(first, days - 1) }
        const periodOf = (date: string) => {
          // The company changes its pay periods on a day.
          const phase = daysBetween(first, date) >= change.day ? change.phase : 0
          const start = addDays(first, phase + long * Math.floor((daysBetween(first, date) - phase) / long))
          return { start, end: addDays(start, long - 1) }
        }
        const wholeOf = (range: Range) =>
          inParts([{ range, periods: periodsIn(range, periodOf) }]).flatMap((one) => one.parts)
        const starts = [0, ...cuts].sort((a, b) => a - b).filter((start, index, found) => start !== found[index - 1])
        const paid = starts
          .map((start, index) => ({
            start_date: addDays(first, start),
            end_date: addDays(first, (starts[index + 1] ?? days) - 1),
          }))
          .sort(
            (a, b) => ((daysBetween(first, a.start_date) * turn) % 7) - ((daysBetween(first, b.start_date) * turn) % 7),
          )
        const parts = inParts(paid.map((range) => ({ range, periods: periodsIn(range, periodOf) })))
        assert.deepEqual(sumsOf(parts.flatMap((one) => linesIn(one.parts))), sumsOf(linesIn(wholeOf(all))))
        const seconds = (lines: readonly GrossLine[]) => lines.reduce((sum, line) => sum + line.seconds, 0)
        assert.equal(seconds(linesIn(wholeOf(all))), seconds(linesIn([{ range: all, before: [] }])))
        const [only] = linesIn(wholeOf(all)).filter((line) => grossSum(line.parts) !== line.amount_cents)
        assert.equal(only, undefined, 'the parts of a line add up to it')
      },
    ),
    { numRuns: isFull ? 2000 : 200 },
  )
})

/** Lines by what they are paid for; a salary less what is deducted from it. */
function sumsOf(lines: readonly GrossLine[]) {
  const alike = Map.groupBy(lines, ({ kind, rate, per, multiplier }) =>
    [kind === 'deduction' ? 'salary' : kind, rate, per, multiplier].join(' '),
  )
  const sums = [...alike].map(([key, own]) => [key, own.reduce((sum, { seconds }) => sum + seconds, 0), grossSum(own)])
  return sums.filter(([, seconds, cents]) => seconds !== 0 || cents !== 0).sort()
}

function short({ kind, rate, multiplier, amount_cents }: GrossLine): string {
  return `${kind} ${rate} ${multiplier} ${amount_cents}`
}

/**
 * The pay of a workweek in cents besides the salary, in units of a quarter of an hour, each of which is looked at by
 * itself: what its straight time pays, its loading, and its premium at the regular rate of all units.
 */
function plainly(
  { own, raise, roofRate, way, exempt, amounts }: World,
  stretches: ReturnType<typeof overtime>,
  entries: readonly Entry[],
  monday: string,
): { time: number; amounts: number } {
  const last = addDays(monday, 6)
  const inWeek = ({ date }: { date: string }) => date >= monday && date <= last
  const rateOn = (date: string) => (raise && date >= raise.from ? raise : own)
  const isWorkday = (date: string) => weekday(date) % 6 !== 0
  const isOff = (date: string) =>
    entries.some((entry) => entry.date === date && entry.kind === 'unpaid' && entry.seconds >= 8 * hour)
  const dates = Array.from({ length: 7 }, (_, n) => addDays(monday, n))
  const isPaidWeek = entries.some((entry) => inWeek(entry) && entry.kind !== 'unpaid')
  const paidDays = (rate: PayRate) =>
    dates.filter((date) => isWorkday(date) && rateOn(date) === rate && !isOff(date) && isPaidWeek).length
  const yearOf = ({ rate, per }: PayRate) => rate * { hour: 0, week: 52, month: 12, year: 1 }[per]
  type Unit = { cents: number; overtime: boolean; loading: number; multiplier: number; rate: PayRate; covered: number }
  const units: Unit[] = stretches.filter(inWeek).flatMap((stretch) => {
    const { date, jobcode_id, seconds, multiplier, loading = 0, rule } = stretch
    const mine = rateOn(date)
    const hourly = isSalary(mine)
      ? yearOf(mine) / 100 / 52 / ((mine.week_seconds ?? 0) / hour)
      : jobcode_id === roof
        ? roofRate
        : mine.rate / 100
    const isOvertime = rule !== null && rule !== 'saturday'
    return Array.from({ length: seconds / 900 }, () => {
      return { cents: hourly / 4, overtime: isOvertime, loading, multiplier, rate: mine, covered: 0 }
    })
  })
  for (const rate of new Set(units.map(({ rate }) => rate))) {
    const mine = units.filter((unit) => unit.rate === rate)
    const share = paidDays(rate) / 5
    if (!isSalary(rate)) continue
    if (exempt) for (const unit of mine) unit.covered = 1
    else if (rate.fluctuating && share > 0)
      for (const unit of mine)
        Object.assign(unit, { covered: 1, cents: (yearOf(rate) / 100 / 52) * (share / mine.length) })
    else cover(mine, rate, share)
  }
  const shareOf = ({ starts, ends, cents }: PayAmount) => {
    const from = starts > monday ? starts : monday
    const to = ends < last ? ends : last
    return (cents * Math.max(0, daysBetween(from, to) + 1)) / (daysBetween(starts, ends) + 1)
  }
  const regular = amounts.filter(({ kind }) => !['discretionary_bonus', 'tips', 'reimbursement'].includes(kind))
  const pieces = regular.filter(({ kind }) => kind === 'piece').filter(inWeek)
  const rest = pieces.reduce((sum, { rest_seconds }) => sum + rest_seconds, 0)
  const worked = units.length * 900
  const restPay =
    rest > 0 && worked > rest ? (pieces.reduce((sum, { cents }) => sum + cents, 0) * rest) / (worked - rest) : 0
  const straight = units.reduce((sum, { cents, loading }) => sum + cents * (1 + loading), 0)
  const all = straight + regular.reduce((sum, amount) => sum + shareOf(amount), 0) + restPay
  let time = restPay
  for (const { cents, loading, multiplier, covered } of units) {
    time += cents * (1 - covered) + cents * loading
    const extra = multiplier - 1 - loading
    time += way === 'rate_in_effect' ? extra * cents * (1 + loading) : (extra * all) / units.length
  }
  for (const entry of entries.filter(inWeek)) {
    if (entry.kind !== 'pto' || isSalary(rateOn(entry.date))) continue
    time += ((entry.jobcode_id === roof ? roofRate : rateOn(entry.date).rate / 100) * entry.seconds) / hour
  }
  return { time, amounts: amounts.filter(inWeek).reduce((sum, { cents }) => sum + cents, 0) }
}

/** The parts of units that a salary pays: those that it is meant for, first those that are no overtime. */
function cover(units: { overtime: boolean; covered: number }[], { week_seconds = 0 }: PayRate, share: number): void {
  const meant = Math.floor(week_seconds * share)
  const usual = Math.floor(40 * hour * share)
  let left = meant / 900
  const take = (unit: { covered: number }, most: number) => {
    unit.covered = Math.max(0, Math.min(1, left, most))
    left -= unit.covered
    return unit.covered
  }
  for (const unit of units) if (!unit.overtime) take(unit, 1)
  let most = Math.max(0, meant - usual) / 900
  for (const unit of units) if (unit.overtime) most -= take(unit, most)
}
