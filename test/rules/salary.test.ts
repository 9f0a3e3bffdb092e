import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Entry, overtime, type Rule } from '../../src/rules/overtime/overtime.ts'
import type { PayAmount } from '../../src/rules/pay/amounts.ts'
import { grossLines, grossSum } from '../../src/rules/pay/gross_lines.ts'
import { type PayRate, RateBook } from '../../src/rules/pay/pay.ts'
import { Payer } from '../../src/rules/pay/payer.ts'
import { Salary, salarySpan } from '../../src/rules/pay/salary.ts'
import { addDays, type Range, weekday, weekOf } from '../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../src/rules/time/pay_periods.ts'

// Salaries, reckoned by hand. Weeks start on Sunday; people work Monday to Friday unless a case says otherwise. 2026-03-01
// is a Sunday.

const hour = 3600
const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 40 * hour, multiplier: 1.5 }
const daily: Rule = { name: 'daily', kind: 'daily', afterSeconds: 8 * hour, multiplier: 1.5 }
const sunday: Rule = {
  ...{ name: 'sunday', kind: 'clock', afterSeconds: 0, multiplier: 1.5, days: [0] },
  ...{ startMinute: 0, endMinute: 1440 },
}
const night: Rule = { ...sunday, name: 'saturday', multiplier: 1.25, days: [6], adds: true }

/** A date of March 2026, hours, and what they are: work if omitted. */
type Time = readonly [date: string, hours: number, kind?: 'pto' | 'unpaid']
const unpaidJob = 9

const rate = (amount: number, more: Partial<PayRate> = {}): PayRate => {
  return { user_id: 1, jobcode_id: 0, from: '', rate: Math.round(amount * 10_000), per: 'year', ...more }
}

type Setup = {
  rates: readonly PayRate[]
  time: readonly Time[]
  range?: Range
  rules?: readonly Rule[]
  exempt?: boolean
  payroll?: Record<string, string>
  hired?: string
  left?: string
  workdays?: readonly number[]
  amounts?: readonly PayAmount[]
}

const twoWeeks = { payroll_type: 'biweekly', payroll_end_date: '2026-03-14' }
const halfMonths = { payroll_type: 'semimonthly', payroll_first_end_day: '15', payroll_last_end_day: '31' }
const months = { payroll_type: 'monthly', payroll_month_end_day: '31' }

function paid({
  rates,
  time,
  range = { start_date: '2026-03-01', end_date: '2026-03-14' },
  rules = [weekly],
  exempt = false,
  payroll = twoWeeks,
  hired = '',
  left = '9999-12-31',
  workdays = [1, 2, 3, 4, 5],
  amounts = [],
}: Setup) {
  const entries = time.map(([date, hours, off], index): Entry => {
    const kind: Entry['kind'] = off ?? 'work'
    const jobcode_id = kind === 'unpaid' ? unpaidJob : 1
    return { id: index + 1, date, start: 0, end: 0, seconds: hours * hour, kind, jobcode_id, manual: true }
  })
  const stretches = overtime(entries, { rules: exempt ? [] : rules, weekStart: 0, ptoCounts: false })
  const book = new RateBook(rates)
  const weekOfDate = (date: string) => weekOf(date, 0)
  const facts = {
    spanOf: (date: string) => salarySpan(date, payroll.payroll_type, payPeriodOf(date, payroll)),
    expectedOn: (date: string) => (workdays.includes(weekday(date)) ? 8 * hour : 0),
    patternOn: (date: string) => (workdays.includes(weekday(date)) ? 8 * hour : 0),
    plannedOn: () => undefined,
    isEmployedOn: (date: string) => date >= hired && date <= left,
    isExemptOn: () => exempt,
    isUnpaidOff: (jobcode_id: number) => jobcode_id === unpaidJob,
  }
  const payer = new Payer(1, book, stretches, {
    weekOf: weekOfDate,
    wayOn: () => 'regular_rate',
    isTimed: (name) => name === 'sunday' || name === 'saturday',
    salary: new Salary(book.ownOf(1), { stretches, entries }, facts, weekOfDate),
    amounts,
  })
  const lines = grossLines(stretches, entries, payer, [{ range, before: [] }])
  for (const { amount_cents, parts } of lines) assert.equal(grossSum(parts), amount_cents, 'parts add up')
  const texts = lines.map(({ kind, multiplier, seconds, amount_cents }) => {
    return `${kind} ${multiplier}: ${seconds / hour} h ${(amount_cents / 100).toFixed(2)}`
  })
  return { texts, sum: grossSum(lines) / 100, lines, payer, entries, stretches }
}

/** The same hours on Monday to Friday of a week. */
const week = (monday: string, ...hours: number[]): Time[] => hours.map((h, n): Time => [addDays(monday, n), h])
const eight = (monday: string) => week(monday, 8, 8, 8, 8, 8)
const weekRange = (first: string) => ({ start_date: first, end_date: addDays(first, 6) })
const march = { start_date: '2026-03-01', end_date: '2026-03-31' }

