import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobPay, paidBelow } from '../../src/rules/overtime/job_pay.ts'
import type { Entry } from '../../src/rules/overtime/overtime.ts'
import { overtime, type Rule } from '../../src/rules/overtime/overtime.ts'
import { policyAtPay, rulesAtPay } from '../../src/rules/overtime/policy.ts'
import type { PayAmount } from '../../src/rules/pay/amounts.ts'
import { grossLines } from '../../src/rules/pay/gross_lines.ts'
import {
  bill,
  type GivenRate,
  hoursOfYear,
  Money,
  type PayRate,
  RateBook,
  rateProblem,
} from '../../src/rules/pay/pay.ts'
import { type OvertimePay, Payer } from '../../src/rules/pay/payer.ts'
import { textOf } from '../../src/rules/refusals/index.ts'
import { weekOf } from '../../src/rules/time/calendar.ts'

const hour = 3600
const week = { start_date: '2026-03-01', end_date: '2026-03-07' }
const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 40 * hour, multiplier: 1.5 }
const daily: Rule = { name: 'daily', kind: 'daily', afterSeconds: 8 * hour, multiplier: 1.5 }
const double: Rule = { name: 'double', kind: 'daily', afterSeconds: 12 * hour, multiplier: 2 }

const [roof, cellar] = [11, 12]
const [tiles, gutter] = [81, 82]
/** The rate of person 1, of job `job` or of all of their time, in currency units. */
const rate = (amount: number, from = '', more: Partial<PayRate> = {}): PayRate => {
  return { user_id: 1, jobcode_id: 0, from, rate: Math.round(amount * 10_000), per: 'hour', ...more }
}
const roofAndCellar = (one: number, other: number) => [
  rate(one, '', { user_id: 0, jobcode_id: roof }),
  rate(other, '', { user_id: 0, jobcode_id: cellar }),
]

/** Overtime of workweeks from Sunday, always paid in the same way. */
const paidBy = (way: OvertimePay) => ({ weekOf: (date: string) => weekOf(date, 0), wayOn: () => way })

/** What is added on Saturdays. */
const loading = (multiplier: number): Rule => ({
  ...{ name: 'saturday', kind: 'clock', afterSeconds: 0, multiplier, days: [6], adds: true },
  ...{ startMinute: 0, endMinute: 1440 },
})

/** What is paid on Sundays. */
const sundays = (multiplier: number): Rule => ({
  ...{ name: 'sunday', kind: 'clock', afterSeconds: 0, multiplier, days: [0] },
  ...{ startMinute: 0, endMinute: 1440 },
})

/** A day of work: `[day of March 2026, hours, job]`. */
type Day = readonly [day: number, hours: number, job?: number]
let ids = 0
const entryOf = ([day, hours, jobcode_id = 0]: Day, kind: Entry['kind'] = 'work'): Entry => {
  const date = `2026-03-${String(day).padStart(2, '0')}`
  ids += 1
  return { id: ids, date, start: 0, end: 0, seconds: hours * hour, kind, jobcode_id, manual: true }
}

/** Lines as texts, such as `6 h at 9 x 1.5 = 86.87`, and their sum. */
function gross(
  entries: readonly Entry[],
  rates: readonly PayRate[],
  rules: readonly Rule[],
  way: OvertimePay = 'regular_rate',
  range = week,
) {
  const stretches = overtime(entries, { rules, weekStart: 0, ptoCounts: false })
  const payer = new Payer(1, new RateBook(rates), stretches, paidBy(way))
  const lines = grossLines(stretches, entries, payer, [{ range, before: [] }])
  const texts = lines.map(({ kind, rate, per, multiplier, seconds, amount_cents }) => {
    const at = rate === null ? 'no rate' : `${rate / 10_000}${per === 'year' ? ' a year' : ''}`
    const of = `${kind === 'time_off' ? 'off ' : ''}${seconds / hour} h at ${at}`
    return `${of} x ${multiplier} = ${(amount_cents / 100).toFixed(2)}`
  })
  const sum = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100
  return { texts, sum, regular: payer.regularRates(range).map(({ rate }) => rate / 10_000) }
}

