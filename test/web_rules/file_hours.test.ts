import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileHoursText } from '../../web/pages/reports/file_hours.ts'

for (const [what, shown_seconds, file_seconds, text] of [
  ['three people with 0:20', 3 * 1200, 3 * 33 * 36, '0.99 hours in the file: each line is rounded to a hundredth.'],
  ['a total that is the same when rounded', 80 * 3600 + 38 * 60, 80.63 * 3600, undefined],
  ['a file with hours and minutes', 3 * 1200, null, undefined],
  [
    'many hours',
    1947 * 3600 + 34 * 60,
    1947.58 * 3600,
    '1,947.58 hours in the file: each line is rounded to a hundredth.',
  ],
] as const)
  test(`the total of a file with decimals is ${text ? 'shown' : 'not shown'} for ${what}`, () => {
    assert.equal(fileHoursText({ shown_seconds, file_seconds }), text)
  })
