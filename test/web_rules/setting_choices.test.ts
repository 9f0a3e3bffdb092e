import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesOf } from '../../web/pages/settings/choices.ts'
import { parts } from '../../web/pages/settings/plan.ts'

const choices = (wanted: string) => {
  const setting = parts.flatMap(({ settings }) => settings).find(({ key }) => key === wanted)!
  return choicesOf(setting)!
}

test('the countries to choose from are sorted by name, after the choice of none', () => {
  const names = choices('country').map(({ text }) => text)
  assert.deepEqual(names.slice(0, 3), ['Not set', 'Afghanistan', 'Åland Islands'])
  const [swiss, syria] = ['Switzerland', 'Syria'].map((name) => names.indexOf(name))
  assert.equal(syria, swiss! + 1)
})

test('the currencies to choose from have names, as when the company was set up', () => {
  const currencies = choices('currency')
  assert.deepEqual(currencies[0], { value: '', text: 'Not shown' })
  assert.ok(currencies.some(({ value, text }) => value === 'CHF' && text === 'CHF, Swiss Franc'))
})

test('the choices of other settings stay in their order', () => {
  assert.deepEqual(
    choices('time_format').map(({ value }) => value),
    [12, 24],
  )
})
