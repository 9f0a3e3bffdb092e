import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryCodes, countryOfZone, customsOf } from '../../src/rules/settings/countries.ts'
import { offsetText, zoneMeant, zones } from '../../src/rules/time/zone_names.ts'

test('a country has its first day of the week, time and date formats, and currency', () => {
  for (const [country, ...customs] of [
    ['US', 0, 12, 'us', 'USD'],
    ['DE', 1, 24, 'eu', 'EUR'],
    ['GB', 1, 24, 'eu', 'GBP'],
    ['CA', 0, 12, 'iso', 'CAD'],
    ['SE', 1, 24, 'iso', 'SEK'],
    ['AE', 1, 12, 'eu', 'AED'],
  ] as const) {
    const { week_start, time_format, date_locale, currency } = customsOf(country)!
    assert.deepEqual([week_start, time_format, date_locale, currency], customs, country)
  }
  assert.equal(customsOf(''), undefined)
  assert.equal(customsOf('ZZ'), undefined)
  for (const code of countryCodes) assert.ok(customsOf(code), code)
})

test('time zones have current names and are found by city', () => {
  for (const [typed, zone] of [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Kolkata', 'Asia/Kolkata'],
    ['europe/kiev', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['utc', 'UTC'],
    ['Atlantis', undefined],
    ['', undefined],
  ] as const)
    assert.equal(zoneMeant(typed), zone, typed)
  assert.ok(!zones().some((zone) => ['Asia/Calcutta', 'Europe/Kiev', 'America/Buenos_Aires'].includes(zone)))
  assert.equal(new Set(zones()).size, zones().length)
  assert.equal(countryOfZone('Asia/Kolkata'), 'IN')
  assert.equal(countryOfZone('UTC'), undefined)
})

test('offsets are written as GMT with hours, and with minutes if there are any', () => {
  assert.deepEqual([0, 3600, -25200, 19800, -12600].map(offsetText), ['GMT', 'GMT+1', 'GMT−7', 'GMT+5:30', 'GMT−3:30'])
})
