import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Entry, overtime, type Policy, type Rule } from '../../src/rules/overtime/overtime.ts'
import { earlierWith, valueOn } from '../../src/rules/settings/dated.ts'
import { addDays } from '../../src/rules/time/calendar.ts'

// The workweek changes its start for good: 29 CFR 778.301 and 778.302.

const weekly: Rule = { name: 'weekly', kind: 'weekly', afterSeconds: 40 * 3600, multiplier: 1.5 }
const seventh: Rule = { name: 'seventh', kind: 'seventh_day', afterSeconds: 0, multiplier: 1.5 }
const sunday = '2026-03-01'

/** Hours of work by day, from Sunday, March 1. */
const worked = (hours: readonly number[]): Entry[] =>
  hours.map((each, index) => ({
    ...{ id: index + 1, date: addDays(sunday, index), start: 0, end: 0, seconds: each * 3600 },
    ...{ kind: 'work', jobcode_id: 0, manual: true },
  }))

const overtimeHours = (hours: readonly number[], policy: Policy) => {
  const days = new Map<string, number>()
  for (const { date, seconds, rule } of overtime(worked(hours), policy))
    if (rule) days.set(date, (days.get(date) ?? 0) + seconds / 3600)
  return Object.fromEntries(days)
}

/** From Sunday to Saturday until March 7, and from another day on after that. */
const changing = (weekStart: number, rules: readonly Rule[] = [weekly]): Policy => ({
  ...{ rules, ptoCounts: false, weekStart, from: '2026-03-08' },
  earlier: [{ weekStart: 0, ptoCounts: false }],
})

test('the hours of the overlap count toward both weeks when the workweek changes, and are paid once', () => {
  // Monday to Saturday 48 hours, Sunday 8 in the old week; then Sunday 8 and Monday 8 in the new ones.
  const hours = [8, 8, 8, 8, 8, 8, 8, 8, 8]
  assert.deepEqual(overtimeHours(hours, changing(1)), { '2026-03-06': 8, '2026-03-07': 8, '2026-03-08': 8 })
  const always = { rules: [weekly], ptoCounts: false, weekStart: 0 }
  assert.deepEqual(overtimeHours(hours, always), { '2026-03-06': 8, '2026-03-07': 8 })
})

test('overtime is never less than the greater of the sums that 29 CFR 778.302 compares when the workweek changes', () => {
  const beyond = (sum: number) => Math.max(0, sum - 40)
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 14, maxLength: 14 }),
      fc.integer({ min: 1, max: 6 }),
      (hours, weekStart) => {
        const sum = (from: number, to: number) => hours.slice(from, to).reduce((all, each) => all + each, 0)
        const [alone, overlap, after] = [sum(0, weekStart), sum(weekStart, 7), sum(7, weekStart + 7)]
        const paid = overtimeHours(hours.slice(0, weekStart + 7), changing(weekStart))
        const inAll = Object.values(paid).reduce((all, each) => all + each, 0)
        assert.ok(inAll >= beyond(alone + overlap) + beyond(after))
        assert.ok(inAll >= beyond(alone) + beyond(overlap + after))
        const before = overtimeHours(hours.slice(0, 7), { rules: [weekly], ptoCounts: false, weekStart: 0 })
        const old = Object.entries(paid).filter(([day]) => day < '2026-03-08')
        assert.deepEqual(Object.fromEntries(old), before, 'what was before stays as it was')
      },
    ),
  )
})

test('the seventh day of the first new workweek counts days of the old one', () => {
  const hours = [0, 8, 8, 8, 8, 8, 8, 8]
  assert.deepEqual(overtimeHours(hours, changing(1, [seventh])), { '2026-03-08': 8 })
  assert.deepEqual(overtimeHours([0, 8, 8, 0, 8, 8, 8, 8], changing(1, [seventh])), {})
})

test('no second is lost or paid twice when workdays change', () => {
  const zone = 'America/Denver'
  const start = Date.parse('2026-03-01T00:00:00-07:00') * 1000
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 336 }), fc.integer({ min: 1, max: 30 })), { maxLength: 12 }),
      fc.tuple(fc.integer({ min: 0, max: 23 }), fc.boolean(), fc.integer({ min: 0, max: 23 }), fc.boolean()),
      (shifts, [oldStart, oldSplit, newStart, newSplit]) => {
        const entries = shifts.map(([at, length], id): Entry => {
          const begun = start + at * 3600e6
          const date = addDays(sunday, Math.floor(at / 24))
          const times = { start: begun, end: begun + length * 3600e6, seconds: length * 3600 }
          return { id, date, ...times, kind: 'work', jobcode_id: 0, manual: false }
        })
        const old = { weekStart: 0, ptoCounts: false, zone, dayStart: oldStart, split: oldSplit }
        const policy: Policy = {
          ...{ ...old, rules: [weekly], dayStart: newStart, split: newSplit, from: '2026-03-08' },
          earlier: [old],
        }
        const paid = overtime(entries, policy)
        const sum = (list: readonly { seconds: number }[]) => list.reduce((all, { seconds }) => all + seconds, 0)
        assert.equal(sum(paid), sum(entries))
        const before = overtime(entries, { ...old, rules: [weekly] })
        const until = (list: typeof paid) => list.filter(({ date }) => date < '2026-03-08')
        assert.deepEqual(until(paid), until(before), 'the old workdays are whole')
      },
    ),
  )
})

test('a dated setting keeps its earlier values with the days until which they held', () => {
  const first = earlierWith('a', [], 'b', '2026-03-08')
  assert.deepEqual(first, [{ until: '2026-03-08', value: 'a' }])
  assert.deepEqual(
    ['', '2026-03-07', '2026-03-08'].map((date) => valueOn('b', first, date)),
    ['a', 'a', 'b'],
  )
  const second = earlierWith('b', first, 'c', '2026-03-15')
  assert.deepEqual(second, [...first, { until: '2026-03-15', value: 'b' }])
  assert.deepEqual(earlierWith('c', second, 'd', '2026-03-10'), [...first, { until: '2026-03-10', value: 'b' }])
  assert.deepEqual(earlierWith('c', second, 'b', '2026-03-15'), first, 'taken back')
  assert.deepEqual(earlierWith('b', first, 'a', '2026-03-08'), [], 'taken back')
  assert.deepEqual(earlierWith('c', second, 'd', null), [], 'for all time')
})
