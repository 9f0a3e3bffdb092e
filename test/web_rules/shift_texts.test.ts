import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shift } from '../../web/pages/schedule/shift/shifts.ts'
import { spanText } from '../../web/pages/schedule/texts.ts'

/** The times of a shift in New York, for a reader in this time zone. */
function textFor(zone: string, start: string, end: string): string {
  const record = { start, end, all_day: false } as Shift['record']
  const shift = { start: Date.parse(start) * 1000, end: Date.parse(end) * 1000, zone: 'America/New_York', record }
  return spanText(shift, { zone, twelve: true }).replaceAll('\u00a0', ' ')
}

test('a shift shows its time zone to readers whose clock differs, and its last day if it is longer than a day', () => {
  const [start, end] = ['2027-01-20T08:00:00-05:00', '2027-01-20T16:00:00-05:00']
  assert.equal(textFor('America/Denver', start, end), '8 AM – 4 PM EST')
  assert.equal(textFor('America/Toronto', start, end), '8 AM – 4 PM')
  assert.equal(textFor('America/Toronto', start, '2027-01-21T20:30:00-05:00'), '8 AM – Thu 8:30 PM')
})