type Case = {
  title: string
  days: readonly Day[]
  rates: readonly PayRate[]
  rules: readonly Rule[]
  way?: OvertimePay
  lines: readonly string[]
  sum: number
  regular: readonly number[]
}

// Each arithmetic is written out, so it can be checked by hand against the rule it shows.
const cases: readonly Case[] = [
  {
    // 29 CFR 778.110(a): 12.00 for 46 h: 46 x 12 + 6 x 0.5 x 12 = 552 + 36.
    title: 'with one rate, each hour of overtime is paid half of it on top',
    days: [2, 3, 4, 5, 6].map((day): Day => [day, day === 6 ? 14 : 8]),
    rates: [rate(12)],
    rules: [weekly],
    lines: ['40 h at 12 x 1 = 480.00', '6 h at 12 x 1.5 = 108.00'],
    sum: 588,
    regular: [12],
  },
  {
    // 29 CFR 778.115: 30 x 12 + 16 x 9 = 504 of straight time; regular rate 504 / 46 = 10.9565…; premium for 6 h of
    // overtime 6 x 0.5 x 10.9565… = 32.8695…; in all 536.87. The overtime is on the cellar: 6 x 9 + 32.8695… = 86.87.
    title: 'with two rates, overtime is paid by the weighted average of the workweek',
    days: [
      [2, 10, roof],
      [3, 10, roof],
      [4, 10, roof],
      [5, 10, cellar],
      [6, 6, cellar],
    ],
    rates: roofAndCellar(12, 9),
    rules: [weekly],
    lines: ['30 h at 12 x 1 = 360.00', '10 h at 9 x 1 = 90.00', '6 h at 9 x 1.5 = 86.87'],
    sum: 536.87,
    regular: [10.9565],
  },
  {
    // 29 CFR 778.419: the same week by the rate of the overtime hours: 360 + 90 + 6 x 1.5 x 9 = 531.
    title: 'with two rates, overtime is paid by the rate in effect where that was agreed',
    days: [
      [2, 10, roof],
      [3, 10, roof],
      [4, 10, roof],
      [5, 10, cellar],
      [6, 6, cellar],
    ],
    rates: roofAndCellar(12, 9),
    rules: [weekly],
    way: 'rate_in_effect',
    lines: ['30 h at 12 x 1 = 360.00', '10 h at 9 x 1 = 90.00', '6 h at 9 x 1.5 = 81.00'],
    sum: 531,
    regular: [10.9565],
  },
  {
    // 29 CFR 778.207(b): 48 x 10 + 8 x 2.50 of the loading = 500; regular rate 500 / 48 = 10.41666…; premium for 8 h of
    // overtime 8 x 0.5 x 10.41666… = 41.6666…; Saturday 80 + 20 + 41.67.
    title: 'a loading raises the regular rate',
    days: [2, 3, 4, 5, 6, 7].map((day): Day => [day, 8]),
    rates: [rate(10)],
    rules: [weekly, loading(1.25)],
    lines: ['40 h at 10 x 1 = 400.00', '8 h at 10 x 1.75 = 141.67'],
    sum: 541.67,
    regular: [10.4167],
  },
  {
    // 40 x 12 + 8 x 9 = 552, the loading 0.25 x 8 x 9 = 18; regular rate 570 / 48 = 11.875; premium 8 x 0.5 x 11.875 =
    // 47.50; Saturday 72 + 18 + 47.50.
    title: 'a loading is part of the rate of its own job',
    days: [...[2, 3, 4, 5, 6].map((day): Day => [day, 8, roof]), [7, 8, cellar]],
    rates: roofAndCellar(12, 9),
    rules: [weekly, loading(1.25)],
    lines: ['40 h at 12 x 1 = 480.00', '8 h at 9 x 1.75 = 137.50'],
    sum: 617.5,
    regular: [11.875],
  },
  {
    // 29 CFR 778.419(b): the rate in effect is 10 + 2.50; 8 x 1.5 x 12.50 = 150.
    title: 'a loading is part of the rate in effect',
    days: [2, 3, 4, 5, 6, 7].map((day): Day => [day, 8]),
    rates: [rate(10)],
    rules: [weekly, loading(1.25)],
    way: 'rate_in_effect',
    lines: ['40 h at 10 x 1 = 400.00', '8 h at 10 x 1.75 = 150.00'],
    sum: 550,
    regular: [10.4167],
  },
  {
    // 10 x 10 at regular pay, 8 of them with a loading of 2.50: no overtime, 100 + 20; regular rate 120 / 10.
    title: 'a loading is paid without overtime, too',
    days: [
      [2, 2],
      [7, 8],
    ],
    rates: [rate(10)],
    rules: [weekly, loading(1.25)],
    lines: ['2 h at 10 x 1 = 20.00', '8 h at 10 x 1.25 = 100.00'],
    sum: 120,
    regular: [12],
  },
  {
    // 29 U.S.C. 207(e)(6): time and a half for a day of the week stays out of the regular rate: 48 x 10, 8 x 5 for
    // overtime and 8 x 5 for the day.
    title: 'a premium of half for the day of the week does not raise the regular rate',
    days: [2, 3, 4, 5, 6, 7].map((day): Day => [day, 8]),
    rates: [rate(10)],
    rules: [weekly, loading(1.5)],
    lines: ['40 h at 10 x 1 = 400.00', '8 h at 10 x 2 = 160.00'],
    sum: 560,
    regular: [10],
  },
  {
    // 29 h at 7.25 and 16 h at 10: 210.25 + 160 = 370.25; / 45 = 8.22777…; 5 x 0.5 x 8.22777… = 20.5694…; the overtime
    // of 5 h is on the roof: 5 x 10 + 20.5694… = 70.57; 29 x 7.25 = 210.25, 11 x 10 = 110.
    title: 'with two rates in cents, the premium is rounded once, with its line',
    days: [
      [2, 10, cellar],
      [3, 10, cellar],
      [4, 9, cellar],
      [5, 8, roof],
      [6, 8, roof],
    ],
    rates: roofAndCellar(10, 7.25),
    rules: [weekly],
    lines: ['11 h at 10 x 1 = 110.00', '29 h at 7.25 x 1 = 210.25', '5 h at 10 x 1.5 = 70.57'],
    sum: 390.82,
    regular: [8.2278],
  },
  {
    // 14 h on one day: 8 + 4 at 1.5 + 2 at 2. Straight 10 x 10 + 4 x 20 = 180; / 14 = 12.857142…; 4 h x 0.5 x 12.857… =
    // 25.714…, 2 h x 1 x 12.857… = 25.714…; the last 4 h are on the roof: 2 x 20 + 12.857… and 2 x 20 + 25.714….
    title: 'with two rates, daily overtime and double time are paid by the weighted average',
    days: [
      [2, 10, cellar],
      [2, 4, roof],
    ],
    rates: roofAndCellar(20, 10),
    rules: [daily, double],
    lines: ['8 h at 10 x 1 = 80.00', '2 h at 20 x 1.5 = 52.86', '2 h at 10 x 1.5 = 32.86', '2 h at 20 x 2 = 65.71'],
    sum: 231.43,
    regular: [12.8571],
  },
  {
    // A raise in the middle of the week: 24 x 10 + 18 x 11 = 438; / 42 = 10.42857…; 2 x 0.5 x 10.42857… = 10.42857….
    title: 'a raise within the workweek is a second rate',
    days: [
      [2, 8],
      [3, 8],
      [4, 8],
      [5, 9],
      [6, 9],
    ],
    rates: [rate(10), rate(11, '2026-03-05')],
    rules: [weekly],
    lines: ['16 h at 11 x 1 = 176.00', '24 h at 10 x 1 = 240.00', '2 h at 11 x 1.5 = 32.43'],
    sum: 448.43,
    regular: [10.4286],
  },
  {
    title: 'time before the first rate is shown without pay, and does not lower the regular rate',
    days: [
      [2, 8],
      [3, 8],
      [4, 12],
      [5, 12],
      [6, 8],
    ],
    rates: [rate(10, '2026-03-04')],
    rules: [weekly],
    lines: ['16 h at no rate x 1 = 0.00', '24 h at 10 x 1 = 240.00', '8 h at 10 x 1.5 = 120.00'],
    sum: 360,
    regular: [10],
  },
  {
    // 0.01 / 2 is half a cent: 1 h at 0.005 = 0.005 → 0.01.
    title: 'half a cent of pay is rounded up',
    days: [[2, 1]],
    rates: [rate(0.005)],
    rules: [],
    lines: ['1 h at 0.005 x 1 = 0.01'],
    sum: 0.01,
    regular: [0.005],
  },
  {
    // 29 CFR 778.203: 40 x 20 + 10 x 1.25 x 20 = 1,050 of straight time; regular rate 1,050 / 50 = 21; premium for 10 h of
    // overtime 10 x 0.5 x 21 = 105; in all 1,155.
    title: 'a premium below half for the day of the week raises the regular rate, though it replaces other pay',
    days: [1, 2, 3, 4, 5].map((day): Day => [day, 10]),
    rates: [rate(20)],
    rules: [weekly, sundays(1.25)],
    lines: ['10 h at 20 x 1.25 = 250.00', '30 h at 20 x 1 = 600.00', '10 h at 20 x 1.5 = 305.00'],
    sum: 1155,
    regular: [21],
  },
  {
    // The same, added: 29 CFR 778.207(b).
    title: 'a premium below half for the day of the week that is added pays the same',
    days: [1, 2, 3, 4, 5].map((day): Day => [day, 10]),
    rates: [rate(20)],
    rules: [weekly, { ...sundays(1.25), adds: true }],
    lines: ['10 h at 20 x 1.25 = 250.00', '30 h at 20 x 1 = 600.00', '10 h at 20 x 1.5 = 305.00'],
    sum: 1155,
    regular: [21],
  },
  {
    // 29 U.S.C. 207(e)(6): time and a half for a Sunday is no part of the regular rate, and is credited toward overtime.
    title: 'time and a half for the day of the week does not raise the regular rate',
    days: [1, 2, 3, 4, 5].map((day): Day => [day, 10]),
    rates: [rate(20)],
    rules: [weekly, sundays(1.5)],
    lines: ['10 h at 20 x 1.5 = 300.00', '40 h at 20 x 1 = 800.00'],
    sum: 1100,
    regular: [20],
  },
  {
    // 1.25 + 0.1: (10 x 1.35 + 40) x 20 = 1,070; regular rate 21.40; 10 x 0.5 x 21.40 = 107.
    title: 'a lower premium and an addition on top of it both raise the regular rate',
    days: [1, 2, 3, 4, 5].map((day): Day => [day, 10]),
    rates: [rate(20)],
    rules: [weekly, sundays(1.25), { ...sundays(1.1), name: 'extra', adds: true, dates: ['03-01'] }],
    lines: ['10 h at 20 x 1.35 = 270.00', '30 h at 20 x 1 = 600.00', '10 h at 20 x 1.5 = 307.00'],
    sum: 1177,
    regular: [21.4],
  },
]

