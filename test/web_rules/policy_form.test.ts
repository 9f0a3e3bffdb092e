import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyOf, readManyHours, valuesOf } from '../../web/pages/pto/policy_form.ts'
import type { Policy } from '../../web/pages/pto/words.ts'
import { hours } from '../../web/time.ts'

for (const [text, seconds] of [
  ['8', 28_800],
  ['7:30', 27_000],
  ['1200', 4_320_000],
  ['1200:30', 4_321_800],
  ['1200.5', 4_321_800],
  ['120000', undefined],
  ['many', undefined],
] as const)
  test(`the text ${text} is ${seconds === undefined ? 'not read as hours' : `read as ${seconds} seconds`}`, () =>
    assert.equal(readManyHours(text), seconds))

test('a time off policy is the same after its form was filled and sent, whatever it grants', () => {
  const none = { per_worked: 0, turn: '01-01', cap: null, carry_over: null, paid_out: false }
  const policies: Policy[] = [
    { jobcode_id: 1, for: 'company', id: 0, ...none, every: 'year', seconds: 57_600, turn: '07-01', cap: 4_320_000 },
    { jobcode_id: 1, for: 'group', id: 7, ...none, every: 'worked', seconds: 3600, per_worked: 108_000 },
    { jobcode_id: 1, for: 'user', id: 9, ...none, every: 'anniversary', seconds: 28_800, carry_over: 0 },
    {
      jobcode_id: 1,
      for: 'user',
      id: 9,
      ...none,
      every: 'period',
      seconds: 7200,
      turn: '02-28',
      carry_over: 3600,
      paid_out: true,
    },
  ]
  for (const policy of policies) {
    const sent = policyOf(valuesOf(policy, '', hours))
    const read = { ...none, id: 0, ...sent, jobcode_id: 1 }
    assert.deepEqual(read, policy)
  }
})
