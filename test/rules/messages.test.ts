import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageAccepted, languageOf, localeOf } from '../../src/rules/language/languages.ts'
import { fill, type TextValues, translator } from '../../src/rules/language/messages.ts'

const days = '{count, plural, =0 {no days} one {# day} other {# days}} off'

const filled: readonly [message: string, values: TextValues | undefined, locale: string, text: string][] = [
  ['Save', undefined, 'en', 'Save'],
  ['Ask {name} to change it.', { name: 'Ada' }, 'en', 'Ask Ada to change it.'],
  ['{a} – {b}', { a: 1, b: 2 }, 'en', '1 – 2'],
  ['Ask {name}.', {}, 'en', 'Ask .'],
  [days, { count: 0 }, 'en', 'no days off'],
  [days, { count: 1 }, 'en', '1 day off'],
  [days, { count: 2000 }, 'en', '2,000 days off'],
  [days, { count: 2000 }, 'de', '2.000 days off'],
  ['{n, plural, one {{name} has # job} other {{name} has # jobs}}', { n: 3, name: 'Ada' }, 'en', 'Ada has 3 jobs'],
  // French counts none as one.
  ['{n, plural, one {# jour} other {# jours}}', { n: 0 }, 'fr', '0 jour'],
  // A value is text: its braces are not read.
  ['Job: {name}', { name: '{count} #' }, 'en', 'Job: {count} #'],
]

for (const [message, values, locale, text] of filled)
  test(`the message ${message} in ${locale} with ${JSON.stringify(values)} becomes ${text}`, () => {
    assert.equal(fill(message, values, locale), text)
  })

test('a catalog translates the messages it has; the rest stays English', () => {
  const t = translator('de', {
    Save: 'Speichern',
    '{n, plural, one {# day} other {# days}}': '{n, plural, one {# Tag} other {# Tage}}',
  })
  assert.equal(t('Save'), 'Speichern')
  assert.equal(t('{n, plural, one {# day} other {# days}}', { n: 1000 }), '1.000 Tage')
  assert.equal(t('Cancel'), 'Cancel')
})

test('the meaning behind @@ tells translations apart and is not shown', () => {
  const t = translator('de', { 'Off@@switch': 'Aus' })
  assert.equal(t('Off@@switch'), 'Aus')
  assert.equal(t('Off@@day without work'), 'Off')
})

const wanted: readonly [tags: string[], language: string, locale: string][] = [
  [[], 'en', 'en-US'],
  [['en-GB', 'de'], 'en', 'en-GB'],
  [['de-AT', 'en'], 'de', 'de-AT'],
  [['de'], 'de', 'de-DE'],
  [['pt-BR', 'es-MX'], 'es', 'es-MX'],
  [['FR_ca'], 'fr', 'fr-FR'],
  // Filipino is not French, and no language at all is English.
  [['fil', 'eng', 'xx', ''], 'en', 'en-US'],
]

for (const [tags, language, locale] of wanted)
  test(`a browser that wants ${tags.join(', ') || 'nothing'} gets ${language} with ${locale}`, () => {
    assert.equal(languageOf(tags), language)
    assert.equal(localeOf(languageOf(tags), tags), locale)
  })

const accepted: readonly [header: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['nl, es;q=0.3', 'es'],
  ['de;q=0, en', 'en'],
  ['deutsch', 'en'],
  ['*', 'en'],
  [';;q=,,x', 'en'],
]
for (const [header, language] of accepted)
  test(`a browser that accepts ${header} reads ${language}`, () => assert.equal(languageAccepted(header), language))