describe('gross pay by rate and multiplier', () => {
  for (const { title, days, rates, rules, way, lines, sum, regular } of cases)
    test(title, () => {
      const found = gross(
        days.map((day) => entryOf(day)),
        rates,
        rules,
        way,
      )
      const order = (texts: readonly string[]) => [...texts].sort()
      assert.deepEqual(order(found.texts), order(lines))
      assert.equal(found.sum, sum)
      assert.deepEqual(found.regular, regular)
    })

  test('paid time off is paid at its rate and is no part of the regular rate (29 CFR 778.219)', () => {
    const entries = [2, 3, 4, 5].map((day) => entryOf([day, 11]))
    const rates = [rate(10), rate(15, '', { user_id: 1, jobcode_id: 7 })]
    const { texts, regular } = gross([...entries, entryOf([6, 8, 7], 'pto')], rates, [weekly])
    // 44 h x 10 + 4 h x 0.5 x 10 = 460, and 8 h x 15 of time off.
    assert.deepEqual(texts, ['40 h at 10 x 1 = 400.00', '4 h at 10 x 1.5 = 60.00', 'off 8 h at 15 x 1 = 120.00'])
    assert.deepEqual(regular, [10])
  })

  test('pieces pay the hours of their workweek without a rate, but no paid time off (29 CFR 778.111)', () => {
    const date = '2026-03-03'
    const pieces: PayAmount = {
      ...{ id: 1, user_id: 1, kind: 'piece', date, starts: date, ends: date, cents: 9000, corrects: 0, author: 0 },
      ...{ quantity: 50_000, unit_rate: 180_000, rest_seconds: 0, note: '', created: 0 },
    }
    const entries = [entryOf([2, 10]), entryOf([3, 8], 'pto')]
    const stretches = overtime(entries, { rules: [], weekStart: 0, ptoCounts: false })
    const weekOfDate = (day: string) => weekOf(day, 0)
    const payer = new Payer(1, new RateBook([]), stretches, {
      ...{ weekOf: weekOfDate, wayOn: () => 'regular_rate', amounts: [pieces] },
    })
    const lines = grossLines(stretches, entries, payer, [
      { range: { start_date: '2026-03-01', end_date: '2026-03-07' }, before: [] },
    ])
    assert.deepEqual(
      lines.map(({ kind, rate, seconds, amount_cents }) => [kind, rate, seconds / 3600, amount_cents]),
      [
        ['work', 0, 10, 0],
        ['time_off', null, 8, 0],
        ['piece', 180_000, 0, 9000],
      ],
    )
  })

  test('an hour for a break that was not provided is paid at the regular rate of its workweek', () => {
    // 10 h at 20 and 5 h at 10: 250 / 15 = 16.6666…; two such days: 2 x 16.6666… = 33.33.
    const entries = [entryOf([2, 10, roof]), entryOf([3, 5, cellar])]
    const stretches = overtime(entries, { rules: [], weekStart: 0, ptoCounts: false })
    const rates = new RateBook(roofAndCellar(20, 10))
    const payer = new Payer(1, rates, stretches, paidBy('rate_in_effect'))
    const [, , premium] = grossLines(
      stretches,
      entries,
      payer,
      [{ range: week, before: [] }],
      [
        { date: '2026-03-02', seconds: 3600 },
        { date: '2026-03-03', seconds: 3600 },
      ],
    )
    assert.deepEqual(premium, {
      ...{ kind: 'break_premium', rate: 166_667, per: 'hour', multiplier: 1, seconds: 7200 },
      amount_cents: 3333,
      parts: [
        {
          ...{ part: 'premium', seconds: 7200, rate: 16.66666667, factor: 1, week: '2026-03-01' },
          amount_cents: 3333,
        },
      ],
    })
  })

  test('the regular rate comes from the whole workweek, even if the range is only a part of it', () => {
    const entries = [
      [2, 10, roof],
      [3, 10, roof],
      [4, 10, roof],
      [5, 10, cellar],
      [6, 6, cellar],
    ] as const
    const friday = { start_date: '2026-03-06', end_date: '2026-03-06' }
    const found = gross(
      entries.map((day) => entryOf(day)),
      roofAndCellar(12, 9),
      [weekly],
      'regular_rate',
      friday,
    )
    assert.deepEqual(found, { texts: ['6 h at 9 x 1.5 = 86.87'], sum: 86.87, regular: [10.9565] })
  })

  test('the pay of thousands of single seconds adds up exactly before it is rounded', () => {
    const money = new Money()
    const payer = new Payer(1, new RateBook([rate(33.3333)]), [], paidBy('regular_rate'))
    for (let n = 0; n < 3600; n++) payer.pay({ date: '2026-03-02', jobcode_id: 0, seconds: 1, multiplier: 1 }, money)
    assert.equal(money.cents(), 3333)
  })
})

