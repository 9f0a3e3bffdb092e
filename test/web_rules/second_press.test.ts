import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecond } from '../../web/components/fields/second_press.ts'

test('a press is the second of a double click soon after the first and in its place', () => {
  const first = { at: 1000, x: 300, y: 700 }
  const cases: [what: string, at: number, x: number, y: number, clicks: number | undefined, is: boolean][] = [
    ['the second tap of a finger', 1300, 308, 695, undefined, true],
    ['the second click of a mouse', 1300, 300, 700, 2, true],
    ['a click that the browser does not count as a second one', 1300, 300, 700, 1, false],
    ['a press after a look', 1900, 300, 700, undefined, false],
    ['a slow second click', 1900, 300, 700, 2, false],
    ['a press elsewhere', 1300, 380, 700, undefined, false],
  ]
  for (const [what, at, x, y, clicks, is] of cases) assert.equal(isSecond(first, { at, x, y, clicks }), is, what)
})
