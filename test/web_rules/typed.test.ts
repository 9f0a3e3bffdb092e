import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, overtime, type Policy } from '../../src/rules/overtime/overtime.ts'
import { shownByEntry, shownTime } from '../../src/rules/pay/shown_hours.ts'
import { roundManual } from '../../src/rules/time/timesheets.ts'
import { typedSeconds } from '../../web/pages/timesheet/typed.ts'

const range = { start_date: '2026-12-13', end_date: '2026-12-19' }
const policy: Policy = { weekStart: 0, ptoCounts: false, rules: [] }

/** The hours that a week shows of typed ones, and what was typed where they differ. */
function shownOf(typed: readonly number[], unit: number) {
  const entries = typed.map((seconds, index): Entry => {
    const times = { start: 0, end: 0, seconds: roundManual(seconds), manual: true }
    return { id: index + 1, date: `2026-12-${13 + index}`, ...times, kind: 'work', jobcode_id: 1 }
  })
  const stretches = overtime(entries, policy)
  const shown = shownByEntry(entries, stretches, shownTime(stretches, entries, range, unit), range, unit)
  return entries.map(({ id, seconds }) => {
    const sheet = { type: 'manual' as const, duration: seconds }
    return [shown.get(id), typedSeconds([sheet], shown.get(id)!, unit)]
  })
}

test('of six typed 7:20, the one that is shown as 7:19 also shows what was typed', () => {
  const [typed, less] = [7 * 3600 + 1200, 7 * 3600 + 1140]
  assert.deepEqual(shownOf(Array(6).fill(typed), 60), [...Array(5).fill([typed, undefined]), [less, typed]])
})

test('hours that are shown as typed, or in hundredths, show nothing else', () => {
  assert.deepEqual(shownOf([27_000, 27_000], 60), [
    [27_000, undefined],
    [27_000, undefined],
  ])
  const stored = roundManual(26_400)
  assert.deepEqual(shownOf(Array(6).fill(26_400), 36), Array(6).fill([stored, undefined]))
})

test('clocked time and time rounded by the day show no typed hours', () => {
  assert.equal(typedSeconds([{ type: 'regular', duration: 26_388 }], 26_340, 60), undefined)
  assert.equal(typedSeconds([{ type: 'manual', duration: 26_388 }], 27_000, 60), undefined)
})
