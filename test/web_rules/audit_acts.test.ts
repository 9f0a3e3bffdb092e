import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf, actText, type Line } from '../../web/pages/audit/acts.ts'

const line = (sequence: number, changes: object, more: Partial<Line> = {}): Line => ({
  ...{
    sequence,
    time: '2026-11-18T17:20:00+00:00',
    kind: 'approvals',
    event: 'changed',
    sentence: `Sentence ${sequence}.`,
  },
  ...{ who: 'Olivia Hart', user_id: 1, source: 'request', program: 'Clockhouse', address: '', account: '' },
  ...{
    type: 'users',
    record_id: sequence,
    record: `Person ${sequence}`,
    details: { changes },
    emptied: false,
    hash: '',
  },
  ...more,
})
const approved = (sequence: number, to = '2026-11-21') => line(sequence, { approved_to: ['2026-11-07', to] })

test('what one request did to several people is one line of the audit, in words', () => {
  const other = line(9, { name: ['a', 'b'] }, { type: 'jobcodes' })
  const later = { ...approved(1), time: '2026-11-18T18:00:00+00:00' }
  const acts = actsOf([later, approved(4), approved(3), approved(2), other])
  assert.deepEqual(
    acts.map((act) => act.map(({ sequence }) => sequence)),
    [[1], [4, 3, 2], [9]],
  )
  assert.equal(actText(acts[1]!), 'Olivia Hart approved the time of 3 people through Nov 21, 2026.')
})

test('people who were added have no time approved or submitted by that', () => {
  const added = [2, 1].map((sequence) => line(sequence, { approved_to: ['', '2000-01-01'] }))
  assert.equal(actText(added), 'Sentence 2. And 1 more.')
})

test('lines of one act that have no sentence together say how many there are', () => {
  assert.equal(actText([approved(4), approved(3, '2026-11-14')]), 'Sentence 4. And 1 more.')
  const added = { event: 'added' }
  assert.equal(actText([line(3, {}, added), line(2, {}, added), line(1, {}, added)]), 'Sentence 3. And 2 more.')
})
