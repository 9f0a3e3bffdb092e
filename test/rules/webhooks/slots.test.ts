import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeSlots, type Sending, slots, slotsFor } from '../../../src/rules/webhooks/slots.ts'

/** Streams of companies that are being sent: of a company, so many, and so many of these in trouble. */
const streams = (...of: [companyId: number, all: number, troubled?: number][]): Sending[] =>
  of.flatMap(([companyId, all, troubled = 0]) =>
    Array.from({ length: all }, (_, index) => ({ companyId, isTroubled: index < troubled })),
  )

/** Companies from 100 up that have one stream each. */
const others = (count: number, troubled: 0 | 1 = 0): Sending[] =>
  streams(...Array.from({ length: count }, (_, index): [number, number, number] => [100 + index, 1, troubled]))

test('a company gets its share of the free slots, and no more than its own limit leaves', () => {
  const cases: [what: string, companies: number, sending: Sending[], all: number, troubled: number][] = [
    ['alone, it gets its limit', 1, [], 8, 3],
    ['among few, too', 16, [], 8, 3],
    ['among many, an equal share', 32, [], 4, 3],
    ['a share is rounded down', 50, [], 2, 3],
    ['and is at least one', 1000, [], 1, 3],
    ['what it is sending counts', 1, streams([1, 5, 1]), 3, 2],
    ['all that it may send', 1, streams([1, 8]), 0, 3],
    ['no other one in trouble', 1, streams([1, 3, 3]), 5, 0],
    ['what others are sending leaves less for all', 4, others(112), 4, 3],
    ['the last slot', 4, others(127), 1, 3],
    ['no slot', 4, others(128), 0, 3],
    ['receivers in trouble take only half of the slots', 4, others(64, 1), 8, 0],
    ['and one more fits', 4, others(63, 1), 8, 1],
  ]
  for (const [what, companies, sending, all, troubled] of cases)
    assert.deepEqual(slotsFor(1, companies, sending), { all, troubled }, what)
})

test('a process has as many free slots as it is not using', () => {
  const { all, troubled } = slots
  assert.deepEqual(freeSlots([]), { all, troubled })
  assert.deepEqual(freeSlots(streams([1, 8, 3], [2, 4, 4])), { all: all - 12, troubled: troubled - 7 })
  assert.deepEqual(freeSlots(others(130, 1)), { all: 0, troubled: 0 })
})
