import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { zoneLines, zonesFound, zoneText } from '../../web/components/fields/zone_lines.ts'

const winter = Date.parse('2026-01-15T12:00:00Z') * 1000
const summer = Date.parse('2026-07-15T12:00:00Z') * 1000
const lines = zoneLines('America/Denver', winter, 'en')
const found = (words: string) => zonesFound(lines, words).map(({ key }) => key)

describe('time zones to choose from', () => {
  for (const [words, first] of [
    ['denver', 'America/Denver'],
    ['Denver america', 'America/Denver'],
    ['new yo', 'America/New_York'],
    ['New_York', 'America/New_York'],
    ['mountain time', 'America/Boise'],
    ['germany', 'Europe/Berlin'],
    ['europe/ber', 'Europe/Berlin'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['kolk', 'Asia/Kolkata'],
    ['gmt+5:45', 'Asia/Kathmandu'],
    ['+545', 'Asia/Kathmandu'],
    ['utc−3:30', 'America/St_Johns'],
    ['nowhere', undefined],
  ] as const)
    test(`“${words}” finds ${first ? `the time zone ${first} first` : 'no time zone'}`, () =>
      assert.equal(found(words)[0], first))

  test('an offset finds exactly the time zones that have it now', () => {
    const one = found('gmt+1')
    assert.ok(one.includes('Europe/Berlin') && !one.includes('Asia/Shanghai') && !one.includes('Europe/London'))
    assert.ok(zonesFound(zoneLines('UTC', summer, 'en'), 'gmt+1').some(({ key }) => key === 'Europe/London'))
    assert.deepEqual(found('gmt+1'), found('UTC+01:00'))
    assert.ok(found('gmt').includes('UTC') && found('GMT+0').includes('Europe/London'))
  })

  test('time zones are shown with their offset and name, in the reader’s language', () => {
    const detail = (zone: string, language = 'en', at = winter) =>
      zoneLines(zone, at, language).find(({ key }) => key === zone)!.detail
    assert.equal(detail('America/Denver'), 'GMT−7 · Mountain Time')
    assert.equal(detail('America/Denver', 'en', summer), 'GMT−6 · Mountain Time')
    assert.match(detail('America/Denver', 'de'), /^GMT−7 · Rocky/)
    assert.equal(detail('Asia/Kolkata'), 'GMT+5:30 · India Standard Time')
    assert.equal(zoneText('America/Denver', winter), 'Denver, GMT−7')
    assert.equal(zoneText('Asia/Calcutta', winter), 'Kolkata, GMT+5:30')
    assert.equal(zoneText('Mars/Base', winter), 'Mars/Base')
  })

  test('the time zones to choose from have the current one, by any name that the server knows, and no unknown one', () => {
    assert.ok(zoneLines('US/Mountain', winter, 'en').some(({ key }) => key === 'US/Mountain'))
    assert.ok(!zoneLines('Mars/Base', winter, 'en').some(({ key }) => key === 'Mars/Base'))
    assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length)
  })
})
