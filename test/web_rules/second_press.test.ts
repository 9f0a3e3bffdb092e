import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecond } from '../../web/components/fields/second_press.ts'

test('a press is the second of a double click soon after the first and in its place', () => {
  const first = { at: 1000, x: 300, y: 700 }
  const cases: [what: string, at: number, x: number, y: number, is: boolean][] = [
    ['the second tap of a finger', 1300, 308, 695, true],
    ['a press after a look', 1900, 300, 700, false],
    ['a press elsewhere', 1300, 380, 700, false],
  ]
  for (const [what, at, x, y, is] of cases) assert.equal(isSecond(first, { at, x, y }), is, what)
})
