import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRateOf, type PayRate, payText, shownRates } from '../../web/components/time/pay_rates.ts'

const rate = (from: string | null, amount: number, jobcode_id = 0): PayRate => {
  return { user_id: 1, jobcode_id, from, rate: amount, per: 'hour' }
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

test('a pay rate is shown by the hour or by the year', () => {
  assert.equal(payText({ rate: 27.5, per: 'hour' }), '27.50 an hour')
  assert.equal(payText({ rate: 7.2525, per: 'hour' }), '7.2525 an hour')
  assert.equal(payText({ rate: 61_000, per: 'year' }), '61,000.00 a year')
})

test('a typed pay rate is read with a comma or a point, and rates of jobs are by the hour', () => {
  const typed = { rate: ' 24,50 ', per: 'year', from: '', jobcode_id: '0', user_id: '5' }
  assert.deepEqual(newRateOf(typed), { user_id: 5, jobcode_id: 0, from: null, rate: 24.5, per: 'year' })
  assert.deepEqual(newRateOf({ ...typed, from: '2026-03-02', jobcode_id: '7' }), {
    ...{ user_id: 5, jobcode_id: 7, from: '2026-03-02', rate: 24.5 },
    per: 'hour',
  })
  for (const rate of ['', '-1', 'much', '1e3', '.'])
    assert.throws(() => newRateOf({ ...typed, rate }), /^Error: Rate must be a number/)
})