describe('the rate in force', () => {
  const book = new RateBook(
    [
      rate(20, '2026-01-01'),
      rate(22, '2026-03-01'),
      rate(30, '2026-02-01', { user_id: 0, jobcode_id: roof }),
      rate(35, '2026-03-03', { jobcode_id: roof }),
      rate(99, '', { user_id: 2 }),
      rate(40, '2026-03-01', { user_id: 0, jobcode_id: gutter }),
    ],
    new Map([
      [tiles, roof],
      [gutter, roof],
    ]),
  )
  const table: [job: number, date: string, expected: number | undefined][] = [
    [0, '2025-12-31', undefined],
    [0, '2026-01-01', 20],
    [0, '2026-02-28', 20],
    [0, '2026-03-01', 22],
    [cellar, '2026-03-01', 22],
    [roof, '2026-01-31', 20],
    [roof, '2026-02-01', 30],
    [roof, '2026-03-02', 30],
    [roof, '2026-03-03', 35],
    [roof, '2027-01-01', 35],
    // Jobs on the roof, of which one has a rate of its own.
    [tiles, '2026-01-31', 20],
    [tiles, '2026-02-01', 30],
    [tiles, '2026-03-03', 35],
    [gutter, '2026-02-28', 30],
    [gutter, '2026-03-03', 40],
  ]
  for (const [job, date, expected] of table)
    test(`the rate for job ${job} on ${date} is ${expected}`, () => {
      const found = book.at(1, job, date)
      assert.equal(found && found.rate / 10_000, expected)
    })
})

