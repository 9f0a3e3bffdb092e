import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../src/engine/sql.ts'
import { bounds, Durations, percentile } from '../../src/sight/durations.ts'
import { History } from '../../src/sight/history.ts'
import { Commits } from '../../src/sight/watched.ts'

// What a server remembers of its last day.

const minute = 60_000
const noon = Date.UTC(2026, 2, 2, 12) * 1000

/** A database whose sizes and queues cannot be read. */
const unreadable = {
  dialect: 'sqlite',
  read: { get: () => Promise.reject(new Error('unreadable')) },
} as unknown as Db

test('a share of durations is estimated within its bucket', () => {
  const durations = new Durations()
  assert.equal(percentile(durations.counts, 0.95), undefined)
  for (let n = 0; n < 95; n++) durations.add(0.004)
  for (let n = 0; n < 5; n++) durations.add(2)
  assert.equal(percentile(durations.counts, 0.95), 0.005)
  const middle = percentile(durations.counts, 0.5)!
  assert.ok(middle > 0.0025 && middle < 0.005, String(middle))
  for (let n = 0; n < 900; n++) durations.add(1000)
  assert.equal(percentile(durations.counts, 0.95), bounds.at(-1))
})

test('a day is kept, in steps that grow with it, and what is older is forgotten', async () => {
  const history = new History(0)
  const commits = new Commits()
  const pass = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      history.answered(200, 0.02)
      if (n % 10 === 0) history.answered(503, 1)
      commits.took(0.004)
      await history.sample(unreadable, '/nowhere', commits, (n + 1) * minute)
    }
  }
  const shown = (at: number) => history.shown(noon + at * minute * 1000, at * minute)
  assert.deepEqual(shown(0), { since: noon, stepSeconds: 60, steps: [] })
  await pass(0, 100)
  const first = shown(100)
  assert.deepEqual([first.since, first.stepSeconds, first.steps.length], [noon, 60, 100])
  const [step] = first.steps
  assert.deepEqual([step!.from, step!.minutes, step!.requests, step!.errors], [noon, 1, 2, 1])
  assert.ok(step!.commitSeconds! <= 0.005)
  assert.deepEqual(
    [step!.database, step!.free, step!.mails, step!.deliveries],
    [undefined, undefined, undefined, undefined],
  )
  await pass(100, 200)
  const later = shown(200)
  assert.deepEqual([later.stepSeconds, later.steps.length], [300, 40])
  assert.deepEqual([later.steps[0]!.minutes, later.steps[0]!.requests, later.steps[1]!.errors], [5, 6, 0])
  // The machine slept for ten hours; then a day goes by.
  await pass(800, 3000)
  const last = shown(3000)
  assert.equal(last.stepSeconds, 900)
  assert.equal(last.steps.length, 96)
  assert.equal(
    last.steps.reduce((sum, { minutes }) => sum + minutes, 0),
    1440,
  )
  assert.equal(last.steps[0]!.from, noon + (3000 - 1440) * minute * 1000)
  // Nothing has been asked since; the machine's clock was set back, which moves nothing.
  const steps = history.shown(noon, 3000 * minute).steps
  assert.equal(steps.at(-1)!.from - steps[0]!.from, 95 * 15 * minute * 1000)
})

test('a server that begins to count again goes on with the history of the one before', async () => {
  const history = new History(0)
  const before = new Commits()
  for (let n = 0; n < 9; n++) before.took(0.004)
  await history.sample(unreadable, '/nowhere', before, minute)
  const after = new Commits()
  for (let n = 0; n < 3; n++) after.took(0.2)
  await history.sample(unreadable, '/nowhere', after, 2 * minute)
  const { steps } = history.shown(noon + 2 * minute * 1000, 2 * minute)
  assert.deepEqual(
    steps.map(({ commitSeconds }) => commitSeconds! < 0.1),
    [true, false],
  )
})

test('a gap in time is a gap in the steps', async () => {
  const history = new History(0)
  for (const at of [1, 2, 10]) await history.sample(unreadable, '/nowhere', new Commits(), at * minute)
  const { steps } = history.shown(noon + 10 * minute * 1000, 10 * minute)
  assert.deepEqual(
    steps.map(({ from }) => (from - noon) / minute / 1000),
    [0, 1, 9],
  )
})
