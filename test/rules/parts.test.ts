import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, overtime, type Policy, presets } from '../../src/rules/overtime/overtime.ts'
import { byWorkday } from '../../src/rules/overtime/parts.ts'
import { parseInstant, second } from '../../src/rules/time/calendar.ts'
import type { Rounding } from '../../src/rules/time/rounding.ts'

// A person's time as parts of one workday each: the day that is rounded is the day that is paid.

const zone = 'America/Los_Angeles'
let lastId = 0

function entry(from: string, to: string, more: Partial<Entry> = {}): Entry {
  const [start, end] = [parseInstant(`${from}:00-07:00`)!.instant, parseInstant(`${to}:00-07:00`)!.instant]
  lastId += 1
  const times = { date: from.slice(0, 10), start, end, seconds: (end - start) / second, offset: -7 * 3600 }
  return { id: lastId, ...times, kind: 'work', jobcode_id: 1, manual: false, ...more }
}

const clock = (seconds: number) => `${Math.floor(seconds / 3600)}:${String((seconds / 60) % 60).padStart(2, '0')}`
const day = (minutes: number, direction: Rounding['direction'] = 'nearest') => [
  { from: null, rounding: { minutes, direction, of: 'day' as const } },
]
const policy = (more: Partial<Policy>): Policy => ({ rules: [], weekStart: 0, ptoCounts: false, zone, ...more })

/** Hours of work by workday. */
function byDay(entries: readonly Entry[]): Record<string, string> {
  const worked = entries.filter(({ kind }) => kind === 'work' || kind === 'paid_break')
  return Object.fromEntries(
    [...Map.groupBy(worked, ({ date }) => date.slice(5))].map(([date, own]) => [
      date,
      clock(own.reduce((sum, { seconds }) => sum + seconds, 0)),
    ]),
  )
}

const nights = () => [entry('2026-06-08T22:00', '2026-06-09T06:00'), entry('2026-06-09T22:01', '2026-06-10T06:00')]

test('the total of a workday is rounded, not that of the dates on which its shifts begin', () => {
  const cases: [string, Partial<Policy>, Entry[], ReturnType<typeof day>, Record<string, string>][] = [
    ['split', { split: true }, nights(), day(5), { '06-08': '2:00', '06-09': '8:00', '06-10': '6:00' }],
    ['split, up', { split: true }, nights(), day(15, 'up'), { '06-08': '2:00', '06-09': '8:00', '06-10': '6:00' }],
    ['split, down', { split: true }, nights(), day(15, 'down'), { '06-08': '2:00', '06-09': '7:45', '06-10': '6:00' }],
    ['start', {}, nights(), day(5), { '06-08': '8:00', '06-09': '8:00' }],
    // A workday from 22:00 has the night and the shift of the next afternoon.
    [
      'start at 22:00',
      { dayStart: 22 },
      [entry('2026-06-08T22:00', '2026-06-09T02:02'), entry('2026-06-09T14:00', '2026-06-09T18:02')],
      day(5),
      { '06-08': '8:05' },
    ],
    [
      'split at 22:00',
      { dayStart: 22, split: true },
      [entry('2026-06-08T18:01', '2026-06-09T02:02')],
      day(5),
      { '06-07': '4:00', '06-08': '4:00' },
    ],
    // What is added to a day stays on it, also where it then ends after midnight.
    ['split, late', { split: true }, [entry('2026-06-08T16:02', '2026-06-08T23:59')], day(15), { '06-08': '8:00' }],
  ]
  for (const [name, calendar, entries, rounding, expected] of cases) {
    const parts = byWorkday(entries, policy(calendar), rounding)
    assert.deepEqual(byDay(parts), expected, name)
    const paid = overtime(parts, policy(calendar))
    assert.deepEqual(
      byDay(paid.map((one) => ({ ...entries[0]!, date: one.date, seconds: one.seconds }))),
      expected,
      `paid: ${name}`,
    )
  }
})

test('daily overtime starts from the rounded day', () => {
  const california = policy({ rules: presets.california, split: true })
  const paid = (to: string) => {
    const entries = [entry('2026-06-08T20:00', '2026-06-09T02:00'), entry('2026-06-09T14:00', `2026-06-09T${to}`)]
    const stretches = overtime(byWorkday(entries, california, day(5)), california)
    return stretches.filter(({ rule }) => rule === 'daily').reduce((sum, { seconds }) => sum + seconds / 60, 0)
  }
  assert.deepEqual(['20:02', '20:03', '20:07', '20:08'].map(paid), [0, 5, 5, 10])
})

test('breaks and time off are divided among workdays as work is, and typed hours belong to their date', () => {
  const entries = [
    entry('2026-06-08T22:00', '2026-06-08T23:30'),
    entry('2026-06-08T23:30', '2026-06-09T00:30', { kind: 'unpaid' }),
    entry('2026-06-09T00:30', '2026-06-09T06:00'),
    entry('2026-06-08T00:00', '2026-06-08T03:00', { kind: 'pto', manual: true }),
  ]
  const partsOf = (calendar: Partial<Policy>) =>
    byWorkday(entries, policy(calendar), undefined).map(({ id, date, kind, seconds }) => [
      `${id - entries[0]!.id} ${date.slice(5)} ${kind}`,
      seconds / 3600,
    ])
  assert.deepEqual(partsOf({ split: true }), [
    ['0 06-08 work', 1.5],
    ['1 06-08 unpaid', 0.5],
    ['1 06-09 unpaid', 0.5],
    ['2 06-09 work', 5.5],
    ['3 06-08 pto', 3],
  ])
  // Where workdays start at 23:00, the break stands under the day of the work after it.
  assert.deepEqual(partsOf({ dayStart: 23 }), [
    ['0 06-07 work', 1.5],
    ['1 06-08 unpaid', 1],
    ['2 06-08 work', 5.5],
    ['3 06-08 pto', 3],
  ])
  assert.equal(byWorkday(entries, policy({}), undefined), entries)
})

test('a part keeps the instants, the day on which its entry began, and its place where it is divided again', () => {
  const [night] = nights()
  const split = policy({ split: true })
  const parts = byWorkday([night!], split, undefined)
  assert.deepEqual(
    parts.map(({ start, end, part }) => [start, end, part?.began]),
    [
      [night!.start, night!.start + 7200 * second, '2026-06-08'],
      [night!.start + 7200 * second, night!.end, '2026-06-08'],
    ],
  )
  assert.deepEqual(byWorkday(parts, split, undefined), parts)
  assert.deepEqual(overtime(parts, split), overtime([night!], split))
})
