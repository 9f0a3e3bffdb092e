import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchKey } from '../../src/rules/text/search_key.ts'
import { zoneMeant } from '../../src/rules/time/zone_names.ts'
import { finder, folded } from '../../web/components/listing/order.ts'

test('searches find names with accents and letters of their own by the letters of every keyboard', () => {
  const cases: [typed: string, ...names: string[]][] = [
    ['muller', 'Müller', 'MÜLLER', 'Mu\u0308ller'],
    ['strasse', 'Straße', 'STRASSE', 'STRAẞE'],
    ['lodz', 'Łódź'],
    ['osterbro', 'Østerbro'],
    ['dordevic', 'Đorđević'],
    ['aerodynamik', 'Ærodynamik'],
    ['coeur', 'cœur', 'CŒUR'],
    ['thorunn', 'Þórunn'],
    ['sigurdur', 'Sigurður'],
    ['izmir', 'İzmir', 'ızmir'],
    ['fiona', 'ﬁona', 'Ｆｉｏｎａ'],
    ['οδος', 'ΟΔΌΣ', 'οδός'],
  ]
  for (const [typed, ...names] of cases)
    for (const name of names) assert.ok(finder(typed)(folded(name)), `“${typed}” finds ${name}: ${searchKey(name)}`)
  for (const name of cases.flatMap(([, ...names]) => names)) assert.ok(finder(name)(folded(name)), name)
})

test('a time zone is found by its city without accents', () => {
  assert.equal(zoneMeant('sao paulo'), zoneMeant('São Paulo'))
  assert.equal(zoneMeant('SÃO PAULO'), 'America/Sao_Paulo')
})
