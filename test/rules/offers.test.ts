import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inColumnOrder, offeredItems } from '../../src/rules/time/offers.ts'

type Lists = Record<string, number[]>

test('a field offers the items of the user and group filters together, and of those only what the jobcode allows', () => {
  const all = undefined
  const cases: [
    person: number[] | undefined,
    group: number[] | undefined,
    jobcode: number[] | undefined,
    number[] | undefined,
  ][] = [
    [undefined, undefined, undefined, all],
    [[], [], [], all],
    [[1], undefined, undefined, [1]],
    [undefined, [2], undefined, [2]],
    [[1], [2], undefined, [1, 2]],
    [[1, 2], [2], undefined, [1, 2]],
    [undefined, undefined, [3, 1], [3, 1]],
    [[1, 2], undefined, [2, 3], [2]],
    [undefined, [1, 2], [2, 3], [2]],
    [[1], [2], [1, 2, 3], [1, 2]],
    [[1], [2], [3], []],
    [[1], [], [2], []],
    [[], [], [2], [2]],
  ]
  for (const [person, group, jobcode, expected] of cases) {
    const lists = [person, group, jobcode].map((items) => (items ? { 7: items } : {})) as [Lists, Lists, Lists]
    assert.deepEqual(offeredItems(7, ...lists), expected, JSON.stringify([person, group, jobcode]))
    assert.equal(offeredItems(8, ...lists), all, 'another field')
  }
})

describe('the order of custom fields', () => {
  const fields = [1, 2, 3].map((id) => ({ id }))
  const cases: [columns: unknown, order: number[]][] = [
    ['JOBCODE', [1, 2, 3]],
    ['JOBCODE,3,1', [3, 1, 2]],
    ['2,JOBCODE,9', [2, 1, 3]],
    [undefined, [1, 2, 3]],
  ]
  for (const [columns, order] of cases)
    test(`with the columns ${columns}, the fields are in the order ${order.join()}`, () => {
      const found = inColumnOrder(fields, columns)
      assert.deepEqual(
        found.map(({ id }) => id),
        order,
      )
    })
})
