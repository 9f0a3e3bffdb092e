import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adoptZoneOffsets, localDate, offsetSeconds, printLocal, zoneOffsets } from '../../src/rules/time/calendar.ts'

const at = (iso: string) => Date.parse(iso) * 1000
const [first, until] = [at('2016-01-01T00:00:00Z'), at('2036-01-01T00:00:00Z')]
const some = Array.from({ length: 400 }, (_, index) => at('1990-01-01T00:00:00Z') + index * 60 * 86_400e6)

test('adopting offsets of the same time zone data changes nothing', () => {
  for (const zone of ['America/Denver', 'Europe/Rome', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
    const before = some.map((instant) => offsetSeconds(instant, zone))
    adoptZoneOffsets(zone, zoneOffsets(zone, first, until))
    assert.deepEqual(
      some.map((instant) => offsetSeconds(instant, zone)),
      before,
      zone,
    )
  }
})

test('newer time zone data applies within its period, and older data before and after it', (t) => {
  // As of 2026d, Manitoba keeps daylight saving time from 2026 on.
  const zone = 'America/Winnipeg'
  const known = zoneOffsets(zone, first, until)
  // Other files of this process read the same zone.
  t.after(() => adoptZoneOffsets(zone, known))
  const spring = at('2026-03-08T08:00:00Z') / 1e6
  const offsets = known.offsets.filter(({ since }) => since <= spring)
  assert.deepEqual(offsets.at(-1), { since: spring, offset: -5 * 3600 })
  const later = offsetSeconds(at('2040-01-15T12:00:00Z'), zone)
  adoptZoneOffsets(zone, { ...known, offsets })
  const midnight = at('2026-11-19T05:15:00Z')
  assert.deepEqual([printLocal(midnight, zone), localDate(midnight, zone)], ['2026-11-19T00:15:00-05:00', '2026-11-19'])
  assert.equal(offsetSeconds(at('2025-12-01T12:00:00Z'), zone), -6 * 3600)
  assert.equal(offsetSeconds(at('2040-01-15T12:00:00Z'), zone), later)
})
