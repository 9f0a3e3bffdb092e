import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lunchIn } from '../../src/rules/time/lunch.ts'

const day = Date.UTC(2026, 1, 10) * 1000
const at = (hours: number) => day + hours * 3600_000_000

describe('the automatic lunch of a stretch of work', () => {
  const settings = { lunch_deduct: 1, lunch_length: 1, lunch_threshold: 9 }
  type Host = { id: number; from: number; to: number; fixed?: true; taken?: true }
  type Case = [string, Host[], object, [number, number, number] | undefined]
  const cases: Case[] = [
    ['lies in the middle of one entry', [{ id: 1, from: 8, to: 18 }], {}, [1, 12.5, 13.5]],
    ['is not due at the threshold', [{ id: 1, from: 8, to: 17 }], {}, undefined],
    ['is not due when switched off', [{ id: 1, from: 8, to: 18 }], { lunch_deduct: 0 }, undefined],
    ['needs an entry longer than itself', [{ id: 1, from: 8, to: 9 }], { lunch_threshold: 0 }, undefined],
    [
      'counts two touching entries as one, and comes at the switch',
      [
        { id: 1, from: 8, to: 13 },
        { id: 2, from: 13, to: 18 },
      ],
      {},
      [2, 13, 14],
    ],
    [
      'stays within the entry in the middle',
      [
        { id: 1, from: 8, to: 13.25 },
        { id: 2, from: 13.25, to: 18 },
      ],
      {},
      [1, 12.25, 13.25],
    ],
    [
      'comes out of the longest entry when the one in the middle is too short',
      [
        { id: 1, from: 8, to: 12.75 },
        { id: 2, from: 12.75, to: 13.25 },
        { id: 3, from: 13.25, to: 18.5 },
      ],
      {},
      [3, 13.25, 14.25],
    ],
    [
      'leaves entries alone that cannot be changed',
      [
        { id: 1, from: 8, to: 14, fixed: true },
        { id: 2, from: 14, to: 18 },
      ],
      {},
      [2, 14, 15],
    ],
    ['is not taken where nothing can be changed', [{ id: 1, from: 8, to: 18, fixed: true }], {}, undefined],
    [
      'is not taken twice',
      [
        { id: 1, from: 8, to: 13, taken: true },
        { id: 2, from: 13, to: 23 },
      ],
      {},
      undefined,
    ],
  ]
  for (const [what, hosts, more, expected] of cases)
    test(`an automatic lunch ${what}`, () => {
      const stretch = hosts.map(({ id, from, to, fixed = false, taken = false }) => {
        return { id, start: at(from), end: at(to), fixed, lunch_taken: taken }
      })
      const lunch = lunchIn(stretch, { ...settings, ...more })
      assert.deepEqual(
        lunch && [lunch.host.id, lunch.start, lunch.end],
        expected && [expected[0], at(expected[1]), at(expected[2])],
      )
    })
})
