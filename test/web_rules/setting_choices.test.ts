import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesOf } from '../../web/pages/settings/choices.ts'
import { parts } from '../../web/pages/settings/plan.ts'

const choices = (wanted: string) => {
  const setting = parts.flatMap(({ settings }) => settings).find(({ key }) => key === wanted)!
  return choicesOf(setting)!
}

test('countries are sorted by name, after none', () => {
  const names = choices('country').map(({ text }) => text)
  assert.deepEqual(names.slice(0, 3), ['Not set', 'Afghanistan', 'Åland Islands'])
  const [swiss, syria] = ['Switzerland', 'Syria'].map((name) => names.indexOf(name))
  assert.equal(syria, swiss! + 1)
})

test('currencies have names, as when the company was set up', () => {
  const currencies = choices('currency')
  assert.deepEqual(currencies[0], { value: '', text: 'Not shown' })
  assert.ok(currencies.some(({ value, text }) => value === 'CHF' && text === 'CHF, Swiss Franc'))
})

test('other choices stay in their order', () => {
  assert.deepEqual(
    choices('time_format').map(({ value }) => value),
    [12, 24],
  )
})