describe('new rates', () => {
  const known = [rate(20, '2026-03-01'), rate(18, '')]
  const good: GivenRate = { user_id: 1, jobcode_id: 0, from: '2026-04-01', rate: 20, per: 'hour' }
  const table: [Partial<GivenRate>, RegExp | undefined][] = [
    [{}, undefined],
    [{ rate: 0 }, undefined],
    [{ rate: 27.1234 }, undefined],
    [{ rate: 61_000, per: 'year' }, undefined],
    [{ jobcode_id: roof, from: '2026-03-01' }, undefined],
    [{ rate: -0.01 }, /^rate must be a number from 0/],
    [{ rate: Number.NaN }, /^rate must be/],
    [{ rate: 1_000_000 }, /^rate must be/],
    [{ rate: 27.12345 }, /^rate can have at most four decimals/],
    [{ from: '2026-03-01' }, /^from: there already is a rate from 2026-03-01/],
    [{ from: '' }, /^from: there already is a rate without a start date/],
    [{ from: '2026-02-29' }, /^from: 2026-02-29 is not a date/],
    [{ from: 'tomorrow' }, /^from: tomorrow is not a date/],
    [{ jobcode_id: roof, per: 'year' }, /^per: a rate for a job is by the hour/],
    [{ user_id: 0 }, /^user_id: a rate is for/],
  ]
  for (const [change, expected] of table)
    test(`a new rate with ${JSON.stringify(change)} is ${expected ? 'refused by name' : 'accepted'}`, () => {
      const problem = rateProblem({ ...good, ...change }, known)
      if (expected) assert.match(textOf(problem!), expected)
      else assert.equal(problem, undefined)
    })
})

