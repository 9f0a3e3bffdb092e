import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Entry, Rule } from '../../src/rules/overtime/overtime.ts'
import { overtime, presets } from '../../src/rules/overtime/overtime.ts'
import { multipliers, payrollTotals } from '../../src/rules/pay/payroll.ts'

const hour = 3600
const triple: Rule = { name: 'triple', kind: 'daily', afterSeconds: 16 * hour, multiplier: 3 }

describe('payroll totals', () => {
  test('payroll totals have regular time, overtime, double time and paid time off', () => {
    const entries = [
      day('2026-03-02', 14),
      day('2026-03-03', 8),
      pto('2026-03-04', 8, 7101),
      pto('2026-03-05', 2, 7102),
    ]
    assert.deepEqual(totals(entries, presets.california), {
      total_re_seconds: 16 * hour,
      total_ot_seconds: 4 * hour,
      total_dt_seconds: 2 * hour,
      total_pto_seconds: 10 * hour,
      total_work_seconds: 32 * hour,
      pto_seconds: { 7101: 8 * hour, 7102: 2 * hour },
      overtime_seconds: { 1.5: 4 * hour, 2: 2 * hour },
      fixed_rate_seconds: {},
      overtime_by_rule: { daily: 4 * hour, daily_double: 2 * hour },
    })
  })

  test('payroll totals of no time are zeros', () => {
    assert.deepEqual(totals([], []), {
      total_re_seconds: 0,
      total_ot_seconds: 0,
      total_dt_seconds: 0,
      total_pto_seconds: 0,
      total_work_seconds: 0,
      pto_seconds: {},
      overtime_seconds: { 1.5: 0, 2: 0 },
      fixed_rate_seconds: {},
      overtime_by_rule: {},
    })
  })

  test('time at other multipliers counts as work and appears under its multiplier', () => {
    const row = totals([day('2026-03-02', 17)], [...presets.california, triple])
    assert.deepEqual(row.overtime_seconds, { 1.5: 4 * hour, 2: 4 * hour, 3: hour })
    assert.equal(row.total_ot_seconds + row.total_dt_seconds, 8 * hour)
    assert.equal(row.total_work_seconds, 17 * hour)
  })

  test('a payroll range is inclusive and can split a week whose overtime was calculated as a whole', () => {
    const entries = [2, 3, 4, 5, 6].map((n) => day(`2026-03-0${n}`, 9)).concat(pto('2026-03-07', 8, 7101))
    const friday = totals(entries, presets.federal, { start_date: '2026-03-06', end_date: '2026-03-06' })
    assert.equal(friday.total_re_seconds, 4 * hour)
    assert.equal(friday.total_ot_seconds, 5 * hour)
    assert.equal(friday.total_pto_seconds, 0)
    const before = totals(entries, presets.federal, { start_date: '2026-03-02', end_date: '2026-03-05' })
    assert.equal(before.total_re_seconds, 36 * hour)
    assert.equal(before.total_ot_seconds, 0)
  })

  test('unpaid time is never in payroll totals', () => {
    const row = totals([day('2026-03-02', 8), { ...day('2026-03-03', 8), kind: 'unpaid' }], presets.federal)
    assert.equal(row.total_work_seconds, 8 * hour)
  })
})

test('the multipliers of a payroll are 1.5, 2 and those of its rules', () => {
  assert.deepEqual(multipliers([]), [1.5, 2])
  assert.deepEqual(multipliers(presets.federal), [1.5, 2])
  assert.deepEqual(multipliers([triple, ...presets.california]), [1.5, 2, 3])
  assert.deepEqual(multipliers([{ ...triple, multiplier: 1 }]), [1.5, 2])
})

function totals(
  entries: Entry[],
  rules: readonly Rule[],
  range = { start_date: '2026-03-01', end_date: '2026-03-14' },
) {
  return payrollTotals(overtime(entries, { rules, weekStart: 0, ptoCounts: false }), entries, rules, range)
}

let lastId = 1

function day(date: string, hours: number): Entry {
  return { id: lastId++, date, start: 0, end: 0, seconds: hours * hour, kind: 'work', jobcode_id: 1, manual: true }
}

function pto(date: string, hours: number, jobcode_id: number): Entry {
  return { ...day(date, hours), kind: 'pto', jobcode_id }
}
