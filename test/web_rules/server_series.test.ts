import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frame, type History, outlinesOf, seriesOf } from '../../web/pages/server/series.ts'

// The charts of the Server page.

const step = (minute: number, memory: number) => ({
  from: `2026-03-02T12:${String(minute).padStart(2, '0')}:00Z`,
  memory,
})
const history = (...steps: ReturnType<typeof step>[]) =>
  ({
    since: '2026-03-02T12:00:00Z',
    until: '2026-03-02T12:10:00Z',
    step_seconds: 60,
    steps,
  }) as unknown as History

test('a chart reaches from the first value to now, and its largest value to the top', () => {
  const series = seriesOf(history(step(0, 50), step(1, 100)), ({ memory }) => memory)
  assert.deepEqual([series.to - series.from, series.points.length], [600_000_000, 2])
  const { line, area } = outlinesOf(series)
  assert.equal(line, 'M0 24.5 20 24.5L20 2 40 2')
  assert.equal(area, `M0 24.5 20 24.5L20 2 40 2L40 ${frame.height}L0 ${frame.height}Z`)
})

test('a chart has a gap where nothing is known, and lies on the ground where all is zero', () => {
  const all = history(step(0, 0), step(1, 7), step(2, 0))
  const { line } = outlinesOf(seriesOf(all, ({ memory }) => (memory === 7 ? null : memory)))
  assert.equal(line, `M0 ${frame.height - 1} 20 ${frame.height - 1}M40 ${frame.height - 1} 60 ${frame.height - 1}`)
  assert.equal(outlinesOf(seriesOf(history(), ({ memory }) => memory)).line, '')
  assert.equal(seriesOf(all, ({ memory }) => (memory === 0 ? null : memory)).newest, null)
})
