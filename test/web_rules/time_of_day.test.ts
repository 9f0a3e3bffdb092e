import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readTimeOfDay, steppedTime, timeProblem } from '../../web/components/fields/time_of_day.ts'
import { usualStart } from '../../web/pages/timesheet/entry/draft.ts'

const bare: [typed: string, time: string | undefined][] = [
  ['9', '09:00'],
  ['09', '09:00'],
  ['9:', '09:00'],
  ['9a', '09:00'],
  ['9 A', '09:00'],
  ['9am', '09:00'],
  ['9 a.m.', '09:00'],
  ['5p', '17:00'],
  ['5 PM', '17:00'],
  ['5:30 pm', '17:30'],
  ['530p', '17:30'],
  ['12a', '00:00'],
  ['12p', '12:00'],
  ['12:30 AM', '00:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['1730', '17:30'],
  ['9.30', '09:30'],
  ['17.30', '17:30'],
  ['17,30', '17:30'],
  ['17h30', '17:30'],
  ['17 30', '17:30'],
  ['17h', '17:00'],
  ['17.30 Uhr', '17:30'],
  ['17:30 pm', '17:30'],
  ['0', '00:00'],
  ['24', '00:00'],
  ['24:00', '00:00'],
  [' noon ', '12:00'],
  ['Midnight', '00:00'],
  ['', undefined],
  ['a', undefined],
  ['25', undefined],
  ['960', undefined],
  ['9:5', undefined],
  ['24:30', undefined],
  ['13a', undefined],
  ['0p', undefined],
  ['9:30:15', undefined],
  ['12345', undefined],
  ['-9', undefined],
  ['9 x', undefined],
]

const following: [after: string, typed: string, time: string][] = [
  ['09:00', '5', '17:00'],
  ['09:00', '530', '17:30'],
  ['09:00', '5:30', '17:30'],
  ['09:00', '12', '12:00'],
  ['13:00', '12', '00:00'],
  ['09:00', '9', '21:00'],
  ['22:00', '6', '06:00'],
  ['22:00', '11:30', '23:30'],
  ['09:00', '5a', '05:00'],
  ['09:00', '05:00', '05:00'],
  ['09:00', '17', '17:00'],
  ['', '5', '05:00'],
  ['soon', '5', '05:00'],
]

describe('a typed time of day', () => {
  for (const [typed, time] of bare)
    test(`the typed time ${JSON.stringify(typed)} is ${time ? `read as ${time}` : 'not understood'}`, () =>
      assert.equal(readTimeOfDay(typed, { twelve: true }), time))

  for (const [after, typed, time] of following)
    test(`the typed time ${typed} after ${JSON.stringify(after)} is ${time} on the 12-hour clock`, () => {
      assert.equal(readTimeOfDay(typed, { twelve: true, after }), time)
    })

  test('a typed time does not depend on the time before it on the 24-hour clock', () => {
    assert.equal(readTimeOfDay('5', { after: '09:00' }), '05:00')
  })

  test('a typed time is reported only if it was not understood', () => {
    assert.deepEqual([timeProblem(''), timeProblem('09:30')], [undefined, undefined])
    assert.match(timeProblem('soon')!, /9:30/)
  })

  test('a time of day steps to the next five minutes, also over midnight', () => {
    const steps = (['08:02', '08:05', '23:58', '00:00'] as const).map((time) => [
      steppedTime(time, 5),
      steppedTime(time, -5),
    ])
    assert.deepEqual(steps, [
      ['08:05', '08:00'],
      ['08:10', '08:00'],
      ['00:00', '23:55'],
      ['00:05', '23:55'],
    ])
  })
})

describe('the start of a new entry', () => {
  const date = '2026-11-18'
  const now = '2026-11-18T10:20:00-07:00'
  const entry = (start: string, end: string, type: 'regular' | 'manual' = 'regular') => ({ type, start, end })
  const first = entry('2026-11-18T07:00:00-07:00', '2026-11-18T09:45:30-07:00')
  const cases: [string, string, Parameters<typeof usualStart>[1], string | undefined][] = [
    ['is now on a day without entries', date, [], '10:20'],
    ['is unknown on another day without entries', '2026-11-17', [], undefined],
    [
      'is the end of the last entry',
      date,
      [first, entry('2026-11-18T06:00:00-07:00', '2026-11-18T07:00:00-07:00')],
      '09:45',
    ],
    ['does not follow hours without times', date, [entry('', '', 'manual')], '10:20'],
    ['is unknown while the clock runs', date, [first, entry('2026-11-18T09:50:00-07:00', '')], undefined],
    [
      'is unknown after a night that ends the next day',
      date,
      [entry('2026-11-18T22:00:00-07:00', '2026-11-19T06:00:00-07:00')],
      undefined,
    ],
  ]
  for (const [title, day, sheets, start] of cases)
    test(`the start of a new entry ${title}`, () => assert.equal(usualStart(day, sheets, now), start))
})