test('billable time is worth its hours at the rate of the job', () => {
  const money = new Money()
  // 90 minutes at 80 and 20 minutes at 50: 120 + 16.666….
  bill(5400, 800_000, money)
  bill(1200, 500_000, money)
  assert.equal(money.cents(), 13667)
  assert.equal(hoursOfYear, 2080)
})

describe('a rule for people who are paid below 18 an hour', () => {
  const low: Rule = { ...daily, payBelow: 18 }
  const [may, june] = ['2026-05-01', '2026-06-01']
  const cases: [name: string, rates: PayRate[], holds: [from?: string, until?: string][]][] = [
    ['without a rate', [], [[]]],
    ['for all time at a rate of 17', [rate(17)], [[]]],
    ['at no time at a rate of 18', [rate(18)], []],
    ['until a raise to 18', [rate(17), rate(18, may)], [[undefined, may]]],
    ['through a raise that stays below', [rate(16), rate(17, may)], [[]]],
    ['before the first known rate', [rate(20, may)], [[undefined, may]]],
    ['from a cut on', [rate(20), rate(17, june)], [[june]]],
    ['between a cut and a raise', [rate(20), rate(17, may), rate(20, june)], [[may, june]]],
    ['twice if there are two such spans', [rate(17), rate(20, may), rate(17, june)], [[undefined, may], [june]]],
    ['for a salary that is below 18 by the hour', [rate(17.99 * hoursOfYear, '', { per: 'year' })], [[]]],
    ['at no time for a salary of 18 by the hour', [rate(18 * hoursOfYear, '', { per: 'year' })], []],
  ]
  for (const [name, rates, holds] of cases)
    test(`a rule for pay below 18 an hour holds ${name}`, () => {
      const found = rulesAtPay([low, weekly], rates)
      assert.deepEqual(
        found.map(({ name, from, until }) => [name, from, until]),
        [...holds.map(([from, until]) => ['daily', from, until]), ['weekly', undefined, undefined]],
      )
    })
  test('a rule for pay below 18 an hour holds only within its own dates', () => {
    const [found] = rulesAtPay([{ ...low, from: '2026-05-15' }], [rate(17), rate(20, june)])
    assert.deepEqual([found!.from, found!.until], ['2026-05-15', june])
  })
})

