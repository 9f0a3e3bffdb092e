import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centShares } from '../../src/rules/pay/shown_hours.ts'
import { type HoursLine, type HoursNames, hoursReport, seriesOf } from '../../src/rules/reports/hours.ts'

const names: HoursNames = {
  job: (id) => `Job ${id}`,
  // 11 and 12 are below 1.
  pathOf: (id) => (id > 10 ? [Math.floor(id / 10), id] : id === 0 ? [] : [id]),
  person: (id) => `Person ${id}`,
  group: (id) => `Group ${id}`,
  groupOf: () => 5,
  weekStart: 1,
}

const march = { start_date: '2026-03-01', end_date: '2026-03-18', money: false }

const line = (values: Partial<HoursLine>): HoursLine => ({
  ...{
    user_id: 1,
    jobcode_id: 11,
    date: '2026-03-02',
    kind: 'regular',
    seconds: 3600,
    cost_cents: 0,
    billable_cents: 0,
  },
  ...values,
})

test('time directly on a job with sub-jobs has its own row, so the rows add up', () => {
  const { rows } = hoursReport(
    [line({}), line({ jobcode_id: 1, seconds: 60 })],
    { group_by: ['job'], sort: 'name' },
    names,
    march,
  )
  assert.deepEqual(
    rows.map(({ name, level, values }) => [name, level, values]),
    [
      ['Job 1', 0, [3660, 3660]],
      ['Directly', 1, [60, 60]],
      ['Job 11', 1, [3600, 3600]],
    ],
  )
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length)
})

test('each kind of time in an hours report has a column; unpaid time and break premiums are not in the total', () => {
  const kinds = ['rate_1.25', 'double', 'pto_7', 'unpaid_break', 'break_premium', 'overtime', 'unpaid_time_off']
  const { columns, total } = hoursReport(
    kinds.map((kind, index) => line({ kind, seconds: 60 * 10 ** index })),
    { group_by: ['person'], sort: 'name' },
    names,
    { ...march, money: true },
  )
  assert.deepEqual(
    columns.map(({ name }, index) => [name, total[index]! / 60]),
    [
      ['Regular', 0],
      ['1.25 ×', 1],
      ['Overtime', 100_000],
      ['Double time', 10],
      ['Paid time off', 100],
      ['Total', 100_111],
      ['Breaks not provided', 10_000],
      ['Unpaid time off', 1_000_000],
      ['Unpaid breaks', 1000],
      ['Cost', 0],
      ['Billable', 0],
    ],
  )
})

test('weeks of a report begin on the company’s first day, and its chart has a bar for each week, even without time', () => {
  const { rows, chart } = hoursReport(
    [line({ date: '2026-03-01' }), line({ date: '2026-03-18' })],
    { group_by: ['week'], sort: 'total' },
    names,
    march,
  )
  assert.deepEqual(
    rows.map(({ date }) => date),
    ['2026-02-23', '2026-03-16'],
  )
  assert.deepEqual(chart, {
    by: 'week',
    series: [],
    bars: [
      { date: '2026-02-23', values: { all: 3600 } },
      { date: '2026-03-02', values: {} },
      { date: '2026-03-09', values: {} },
      { date: '2026-03-16', values: { all: 3600 } },
    ],
  })
})

test('the bars of a chart add up to the report’s total, and each series to its row', () => {
  for (const jobs of [3, 8, 9, 40]) {
    const lines = Array.from({ length: jobs }, (_, index) =>
      line({ jobcode_id: index + 1, date: `2026-03-${10 + (index % 9)}`, seconds: 36_000 / (index + 1) ** 2 }),
    )
    const { chart, rows, total } = hoursReport(lines, { group_by: ['customer'], sort: 'total' }, names, march)
    assert.ok(chart.series.length <= 8)
    const sums = chart.series.map(({ key }) => chart.bars.reduce((sum, { values }) => sum + (values[key] ?? 0), 0))
    assert.equal(Math.round(sums.reduce((sum, one) => sum + one, 0)), Math.round(total[1]!))
    for (const [index, { key, name }] of chart.series.entries()) {
      if (key === 'others') continue
      const row = rows.find((one) => one.key === key)!
      assert.deepEqual([row.name, row.values[1]], [name, sums[index]])
    }
  }
})

test('a chart has no series if most of its time would be in Others', () => {
  const of = (...totals: number[]) => totals.map((total, index) => ({ key: String(index), total }))
  const table: [ReturnType<typeof of>, string[]][] = [
    [of(), []],
    [of(1, 3, 2), ['1', '2', '0']],
    [of(...Array(8).fill(1)), ['0', '1', '2', '3', '4', '5', '6', '7']],
    [of(...Array(9).fill(1)), ['0', '1', '2', '3', '4', '5', '6']],
    [of(...Array(14).fill(1)), ['0', '1', '2', '3', '4', '5', '6']],
    [of(...Array(15).fill(1)), []],
    [of(1000, ...Array(200).fill(1)), ['0', '1', '2', '3', '4', '5', '6']],
    [of(0, 5), ['1']],
  ]
  for (const [sums, expected] of table) assert.deepEqual(seriesOf(sums), expected)
})

test('shares of cents add up to their sum, whether it was rounded up or down', () => {
  const table: [number[], number, number[]][] = [
    [[0.5, 0.5], 1, [1, 0]],
    [[10.4, 10.4, 10.4], 31, [11, 10, 10]],
    [[1.2], 0, [0]],
    [[3, 0], 3, [3, 0]],
    [[0, 0], 0, [0, 0]],
    [[], 0, []],
    [[1999.9999999], 2000, [2000]],
  ]
  for (const [parts, total, expected] of table) assert.deepEqual(centShares(parts, total), expected)
})

test('few jobs have a series each, also below one customer; many are summed by their top-level job', () => {
  const chartOf = (...jobs: number[]) =>
    hoursReport(
      jobs.map((jobcode_id, index) => line({ jobcode_id, seconds: 3600 * (jobs.length - index) })),
      { group_by: ['job'], sort: 'name' },
      names,
      march,
    ).chart.series
  assert.deepEqual(chartOf(11, 12, 1, 0), [
    { key: '/job-1/job-11', name: 'Job 1 › Job 11' },
    { key: '/job-1/job-12', name: 'Job 1 › Job 12' },
    { key: '/job-1/own', name: 'Job 1' },
    { key: '/job-0', name: 'Job 0' },
  ])
  assert.deepEqual(chartOf(11, 12, 13, 14, 15, 16, 17, 18, 21), [
    { key: '/job-1', name: 'Job 1' },
    { key: '/job-2', name: 'Job 2' },
  ])
})
