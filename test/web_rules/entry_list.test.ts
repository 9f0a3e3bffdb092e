import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryList } from '../../web/pages/reports/entry_list.ts'

// Work of three days, and an unpaid break.

const jobs = { byId: new Map([[9, { kind: 'unpaid_break' }]]) } as unknown as Parameters<typeof entryList>[2]
const entries = [
  { id: 1, date: '2026-11-16', jobcode_id: 1, duration: 4 * 3600 + 20 },
  { id: 2, date: '2026-11-17', jobcode_id: 1, duration: 4 * 3600 + 20 },
  { id: 3, date: '2026-11-17', jobcode_id: 9, duration: 1800 },
  { id: 4, date: '2026-11-18', jobcode_id: 1, duration: 4 * 3600 + 20 },
] as unknown as Parameters<typeof entryList>[0]

for (const [what, seconds, figure, shown, rest] of [
  [
    'as on the timesheet',
    { 1: 14_400, 2: 14_400, 3: 1800, 4: 14_460 },
    43_260,
    [14_460, 1800, 14_400, 14_400],
    undefined,
  ],
  [
    'that the figure rounds differently',
    { 1: 14_400, 2: 14_400, 4: 14_400 },
    43_260,
    [14_400, 1800, 14_400, 14_400],
    { kind: 'rounding', seconds: 60 },
  ],
  [
    'that began before the first day',
    { 1: 14_400, 2: 14_400, 4: 14_400 },
    50_400,
    [14_400, 1800, 14_400, 14_400],
    { kind: 'parts', seconds: 7200 },
  ],
] as const)
  test(`entries ${what} add up to the figure that they explain, and unpaid breaks do not count`, () => {
    const byId = new Map(Object.entries(seconds).map(([id, value]) => [Number(id), value]))
    const list = entryList(entries, byId, jobs, { figure, unit: 60 })
    assert.deepEqual(
      list.lines.map((line) => [line.entry.id, line.seconds, line.isPaid]),
      [4, 3, 2, 1].map((id, index) => [id, shown[index], id !== 3]),
    )
    assert.deepEqual([list.total, list.rest], [figure, rest])
  })
