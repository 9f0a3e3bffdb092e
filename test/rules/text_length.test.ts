import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLonger } from '../../src/rules/text/length.ts'

test('the length of a text is its number of characters, not of UTF-16 code units', () => {
  for (const [text, max, expected] of [
    ['', 0, false],
    ['abc', 3, false],
    ['abcd', 3, true],
    ['😀😀😀', 3, false],
    ['😀😀😀😀', 3, true],
    ['😀'.repeat(1000), 999, true],
    ['x'.repeat(1_000_000), 4000, true],
  ] as const)
    assert.equal(isLonger(text, max), expected, `${text.slice(0, 10)} and ${max}`)
})
