import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linesOf, runsOf } from '../../src/exports/pdf/lines.ts'

describe('lines of a width, with every character one wide', () => {
  const cases: [text: string, width: number, linesMax: number, lines: string[]][] = [
    ['', 5, 3, []],
    ['short', 5, 1, ['short']],
    ['two words', 5, 2, ['two', 'words']],
    ['two words', 9, 1, ['two words']],
    ['two words', 6, 1, ['two w…']],
    ['one two three four', 8, 2, ['one two', 'three f…']],
    ['unbreakable', 4, 3, ['unbr', 'eaka', 'ble']],
    ['unbreakable', 4, 2, ['unbr', 'eak…']],
    ['wide', 0.5, 2, ['wide']],
  ]
  for (const [text, width, linesMax, lines] of cases)
    test(`the text ${JSON.stringify(text)} is broken into at most ${linesMax} lines of width ${width}`, () =>
      assert.deepEqual(
        linesOf(text, width, linesMax, ({ length }) => length),
        lines,
      ))
})

describe('runs from left to right, each in one font and direction', () => {
  const cases: [text: string, runs: string[]][] = [
    ['Żółć', ['regular ltr Żółć']],
    ['Ocean › 海', ['regular ltr Ocean › ', 'fallback ltr 海']],
    ['דוד (ראש) 7, on', ['regular ltr 7', 'regular rtl דוד )ראש( ', 'regular ltr , on']],
    ['دبي 海', ['regular rtl دبي', 'regular ltr  ', 'fallback ltr 海']],
  ]
  for (const [text, runs] of cases)
    test(`the text ${text} is split into runs of one font and direction`, () =>
      assert.deepEqual(
        runsOf(text, false).map(
          ({ text, font, isRightToLeft }) => `${font.name} ${isRightToLeft ? 'rtl' : 'ltr'} ${text}`,
        ),
        runs,
      ))
})
