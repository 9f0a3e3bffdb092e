import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenSince } from '../../web/pages/clock/use_clock_in.ts'

test('a late answer to a clock-in takes away its own choice, and none that was made since', () => {
  const sent = { jobId: 1, values: { 4: 'A-1' } }
  const nothing = { jobId: undefined, values: {} }
  assert.deepEqual(chosenSince(sent, sent), nothing)
  assert.deepEqual(chosenSince({ ...sent, jobId: undefined }, sent), nothing, 'the job was the latest one')
  assert.deepEqual(chosenSince({ ...sent, jobId: 2 }, sent), { jobId: 2, values: {} })
  const next = { jobId: 2, values: { 4: 'A-2' } }
  assert.deepEqual(chosenSince(next, sent), next)
})
