import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../../src/rules/time/calendar.ts'
import { expectedWork, holidaySeconds, type PublishedShift } from '../../src/rules/time/expected_work.ts'
import { readDays, usualPatternDays } from '../../src/rules/time/working_pattern.ts'

// Sunday 2026-11-22 to Saturday 2026-11-28.
const dates = Array.from({ length: 7 }, (_, index) => addDays('2026-11-22', index))
const shift = (date: string, from: number, to: number): PublishedShift => {
  const midnight = Date.parse(`${date}T00:00:00Z`) * 1000
  return { date, start: midnight + from * 3600e6, end: midnight + to * 3600e6 }
}
const usual = { days: usualPatternDays, weekStart: 0 }
const partTime = {
  days: readDays([
    { day: 'tue', hours: 4 },
    { day: 'thu', hours: 4 },
  ]),
  weekStart: 0,
}

describe('the hours that a person would work', () => {
  const cases: [string, typeof usual, PublishedShift[], string[], number[]][] = [
    ['are those of the pattern', usual, [], [], [0, 8, 8, 8, 8, 8, 0]],
    ['are none on a holiday', usual, [], ['2026-11-26'], [0, 8, 8, 8, 0, 8, 0]],
    ['are those of a part-timer', partTime, [], [], [0, 0, 4, 0, 4, 0, 0]],
    [
      'are those of the shifts Tuesday to Saturday 10–18 that are published for the week',
      usual,
      dates.slice(2).map((date) => shift(date, 10, 18)),
      [],
      [0, 0, 8, 8, 8, 8, 8],
    ],
    [
      'are those of shifts on Tuesday and Thursday 10–14',
      usual,
      [shift('2026-11-24', 10, 14), shift('2026-11-26', 10, 14)],
      ['2026-11-26'],
      [0, 0, 4, 0, 4, 0, 0],
    ],
    [
      'are both of two shifts on a day',
      usual,
      [shift('2026-11-24', 8, 12), shift('2026-11-24', 14, 17)],
      [],
      [0, 0, 7, 0, 0, 0, 0],
    ],
    [
      'are those of the pattern in a week without shifts',
      usual,
      [shift('2026-11-30', 8, 12)],
      [],
      [0, 8, 8, 8, 8, 8, 0],
    ],
    ['go by workweeks', { ...usual, weekStart: 1 }, [shift('2026-11-29', 8, 12)], [], [0, 0, 0, 0, 0, 0, 0]],
  ]
  for (const [what, pattern, shifts, holidays, hours] of cases)
    test(what, () => {
      const expected = expectedWork(() => pattern, shifts, new Set(holidays))
      assert.deepEqual(
        dates.map((date) => expected(date) / 3600),
        hours,
      )
    })
})

describe('a holiday grants', () => {
  const calendar = (isPaid: boolean) => ({ usual: 8 * 3600, isPaid })
  const chosen = { ...partTime, isChosen: true }
  const none = { ...usual, isChosen: false }
  const cases: [string, string, boolean, typeof chosen, PublishedShift[], number][] = [
    ['what the calendar says where no days are chosen', '2026-11-26', true, none, [], 8],
    ['nothing on a weekend where no days are chosen', '2026-11-28', false, none, [], 0],
    ['a part-timer the hours of the day', '2026-11-26', true, chosen, [], 4],
    ['a part-timer nothing on a day off', '2026-11-25', true, chosen, [], 0],
    ['the hours of a shift on it', '2026-11-25', true, chosen, [shift('2026-11-25', 9, 15)], 6],
    [
      'the hours of the pattern if the shifts are on other days',
      '2026-11-26',
      true,
      chosen,
      [shift('2026-11-25', 9, 15)],
      4,
    ],
  ]
  for (const [what, date, isPaid, pattern, shifts, hours] of cases)
    test(what, () => assert.equal(holidaySeconds(date, calendar(isPaid), pattern, shifts) / 3600, hours))
  test('a person who works on Saturday the hours of a Saturday', () => {
    const pattern = { days: readDays([{ day: 'sat', hours: 6 }]), isChosen: true }
    assert.equal(holidaySeconds('2026-11-28', calendar(false), pattern, []) / 3600, 6)
  })
})
