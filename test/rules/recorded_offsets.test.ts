import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offsetNear, recordedOffsets } from '../../src/rules/time/timesheets.ts'

const at = (text: string) => Date.parse(text) * 1000
const hours = (count: number) => count * 3600
const tz_str = 'America/Denver'
const winter = at('2026-03-02T15:00:00Z')
const summer = at('2026-07-02T15:00:00Z')
const none = { start_offset: null, end_offset: null }

test('a changed time gets the offset of its zone, and an unchanged one keeps its own', () => {
  const recorded = { start: winter, end: winter + 1, tz_str, start_offset: hours(-5), end_offset: hours(-5) }
  const unknown = { start: winter, end: winter + 1, tz_str, ...none }
  const cases = [
    ['a new entry', { start: winter, end: summer, tz_str }, undefined, -7, -6],
    ['one that runs', { start: winter, end: null, tz_str }, undefined, -7, null],
    [
      'a part of a split one, whose end is known',
      { ...recorded, start: summer, start_offset: null },
      undefined,
      -6,
      -5,
    ],
    ['nothing set', recorded, recorded, -5, -5],
    ['another end', { ...recorded, end: summer }, recorded, -5, -6],
    ['another start', { ...recorded, start: winter - 1 }, recorded, -7, -5],
    ['clocked in again', { ...recorded, end: null }, recorded, -5, null],
    ['an entry from before, nothing set', unknown, unknown, null, null],
    ['an entry from before, another end', { ...unknown, end: summer }, unknown, null, -6],
    ['another zone', { ...recorded, tz_str: 'Asia/Kolkata' }, recorded, 5.5, 5.5],
  ] as const
  for (const [name, after, before, start, end] of cases)
    assert.deepEqual(
      recordedOffsets(after, before),
      { start_offset: start === null ? null : hours(start), end_offset: end === null ? null : hours(end) },
      name,
    )
})

test('a rounded time is printed with the zone’s offset, shifted as its rules have changed since', () => {
  const before = at('2026-03-08T08:58:00Z')
  const rounded = at('2026-03-08T09:00:00Z')
  assert.equal(offsetNear(rounded, { at: before, offset: null }, tz_str), hours(-6))
  assert.equal(offsetNear(rounded, { at: before, offset: hours(-7) }, tz_str), hours(-6))
  assert.equal(offsetNear(rounded, { at: before, offset: hours(-5) }, tz_str), hours(-4))
})
