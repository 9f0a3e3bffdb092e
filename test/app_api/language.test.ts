import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageAsked } from '../../src/app_api/language.ts'

test('words in answers are in the first language that the request asks for and we have', () => {
  const asked = (header?: string) =>
    languageAsked({ headers: header === undefined ? {} : { 'accept-language': header } })
  assert.equal(asked('de-AT'), 'de')
  assert.equal(asked('pt-BR, fr-CH;q=0.9, en;q=0.8'), 'fr')
  assert.equal(asked('*'), 'en')
  assert.equal(asked(), 'en')
})
