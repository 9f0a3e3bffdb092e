import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteStarted, startedBy } from '../../web/api/punches.ts'
import { momentOf, type Step } from '../../web/pages/clock/act.ts'
import type { Entry } from '../../web/pages/clock/entries.ts'

const start = '2026-11-18T08:00:00-07:00'
const entry: Entry = {
  ...{ key: 'a', of: 'a', jobId: 1, start, end: '', date: '2026-11-18', duration: 0, zone: 'America/Denver' },
  ...{ manual: false, notes: '', values: {}, waits: true },
}

test('an entry that ends in the second in which it began lasts a second', () => {
  const at = (milliseconds: number) => (Date.parse(start) + milliseconds) * 1000
  const begin: Step = { do: 'begin', jobId: 2 }
  const ended = (milliseconds: number) => [{ ...entry, end: new Date(Date.parse(start) + milliseconds).toISOString() }]
  const cases: [what: string, steps: Step[], now: number, moment: number, entries?: Entry[]][] = [
    ['a break at once', [{ do: 'end', entry }, begin], at(200), at(1000)],
    ['in another tab, whose clock is behind', [{ do: 'end', entry }], at(-600), at(1000)],
    ['a second later', [{ do: 'end', entry }], at(1200), at(1200)],
    ['at a chosen time', [{ do: 'end', entry, at: '2026-11-18T09:00:00-07:00' }], at(200), at(200)],
    ['an entry of a device whose clock is fast', [{ do: 'end', entry }], at(-60_000), at(-60_000)],
    ['a first clock-in', [begin], at(200), at(200)],
    ['a clock-in after presses that ran ahead of the clock', [begin], at(200), at(4000), ended(4000)],
    ['a clock-in after an entry that has ended', [begin], at(200), at(200), ended(0)],
    ['a clock-in before an entry of a clock that is fast', [begin], at(200), at(200), ended(60_000)],
  ]
  for (const [what, steps, now, moment, entries = [entry]] of cases)
    assert.equal(momentOf(steps, entries, now), moment, what)
})

test('the entry that a punch has started is known by the key of the punch', async () => {
  assert.equal(await startedBy('a'), undefined)
  await noteStarted('a', 7)
  assert.equal(await startedBy('a'), 7)
})
