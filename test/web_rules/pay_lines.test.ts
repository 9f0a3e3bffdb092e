import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownUnits } from '../../src/rules/pay/shown_units.ts'
import { adjustmentText, payLineParts, payLineText } from '../../web/components/time/pay_lines.ts'
import { rangeText } from '../../web/time.ts'

const line = { kind: 'work', rate: 28.5, per: 'hour', multiplier: 1 }

test('a line of pay says what it is for and by which rate, in gross pay and in pay runs alike', () => {
  const said = [
    line,
    { ...line, multiplier: 1.5 },
    { ...line, multiplier: 2, rate: null },
    { ...line, rate: null },
    { ...line, kind: 'time_off' },
    { ...line, kind: 'time_off', per: 'year', rate: 71_000 },
    { ...line, kind: 'salary', per: 'year', rate: 71_000 },
    { ...line, kind: 'deduction', per: 'month', rate: 5000 },
    { ...line, kind: 'time_off_payout' },
    { ...line, kind: 'break_premium' },
    { ...line, kind: 'adjustment', per: 'once', rate: null },
    { ...line, kind: 'bonus', per: 'once', rate: null },
    { ...line, kind: 'rest_periods' },
  ].map(payLineText)
  assert.deepEqual(said, [
    '28.50 an hour',
    'Overtime 1.5 × at 28.50 an hour',
    'Overtime 2 × at no pay rate',
    'No pay rate',
    'Time off at 28.50 an hour',
    'Time off within the salary',
    'Salary of 71,000.00 a year',
    'Unpaid days of 5,000.00 a month',
    'Time off paid out at 28.50 an hour',
    'Breaks not provided at 28.50',
    'Adjustment',
    'Bonus',
    'Rest periods of piece work',
  ])
})

test('the parts of a line of pay name dates as people write them', () => {
  const parts = [
    { part: 'straight' as const, amount_cents: 4322, seconds: 5460, rate: 28.5 },
    { part: 'premium' as const, amount_cents: 2161, seconds: 5460, rate: 28.5, factor: 0.5, week: '2026-10-25' },
  ]
  assert.deepEqual(payLineParts({ parts }, shownUnits.hhmm), [
    '1.516667 h × 28.50 = 43.22',
    'Premium of the workweek from Oct 25: 1.516667 h × 28.50 × 0.5 = 21.61',
  ])
  assert.deepEqual(payLineParts({}, shownUnits.hhmm), [])
})

test('the amount of a line of pay follows by hand from what is shown', () => {
  const [rate, hours] = [28.5, 3600]
  const lineOf = (seconds: number) => ({
    parts: [{ part: 'straight' as const, seconds, rate, amount_cents: Math.round((seconds / hours) * rate * 100) }],
  })
  for (const unit of Object.values(shownUnits))
    for (const seconds of [1217, 5460, 5481, 7200, 158_399]) {
      const [text] = payLineParts(lineOf(seconds), unit)
      // Hours and rate say it all.
      if (text === undefined) assert.equal(seconds % unit, 0)
      const [, factor = '', , amount = ''] = /^(\S+) h × (\S+) = (\S+)$/.exec((text ?? '').replaceAll(',', '')) ?? []
      if (text !== undefined) assert.equal((Number(factor) * rate).toFixed(2), amount)
    }
})

test('an adjustment names the days that it belongs to and why it is due', () => {
  const days = { start_date: '2026-10-25', end_date: '2026-11-07' }
  const range = rangeText(days.start_date, days.end_date)
  const late = adjustmentText({ ...days, cause: 'late_entry', reason: '' })
  assert.equal(late, `For ${range}: Time was added later`)
  assert.equal(adjustmentText({ ...days, cause: 'entered', reason: 'A bonus' }), `For ${range}: A bonus`)
})
