import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import { payWithin, type Sheet } from '../../web/pages/timesheet/week/week.ts'

// Overtime over 8 hours a day. Of 7:00:40 and 9:00:31, regular are 15:00:40 and overtime 1:00:31, shown as 15:01 and
// 1:01; rounded as a whole, it would be a minute less.

const rules = {
  ...{ zone: 'UTC', week_start: 0, settings: {}, time_off_counts: false, from: null, earlier: [], rounding: [] },
  workdays: { zone: 'UTC', starts: 0, split: false, pause_hours: 4, fortnight_starts: null, holidays: [] },
  overtime: [{ name: 'daily', kind: 'daily', multiplier: 1.5, after_hours: 8 }],
  job_pay: [],
} as unknown as Owner['rules']

const sheetOn = (date: string, duration: number, id: number) =>
  ({ id, date, duration, start: `${date}T06:00:00+00:00`, type: 'regular', jobcode_id: 1 }) as unknown as Sheet

test('submitted time is the sum of its kinds as the timesheet shows them', () => {
  const sheets = [sheetOn('2026-11-16', 7 * 3600 + 40, 1), sheetOn('2026-11-17', 9 * 3600 + 31, 2)]
  const range = { start_date: '2026-11-15', end_date: '2026-11-21' }
  const pay = payWithin(sheets, rules, { byId: new Map() }, range, 60)
  assert.deepEqual(
    [pay.total_re_seconds, pay.overtime_seconds['1.5'], pay.total_work_seconds],
    [15 * 3600 + 60, 3660, 16 * 3600 + 120],
  )
})
