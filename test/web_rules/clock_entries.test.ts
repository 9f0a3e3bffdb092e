import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Punch } from '../../web/api/punches.ts'
import { type Loose, withPunches } from '../../web/pages/clock/entries.ts'

const at = (time: string) => `2026-11-18T${time}-07:00`
const zone = 'America/Denver'
const entry = (of: number, jobId: number, start: string, end: string): Loose => ({
  ...{ of, jobId, start: at(start), end: end && at(end), date: '2026-11-18', duration: 0, zone },
  ...{ manual: false, notes: '', values: {}, waits: false },
})
const shown = (recorded: readonly Loose[], punches: readonly Punch[]) =>
  withPunches(recorded, punches, zone).map(({ of, jobId, end }) => `${of} ${jobId} ${end.slice(11, 19)}`.trim())

const clockIn: Punch = { key: 'in', kind: 'in', at: at('08:00:00'), of: 'in', item: { jobcode_id: 1 } }
const change: Punch = {
  ...{ key: 'to 2', kind: 'switch', at: at('09:00:00'), of: 'in' },
  ...{ item: { notes: 'Done' }, next: { jobcode_id: 2 } },
}
const out: Punch = { key: 'out', kind: 'out', at: at('10:00:00'), of: 'to 2', item: {} }

test('a press shows at once what it means, whether or not it was sent', () => {
  assert.deepEqual(shown([], [clockIn]), ['in 1'])
  assert.deepEqual(shown([], [clockIn, change]), ['in 1 09:00:00', 'to 2 2'])
  assert.deepEqual(shown([], [clockIn, change, out]), ['in 1 09:00:00', 'to 2 2 10:00:00'])
  assert.deepEqual(shown([], [{ ...clockIn, refused: 'No' }]), [])
})

test('an entry that the list has before the answer to its punch arrives is shown once', () => {
  assert.deepEqual(shown([entry(7, 1, '08:00:00', '')], [clockIn]), ['7 1'])
  assert.deepEqual(shown([entry(7, 1, '08:00:00', '')], [clockIn, change]), ['7 1 09:00:00', 'to 2 2'])
  const both = [entry(7, 1, '08:00:00', '09:00:00'), entry(8, 2, '09:00:00', '')]
  assert.deepEqual(shown(both, [clockIn, change]), ['7 1 09:00:00', '8 2'])
  assert.deepEqual(shown(both, [clockIn, change, out]), ['7 1 09:00:00', '8 2 10:00:00'])
})

test('a list that is older than the punches changes nothing of what they mean', () => {
  const old = [entry(7, 1, '08:00:00', '')]
  const known = { ...change, of: 7 }
  assert.deepEqual(shown(old, [known]), ['7 1 09:00:00', 'to 2 2'])
})