describe('a salary', () => {
  const year = rate(52_000)
  const table: [title: string, setup: Setup, sum: number][] = [
    ['of an exempt person is the same for 62 hours in two weeks', { ...of(62), exempt: true }, 2000],
    ['of an exempt person is the same for 110 hours in two weeks', { ...of(110), exempt: true }, 2000],
    ...[40, 50, 30].map((hours): [string, Setup, number] => [
      `of an exempt person is the same for a week of ${hours} hours`,
      {
        rates: [year],
        time: week('2026-03-02', ...Array(5).fill(hours / 5)),
        range: weekRange('2026-03-01'),
        exempt: true,
      },
      1000,
    ]),
    [
      'of a person who is not exempt pays 45 hours with overtime on the hourly equivalent',
      { rates: [year], time: week('2026-03-02', 9, 9, 9, 9, 9), range: weekRange('2026-03-01') },
      1187.5,
    ],
    [
      'of a person who is not exempt is the same for a week of 30 hours',
      { rates: [year], time: week('2026-03-02', 6, 6, 6, 6, 6), range: weekRange('2026-03-01') },
      1000,
    ],
    // 29 CFR 778.113(a): 182.70 for 35 hours; 5.22 for each hour up to 40, 7.83 for each beyond.
    [
      'for 35 hours pays the hours up to 40 at the hourly equivalent, and those beyond with overtime',
      {
        rates: [rate(182.7, { per: 'week', week_seconds: 35 * hour })],
        time: week('2026-03-02', 9, 9, 9, 9, 9),
        range: weekRange('2026-03-01'),
      },
      182.7 + 5 * 5.22 + 5 * 7.83,
    ],
    // 29 CFR 778.325: a salary for 50 hours pays their straight time; overtime adds half of 20.00.
    [
      'for 50 hours pays half for the overtime within them',
      {
        rates: [rate(1000, { per: 'week', week_seconds: 50 * hour })],
        time: week('2026-03-02', 10, 10, 10, 10, 10),
        range: weekRange('2026-03-01'),
      },
      1000 + 10 * 0.5 * 20,
    ],
    // 29 CFR 778.114(b): 600.00 for all the work; 48 hours at 12.50: 8 x 0.5 x 12.50.
    [
      'for a fluctuating workweek pays all hours, and overtime adds half of the average',
      {
        rates: [rate(600, { per: 'week', fluctuating: 1 })],
        time: week('2026-03-02', 10, 10, 10, 10, 8),
        range: weekRange('2026-03-01'),
      },
      650,
    ],
    [
      'for a fluctuating workweek is the same for 37.5 hours',
      {
        rates: [rate(600, { per: 'week', fluctuating: 1 })],
        time: week('2026-03-02', 7.5, 7.5, 7.5, 7.5, 7.5),
        range: weekRange('2026-03-01'),
      },
      600,
    ],
    // Labor Code 515(d): the salary pays no overtime: 8 h x 1.5 x 25 on top.
    [
      'of a person who is not exempt pays daily overtime on top',
      {
        rates: [year],
        time: week('2026-03-02', 10, 10, 10, 10),
        range: weekRange('2026-03-01'),
        rules: [weekly, daily],
      },
      1300,
    ],
    // The hours on Sunday are among the 40: only their half is due on top, 8 x 0.5 x 25.
    [
      'of a person who is not exempt gets the premium for Sundays',
      {
        rates: [year],
        time: [['2026-03-01', 8], ...week('2026-03-02', 8, 8, 8, 8)],
        range: weekRange('2026-03-01'),
        rules: [weekly, sunday],
      },
      1100,
    ],
    // A loading of 0.25 x 25 for 8 hours within the 40.
    [
      'of a person who is not exempt gets loadings',
      {
        rates: [year],
        time: [...week('2026-03-02', 8, 8, 8, 8), ['2026-03-07', 8]],
        range: weekRange('2026-03-01'),
        rules: [weekly, night],
      },
      1050,
    ],
    [
      'is reduced by whole days of unpaid time off',
      {
        rates: [year],
        time: [...week('2026-03-02', 8, 8, 8, 8), ['2026-03-06', 8, 'unpaid']],
        exempt: true,
        range: weekRange('2026-03-01'),
      },
      800,
    ],
    [
      'is not reduced by part of a day of unpaid time off',
      {
        rates: [year],
        time: [...week('2026-03-02', 8, 8, 8, 8, 4), ['2026-03-06', 4, 'unpaid']],
        exempt: true,
        range: weekRange('2026-03-01'),
      },
      1000,
    ],
    [
      'is not reduced by unpaid time off on a day off',
      {
        rates: [year],
        time: [...eight('2026-03-02'), ['2026-03-07', 8, 'unpaid']],
        exempt: true,
        range: weekRange('2026-03-01'),
      },
      1000,
    ],
    [
      'pays a week of paid time off',
      {
        rates: [year],
        time: eight('2026-03-02').map(([date, hours]): Time => [date, hours, 'pto']),
        range: weekRange('2026-03-01'),
      },
      1000,
    ],
    // 29 CFR 541.602(a)(1): a week without any work need not be paid.
    ['pays no week without time', { rates: [year], time: eight('2026-03-02'), exempt: true }, 1000],
    [
      'pays the share of the working days of the first week',
      { rates: [year], time: week('2026-03-05', 8, 8), hired: '2026-03-05', range: weekRange('2026-03-01') },
      400,
    ],
    [
      'pays the share of the working days of the last week',
      { rates: [year], time: week('2026-03-02', 8, 8, 8), left: '2026-03-04', range: weekRange('2026-03-01') },
      600,
    ],
    // Three days of 200.00 and two of 260.00.
    [
      'that begins in a week pays by working days before and after',
      {
        rates: [year, rate(67_600, { from: '2026-03-05' })],
        time: eight('2026-03-02'),
        range: weekRange('2026-03-01'),
        exempt: true,
      },
      1120,
    ],
    // Three days of 8 h at 20.00, then two of five of 1,000.00.
    [
      'that follows a rate by the hour pays the rest of the week',
      {
        rates: [rate(20, { per: 'hour' }), rate(52_000, { from: '2026-03-05' })],
        time: eight('2026-03-02'),
        range: weekRange('2026-03-01'),
      },
      880,
    ],
    [
      'of a month is 4,333.33 in a month',
      { rates: [year], time: every(march, 8), range: march, payroll: months, exempt: true },
      4333.33,
    ],
    [
      'of a year is a twenty-fourth in half a month',
      {
        rates: [year],
        time: every(march, 8),
        range: { ...march, end_date: '2026-03-15' },
        payroll: halfMonths,
        exempt: true,
      },
      2166.67,
    ],
    [
      'of 4,000 a month is the same in a month',
      { rates: [rate(4000, { per: 'month' })], time: every(march, 7), range: march, payroll: months, exempt: true },
      4000,
    ],
    // 22 working days in March; from the 17th on there are 11: 4,333.33 / 22 x 11.
    [
      'of a month is paid by its working days from the day of hiring',
      {
        rates: [year],
        time: every({ start_date: '2026-03-17', end_date: '2026-03-31' }, 8),
        range: march,
        payroll: months,
        hired: '2026-03-17',
        exempt: true,
      },
      2166.67,
    ],
    [
      'goes by the working days of the person',
      {
        rates: [year],
        time: [
          ['2026-03-03', 4],
          ['2026-03-05', 4, 'unpaid'],
        ].map(([date, hours, kind]) => [date, hours, kind] as Time),
        range: weekRange('2026-03-01'),
        workdays: [2, 6],
        exempt: true,
      },
      1000,
    ],
  ]
  for (const [title, setup, sum] of table)
    test(`a salary ${title}`, () => {
      const found = paid(setup)
      assert.equal(found.sum, Math.round(sum * 100) / 100, found.texts.join('\n'))
    })

  test('the days of a period add up to it, to the cent, however it is divided', () => {
    for (const payroll of [twoWeeks, halfMonths, months])
      for (const amount of [52_000, 50_001, 33_333.33, 99_999.99]) {
        const time: Time[] = [...every(march, 8).filter(([date]) => date !== '2026-03-18'), ['2026-03-18', 8, 'unpaid']]
        const one = (range: Range) => paid({ rates: [rate(amount)], time, range, payroll, exempt: true }).sum
        const cents = (sum: number) => Math.round(sum * 100)
        for (const cut of ['2026-03-04', '2026-03-17', '2026-03-18', '2026-03-23']) {
          const parts = [one({ ...march, end_date: cut }), one({ ...march, start_date: addDays(cut, 1) })]
          assert.equal(
            cents(parts[0]!) + cents(parts[1]!),
            cents(one(march)),
            JSON.stringify([payroll, amount, cut, parts, one(march)]),
          )
        }
      }
  })

  test('the lines of a salary name the salary, its deduction, and overtime', () => {
    const time: Time[] = [['2026-03-02', 8, 'unpaid'], ...week('2026-03-03', 10, 10, 10, 12), ['2026-03-09', 8, 'pto']]
    assert.deepEqual(paid({ rates: [rate(52_000)], time, rules: [weekly] }).texts, [
      'salary 1: 32 h 2000.00',
      'deduction 1: 0 h -200.00',
      // Hours beyond the 32 that four days of the salary are meant for.
      'work 1: 8 h 200.00',
      'work 1.5: 2 h 75.00',
      'time_off 1: 8 h 0.00',
    ])
  })
})

function of(hours: number): Setup {
  return {
    rates: [rate(52_000)],
    time: [...week('2026-03-02', ...Array(5).fill(hours / 10)), ...week('2026-03-09', ...Array(5).fill(hours / 10))],
  }
}

/** Hours on every Monday to Friday. */
function every({ start_date, end_date }: Range, hours: number): Time[] {
  const found: Time[] = []
  for (let date = start_date; date <= end_date; date = addDays(date, 1))
    if (weekday(date) > 0 && weekday(date) < 6) found.push([date, hours])
  return found
}
