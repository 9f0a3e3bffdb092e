import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addDays, parseInstant, printLocal } from '../../src/rules/time/calendar.ts'
import { endFrom, movedByDays } from '../../web/components/time/same_clock.ts'

const at = (iso: string) => parseInstant(iso)!.instant

describe('a copy of an entry or a shift keeps its times of the clock', () => {
  const [berlin, angeles, lordHowe] = ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe']
  type Case = [string, string, string, string, number, string, string, number]
  const cases: Case[] = [
    ...([
      [
        'in the night in which clocks go back in Europe',
        berlin,
        '2026-10-17T22:00:00+02:00',
        '2026-10-18T06:00:00+02:00',
        7,
        '2026-10-24T22:00:00+02:00',
        '2026-10-25T06:00:00+01:00',
        9,
      ],
      [
        'out of that night',
        berlin,
        '2026-10-24T22:00:00+02:00',
        '2026-10-25T06:00:00+01:00',
        7,
        '2026-10-31T22:00:00+01:00',
        '2026-11-01T06:00:00+01:00',
        8,
      ],
      [
        'in the night in which clocks go back in Los Angeles',
        angeles,
        '2026-10-24T22:00:00-07:00',
        '2026-10-25T06:00:00-07:00',
        7,
        '2026-10-31T22:00:00-07:00',
        '2026-11-01T06:00:00-08:00',
        9,
      ],
      [
        'in the night in which clocks go forward',
        angeles,
        '2026-02-28T22:00:00-08:00',
        '2026-03-01T06:00:00-08:00',
        7,
        '2026-03-07T22:00:00-08:00',
        '2026-03-08T06:00:00-07:00',
        7,
      ],
      [
        'by one day',
        berlin,
        '2026-03-27T22:00:30+01:00',
        '2026-03-28T06:00:10+01:00',
        1,
        '2026-03-28T22:00:30+01:00',
        '2026-03-29T06:00:10+02:00',
        6 + 3580 / 3600,
      ],
      [
        'and one that begins at a time that clocks skip begins as much later',
        angeles,
        '2026-03-01T02:30:00-08:00',
        '2026-03-01T06:00:00-08:00',
        7,
        '2026-03-08T03:30:00-07:00',
        '2026-03-08T06:00:00-07:00',
        2.5,
      ],
      [
        'and one whose end would then be before its start keeps its length',
        angeles,
        '2026-03-01T02:30:00-08:00',
        '2026-03-01T03:15:00-08:00',
        7,
        '2026-03-08T03:30:00-07:00',
        '2026-03-08T04:15:00-07:00',
        0.75,
      ],
      [
        'and a time that occurs twice is the earlier one',
        berlin,
        '2026-10-18T02:30:00+02:00',
        '2026-10-18T06:00:00+02:00',
        7,
        '2026-10-25T02:30:00+02:00',
        '2026-10-25T06:00:00+01:00',
        4.5,
      ],
      [
        'and a second half past one is one afterwards',
        angeles,
        '2026-10-31T22:00:00-07:00',
        '2026-11-01T01:30:00-08:00',
        7,
        '2026-11-07T22:00:00-08:00',
        '2026-11-08T01:30:00-08:00',
        3.5,
      ],
      [
        'and the repeated hour itself keeps its length',
        angeles,
        '2026-11-01T01:30:00-07:00',
        '2026-11-01T01:30:00-08:00',
        7,
        '2026-11-08T01:30:00-08:00',
        '2026-11-08T02:30:00-08:00',
        1,
      ],
      [
        'where clocks change by half an hour',
        lordHowe,
        '2026-03-28T22:00:00+11:00',
        '2026-03-29T06:00:00+11:00',
        7,
        '2026-04-04T22:00:00+11:00',
        '2026-04-05T06:00:00+10:30',
        8.5,
      ],
    ] satisfies Case[]),
  ]
  for (const [what, zone, start, end, days, newStart, newEnd, hours] of cases)
    test(`a copy keeps its times of the clock ${what}`, () => {
      const moved = movedByDays({ start: at(start), end: at(end) }, days, zone)
      assert.deepEqual([printLocal(moved.start, zone), printLocal(moved.end, zone)], [newStart, newEnd])
      assert.equal((moved.end - moved.start) / 3600e6, hours)
    })

  test('a copy keeps the times that were recorded under other rules of the zone', () => {
    const span = { start: at('2026-06-01T08:00:00+05:00'), end: at('2026-06-01T16:00:00+05:00') }
    const offsets = { startOffset: 5 * 3600, endOffset: 5 * 3600 }
    const moved = movedByDays({ ...span, ...offsets }, 7, 'Asia/Yekaterinburg')
    assert.equal(printLocal(moved.start, 'Asia/Yekaterinburg').slice(11, 16), '08:00')
    const elsewhere = movedByDays({ ...span, startOffset: 6 * 3600, endOffset: 6 * 3600 }, 7, 'Asia/Yekaterinburg')
    assert.equal(printLocal(elsewhere.start, 'Asia/Yekaterinburg'), '2026-06-08T09:00:00+05:00')
  })

  test('an entry that is moved by hours lasts as long by the clock', () => {
    const zone = 'America/Los_Angeles'
    const night = { start: at('2026-10-30T22:00:17-07:00'), end: at('2026-10-31T06:00:42-07:00') }
    const ends = (start: string) => printLocal(endFrom(at(start), night, zone), zone)
    assert.equal(ends('2026-10-31T23:00:00-07:00'), '2026-11-01T07:00:25-08:00')
    assert.equal(ends('2026-10-29T23:00:00-07:00'), '2026-10-30T07:00:25-07:00')
    const repeated = { start: at('2026-11-01T01:30:00-07:00'), end: at('2026-11-01T01:30:00-08:00') }
    assert.equal(endFrom(at('2026-11-02T08:00:00-08:00'), repeated, zone), at('2026-11-02T09:00:00-08:00'))
  })

  test('copies of entries show the same times wherever the clock shows them, and those that touch go on touching', () => {
    const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC']
    const first = at('2026-01-01T00:00:00Z')
    const arbitrary = fc.record({
      zone: fc.constantFrom(...zones),
      start: fc.integer({ min: 0, max: 365 * 1440 }),
      lengths: fc.array(fc.integer({ min: 120, max: 720 }), { minLength: 1, maxLength: 3 }),
      days: fc.integer({ min: -14, max: 14 }),
    })
    fc.assert(
      fc.property(arbitrary, ({ zone, start, lengths, days }) => {
        let from = first + start * 60e6
        let touched: number | undefined
        for (const minutes of lengths) {
          const span = { start: from, end: from + minutes * 60e6 }
          from = span.end
          const moved = movedByDays(span, days, zone)
          assert.ok(moved.end > moved.start)
          const sides = [
            [span.start, moved.start],
            [span.end, moved.end],
          ] as const
          for (const [before, after] of sides) {
            const was = printLocal(before, zone)
            const wanted = `${addDays(was.slice(0, 10), days)}${was.slice(10, 19)}`
            const is = printLocal(after, zone).slice(0, 19)
            // A time that clocks skip is found later than it was, by as much as they skip.
            if (is !== wanted) assert.ok(is > wanted && Date.parse(`${is}Z`) - Date.parse(`${wanted}Z`) <= 3_600_000)
          }
          if (touched !== undefined) assert.equal(moved.start, touched)
          touched = moved.end
        }
      }),
      { numRuns: 3000 },
    )
  })
})
