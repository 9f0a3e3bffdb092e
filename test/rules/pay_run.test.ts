import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPeriods, periodsUntil, periodToOpen } from '../../src/rules/pay/pay_run.ts'

const weekly = { payroll_type: 'weekly', payroll_end_date: '2026-02-28' }

test('half a year of pay periods is offered, and an older one on request', () => {
  const periods = periodsUntil('2026-03-02', weekly)
  assert.equal(periods.length, 28)
  assert.deepEqual(periods.at(-1), { start_date: '2026-03-01', end_date: '2026-03-07' })
  assert.deepEqual(periodsUntil('2026-03-02', weekly, '2026-02-01'), periods)
  const [older, ...rest] = periodsUntil('2026-03-02', weekly, '2024-01-01')
  assert.deepEqual(older, { start_date: '2023-12-31', end_date: '2024-01-06' })
  assert.deepEqual(rest, periods)
  const monthly = periodsUntil('2026-03-02', { payroll_type: 'monthly' })
  assert.deepEqual([monthly.length, monthly[0]!.start_date], [8, '2025-08-01'])
})

test('a pay run opens on the oldest ended pay period that waits for approval', () => {
  const periods = [
    { start_date: '2026-02-15', end_date: '2026-02-21' },
    { start_date: '2026-02-22', end_date: '2026-02-28' },
    { start_date: '2026-03-01', end_date: '2026-03-07' },
  ]
  const cases: [lasts: string[], approved: string, submitted: string, waiting: number[], opens: number][] = [
    [['', '', ''], '2000-01-01', '2000-01-01', [0, 0, 0], 2],
    [['', '', '2026-03-01'], '2000-01-01', '2000-01-01', [0, 0, 1], 2],
    [['2026-02-16', '', '2026-03-01'], '2026-02-28', '2026-02-28', [0, 0, 1], 0],
    [['2026-02-16', '2026-02-24', ''], '2000-01-01', '2026-02-21', [1, 1, 0], 0],
    [['2026-02-16', '2026-02-24', ''], '2026-02-18', '2026-02-18', [0, 1, 0], 1],
    [['2026-02-20', '2026-02-24', ''], '2026-02-18', '2026-02-28', [1, 1, 0], 0],
    [['2026-02-20', '2026-02-24', ''], '2026-02-28', '2026-02-28', [0, 0, 0], 1],
  ]
  for (const [lasts, approved_to, submitted_to, waiting, opens] of cases) {
    const people = [{ id: 1, approved_to, submitted_to }]
    const counted = countPeriods(periods, people, (_, index) => lasts[index]!, '2026-03-02')
    const name = `${lasts.join()} ${approved_to}`
    assert.deepEqual(
      counted.map(({ waiting }) => waiting),
      waiting,
      name,
    )
    assert.equal(periodToOpen(counted), counted[opens], name)
    const submitted = counted.map(({ end_date }, index) => (waiting[index] && submitted_to >= end_date ? 1 : 0))
    assert.deepEqual(
      counted.map(({ submitted }) => submitted),
      submitted,
      name,
    )
  }
  const [running] = countPeriods(periods.slice(2), [], () => '', '2026-03-02')
  assert.equal(periodToOpen([running!]), running, 'the only one')
})
