import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type DatedDays,
  expectedSeconds,
  readDays,
  readPatterns,
  readPatternZone,
  readShare,
  usualDaySeconds,
  usualPatternDays,
  weekSeconds,
} from '../../src/rules/time/working_pattern.ts'

const monday = '2026-11-23'
const week = ['2026-11-22', monday, '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']
const code = (expected: string) => (error: unknown) => {
  assert.equal((error as { reason: { code: string } }).reason.code, expected)
  return true
}

describe('the working pattern', () => {
  test('without a choice, people work Monday to Friday for 8 hours', () => {
    const hours = week.map((date) => expectedSeconds({ days: usualPatternDays }, date) / 3600)
    assert.deepEqual(hours, [0, 8, 8, 8, 8, 8, 0])
  })

  test('each day has its hours, and a usual day is their mean', () => {
    const days = readDays([
      { day: 'tue', hours: 4 },
      { day: 'thu', hours: 6, paid_break_minutes: 15, unpaid_break_minutes: 30 },
    ])
    assert.deepEqual(
      week.map((date) => expectedSeconds({ days }, date) / 3600),
      [0, 0, 4, 0, 6, 0, 0],
    )
    assert.deepEqual([weekSeconds({ days }) / 3600, usualDaySeconds({ days }) / 3600], [10, 5])
    assert.deepEqual(days.get(4), { seconds: 21600, paidBreakSeconds: 900, unpaidBreakSeconds: 1800 })
  })

  const refused: [string, unknown, string][] = [
    ['no days', [], 'pattern_without_days'],
    ['something else than a list', 'mon', 'pattern_without_days'],
    ['an unknown day', [{ day: 'monday', hours: 8 }], 'pattern_day_unknown'],
    ['a name that every object has', [{ day: 'constructor', hours: 8 }], 'pattern_day_unknown'],
    [
      'a day that is there twice',
      [
        { day: 'mon', hours: 8 },
        { day: 'mon', hours: 4 },
      ],
      'pattern_day_twice',
    ],
    ['no hours', [{ day: 'mon' }], 'pattern_hours_malformed'],
    ['zero hours', [{ day: 'mon', hours: 0 }], 'pattern_hours_malformed'],
    ['negative hours', [{ day: 'mon', hours: -1 }], 'pattern_hours_malformed'],
    ['hours beyond 24', [{ day: 'mon', hours: 24.5 }], 'pattern_day_too_long'],
    ['hours and break beyond 24', [{ day: 'mon', hours: 23, unpaid_break_minutes: 90 }], 'pattern_day_too_long'],
    ['a break as long as the day', [{ day: 'mon', hours: 1, unpaid_break_minutes: 60 }], 'pattern_break_too_long'],
    ['a paid break longer than the day', [{ day: 'mon', hours: 1, paid_break_minutes: 90 }], 'pattern_break_too_long'],
    ['half a minute', [{ day: 'mon', hours: 8, unpaid_break_minutes: 0.5 }], 'pattern_break_malformed'],
    ['a negative break', [{ day: 'mon', hours: 8, unpaid_break_minutes: -5 }], 'pattern_break_malformed'],
    ['null as a day', [null], 'pattern_day_unknown'],
  ]
  for (const [what, days, reason] of refused)
    test(`${what} is refused`, () => {
      assert.throws(() => readDays(days), code(reason))
    })

  test('an unknown zone and a share that is no share are refused', () => {
    assert.throws(() => readPatternZone('America/Denvr'), code('pattern_zone_unknown'))
    assert.throws(() => readPatternZone(7), code('pattern_zone_unknown'))
    assert.equal(readPatternZone('own'), 'own')
    assert.equal(readPatternZone('Pacific/Honolulu'), 'Pacific/Honolulu')
    for (const share of [0, -5, 101, '50', null, Number.NaN])
      assert.throws(() => readShare(share), code('full_time_share_malformed'))
    assert.equal(readShare(62.5), 62.5)
  })

  test('patterns of a level follow each other; the level above applies where there is none', () => {
    const days = [{ day: 'sat', hours: 5 }]
    const other = [{ day: 'sun', hours: 5 }]
    const read = (...patterns: DatedDays[]) => readPatterns(patterns)
    assert.deepEqual(read({ from: '2026-03-01', days: other }, { from: null, days }), [
      { from: null, days },
      { from: '2026-03-01', days: other },
    ])
    assert.deepEqual(read({ from: '2026-03-01', to: '2026-03-31', days }, { from: '2026-05-01', days: other }), [
      { from: '2026-03-01', days },
      { from: '2026-04-01', days: null },
      { from: '2026-05-01', days: other },
    ])
    assert.deepEqual(read({ from: null, to: '2026-02-28', days }, { from: '2026-03-01', days: other }), [
      { from: null, days },
      { from: '2026-03-01', days: other },
    ])
  })

  const overlapping: [string, DatedDays['from'], string | undefined, DatedDays['from'], string][] = [
    ['one begins before the other ends', '2026-03-01', '2026-03-31', '2026-03-31', 'patterns_overlap'],
    ['both begin on one day', '2026-03-01', undefined, '2026-03-01', 'patterns_overlap'],
    ['both always apply', null, undefined, null, 'patterns_overlap'],
    ['one ends before it begins', '2026-03-01', '2026-02-01', '2026-05-01', 'pattern_ends_before_it_starts'],
    ['a date is none', '2026-02-30', undefined, '2026-05-01', 'pattern_date_malformed'],
  ]
  for (const [what, from, to, next, reason] of overlapping)
    test(`patterns are refused if ${what}`, () => {
      const days = [{ day: 'sat', hours: 5 }]
      assert.throws(
        () =>
          readPatterns([
            { from, ...(to !== undefined && { to }), days },
            { from: next, days },
          ]),
        code(reason),
      )
    })
})