describe('a rule for time paid below 18 an hour, where the rate depends on the job', () => {
  const low: Rule = { ...daily, payBelow: 18 }
  const onRoof = (amount: number, from = '', more: Partial<PayRate> = {}) =>
    rate(amount, from, { user_id: 0, jobcode_id: roof, ...more })
  const ownRoof = (amount: number, from = '') => onRoof(amount, from, { user_id: 1 })
  const tiling: Day[] = [[2, 10, tiles]]
  const both: Day[] = [
    [2, 6, roof],
    [2, 4, cellar],
  ]
  // Each job on which time is paid 1.5 times, with its hours. Every day has 10 hours.
  const cases: [name: string, days: Day[], rates: PayRate[], paid: string[]][] = [
    ['pays a job without a rate', [[2, 10, roof]], [], ['roof 2']],
    ['pays a job at 15 of a person at 25', [[2, 10, roof]], [rate(25), onRoof(15)], ['roof 2']],
    ['does not pay a job at 25 of a person at 15', [[2, 10, roof]], [rate(15), onRoof(25)], []],
    ['does not pay a job at 18', [[2, 10, roof]], [rate(15), onRoof(18)], []],
    [
      'goes by the person’s rate for the job before the job’s own',
      [[2, 10, roof]],
      [rate(15), onRoof(15), ownRoof(20)],
      [],
    ],
    [
      'ignores another person’s rate for the job',
      [[2, 10, roof]],
      [rate(15), onRoof(20, '', { user_id: 2 })],
      ['roof 2'],
    ],
    ['pays a sub-job of the one with the low rate', tiling, [rate(25), onRoof(15)], ['tiles 2']],
    [
      'goes by a sub-job’s own rate before that of the job above it',
      tiling,
      [rate(15), onRoof(15), rate(20, '', { jobcode_id: tiles })],
      [],
    ],
    ['goes by the person’s rate on other jobs', [[2, 10, cellar]], [rate(25), onRoof(15)], []],
    ['pays other jobs without a rate if only one job has one', [[2, 10, cellar]], [onRoof(25)], ['cellar 2']],
    ['counts hours at a higher rate toward the day', both, [rate(17), onRoof(25)], ['cellar 2']],
    ['does not pay hours at a higher rate', both, [rate(25), onRoof(15)], []],
    [
      'ends on the day of a raise on the job',
      [
        [2, 10, roof],
        [3, 10, roof],
      ],
      [rate(25), onRoof(15), onRoof(20, '2026-03-03')],
      ['roof 2'],
    ],
    [
      'goes by the person’s rate before a job’s first rate',
      [
        [2, 10, roof],
        [3, 10, roof],
      ],
      [rate(17), onRoof(20, '2026-03-03')],
      ['roof 2'],
    ],
  ]
  const parents = new Map([
    [tiles, roof],
    [gutter, roof],
  ])
  const names = new Map([
    [roof, 'roof'],
    [cellar, 'cellar'],
    [tiles, 'tiles'],
  ])
  for (const [name, days, rates, expected] of cases)
    test(`a rule for time paid below 18 ${name}`, () => {
      const book = new RateBook(rates, parents)
      const policy = policyAtPay({ rules: [low], weekStart: 0, ptoCounts: false }, 1, book)
      const pay = jobPay(policy, 1, book)
      const isPaidBelow = paidBelow(pay)
      // What the app is sent has the same result.
      const described = isPaidBelow ? { ...policy, isPaidBelow } : policy
      for (const each of [policy, described]) {
        const paid = overtime(
          days.map((day) => entryOf(day)),
          each,
        ).filter(({ multiplier }) => multiplier === 1.5)
        assert.deepEqual(
          paid.map(({ jobcode_id, seconds }) => `${names.get(jobcode_id)} ${seconds / hour}`),
          expected,
        )
      }
    })
  test('the hours of a clock rule count from their start, also in work that the rule does not pay', () => {
    // On the roof from 0:00 to 8:00, in the cellar from 8:00 to 10:00. The third hour after 6:00 ends at 9:00.
    const start = Date.parse('2026-03-02T00:00:00Z') * 1000
    const times = (id: number, from: number, to: number, jobcode_id: number): Entry => {
      const [began, ended] = [start + from * hour * 1e6, start + to * hour * 1e6]
      const basics = { id, date: '2026-03-02', kind: 'work', manual: false, jobcode_id } as const
      return { ...basics, start: began, end: ended, seconds: (to - from) * hour }
    }
    const entries = [times(1, 0, 8, roof), times(2, 8, 10, cellar)]
    const early: Rule = { name: 'early', kind: 'clock', afterSeconds: 3 * hour, multiplier: 1.5, payBelow: 18 }
    const rules = [{ ...early, startMinute: 360, endMinute: 1200 }]
    const book = new RateBook([rate(15), onRoof(25)])
    const policy = policyAtPay({ rules, weekStart: 0, ptoCounts: false, zone: 'UTC' }, 1, book)
    const paid = overtime(entries, policy).filter(({ multiplier }) => multiplier === 1.5)
    assert.deepEqual(
      paid.map(({ entryId, seconds }) => [entryId, seconds / hour]),
      [[2, 1]],
    )
  })
  test('the app is sent the jobs that a pay rule treats differently, without their rates', () => {
    const book = new RateBook([rate(25), onRoof(15), rate(30, '', { jobcode_id: cellar })], parents)
    const policy = policyAtPay({ rules: [low], weekStart: 0, ptoCounts: false }, 1, book)
    assert.deepEqual(
      jobPay(policy, 1, book).sort((a, b) => a.jobcode_id - b.jobcode_id),
      [
        { jobcode_id: 0, from: '', rules: [] },
        ...[roof, tiles, gutter].map((jobcode_id) => ({ jobcode_id, from: '', rules: ['daily'] })),
      ],
    )
  })
})
