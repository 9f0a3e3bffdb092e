import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedRate } from '../../web/components/time/money.ts'
import { firstOpen } from '../../web/components/time/pay_amounts.ts'
import { newRateOf, type PayRate, payText, salaryText, shownRates } from '../../web/components/time/pay_rates.ts'

const rate = (from: string | null, amount: number, jobcode_id = 0): PayRate => {
  return { user_id: 1, jobcode_id, from, rate: amount, per: 'hour', week_hours: null, fluctuating: false }
}

test('pay rates are listed newest first, and one of each job applies today', () => {
  const rates = [rate(null, 20), rate('2026-02-01', 22), rate('2026-04-01', 24), rate('2026-03-02', 30, 7)]
  const shown = shownRates(rates, '2026-03-02')
  assert.deepEqual(
    shown.map(({ rate, state }) => [rate, state]),
    [
      [24, 'later'],
      [22, 'now'],
      [20, 'past'],
      [30, 'now'],
    ],
  )
})

test('a rate in a field has two decimals, or as many as it needs', () => {
  assert.deepEqual([25.5, 61_000, 7.2525].map(typedRate), ['25.50', '61000.00', '7.2525'])
})

test('a pay rate is shown by the hour, week, month or year', () => {
  assert.equal(payText({ rate: 27.5, per: 'hour' }), '27.50 an hour')
  assert.equal(payText({ rate: 7.2525, per: 'hour' }), '7.2525 an hour')
  assert.equal(payText({ rate: 61_000, per: 'year' }), '61,000.00 a year')
  assert.equal(payText({ rate: 5000, per: 'month' }), '5,000.00 a month')
  assert.equal(payText({ rate: 1000, per: 'week' }), '1,000.00 a week')
  const salary: PayRate = { ...rate(null, 1000), per: 'week', week_hours: 40 }
  assert.equal(salaryText(salary), '')
  assert.equal(salaryText({ ...salary, week_hours: 35 }), 'for 35 hours a week')
  assert.equal(salaryText({ ...salary, fluctuating: true }), 'for all work of a week')
})

test('a typed pay rate is read with a comma or a point, and rates of jobs are by the hour', () => {
  const salary = { week_hours: '37,5', fluctuating: false }
  const typed = { rate: ' 24,50 ', per: 'year', from: '', jobcode_id: '0', user_id: '5', ...salary }
  assert.deepEqual(newRateOf(typed), {
    ...{ user_id: 5, jobcode_id: 0, from: null, rate: 24.5, per: 'year' },
    ...{ week_hours: 37.5, fluctuating: false },
  })
  assert.deepEqual(newRateOf({ ...typed, from: '2026-03-02', jobcode_id: '7' }), {
    ...{ user_id: 5, jobcode_id: 7, from: '2026-03-02', rate: 24.5 },
    ...{ per: 'hour', week_hours: null, fluctuating: false },
  })
  assert.throws(() => newRateOf({ ...typed, week_hours: 'all' }), /^Error: Hours a week must be a number/)
  for (const rate of ['', '-1', 'much', '1e3', '.'])
    assert.throws(() => newRateOf({ ...typed, rate }), /^Error: Rate must be a number/)
})

test('a new amount is paid on a day that is not approved', () => {
  assert.equal(firstOpen('2026-11-21', '2026-11-21'), '2026-11-22')
  assert.equal(firstOpen('2026-11-21', '2026-11-07'), '2026-11-21')
})
