import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateTo } from '../../src/company/translate.ts'
import { clockText, hundredthsText } from '../../src/exports/pdf/numbers.ts'

test('printed numbers are in the language of the file, with separated thousands', () => {
  for (const [language, hundredths, clock] of [
    ['en', '57,386.24', '1,882:51'],
    ['de', '57.386,24', '1.882:51'],
    ['es', '57.386,24', '1882:51'],
    ['fr', '57\u202f386,24', '1\u202f882:51'],
  ] as const) {
    const t = translateTo(language)
    assert.equal(hundredthsText(57_386.24, t), hundredths)
    assert.equal(clockText(1882 * 3600 + 51 * 60 + 59, t), clock)
  }
  assert.equal(clockText(305, translateTo('en')), '0:05')
})
