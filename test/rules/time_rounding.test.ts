import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Entry } from '../../src/rules/overtime/overtime.ts'
import { instantOf, offsetSeconds, second } from '../../src/rules/time/calendar.ts'
import { type Rounding, rounded, roundingOf } from '../../src/rules/time/rounding.ts'

const denver = 'America/Denver'
const date = '2026-06-01'

/** Seconds of the day from a clock time such as 8:07 or 8:07:30. */
const clock = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

const entry = (id: number, from: string, to: string, more: Partial<Entry> = {}, zone = denver): Entry => {
  const [start, end] = [instantOf(date, clock(from), zone), instantOf(date, clock(to), zone)]
  const times = { start, end, seconds: (end - start) / second, offset: offsetSeconds(start, zone) }
  return { id, date, ...times, kind: 'work', jobcode_id: 1, manual: false, ...more }
}

const punches = (minutes: number, direction: Rounding['direction'] = 'nearest'): Rounding => {
  return { minutes, direction, of: 'punches' }
}
const day = (minutes: number, direction: Rounding['direction'] = 'nearest'): Rounding => {
  return { minutes, direction, of: 'day' }
}

describe('rounding of starts and ends', () => {
  // 29 CFR 785.48(b): to the nearest 5 minutes, tenth or quarter of an hour.
  const cases: [string, string, Rounding, string, string][] = [
    ['8:07', '17:08', punches(15), '8:00', '17:15'],
    ['8:08', '17:07', punches(15), '8:15', '17:00'],
    ['8:07:29', '17:07:30', punches(15), '8:00', '17:15'],
    ['8:00', '17:15', punches(15), '8:00', '17:15'],
    ['8:02', '17:03', punches(5), '8:00', '17:05'],
    ['8:02', '17:03', punches(6), '8:00', '17:06'],
    ['8:05', '17:04', punches(10), '8:10', '17:00'],
    ['8:01', '17:01', punches(15, 'up'), '8:15', '17:15'],
    ['8:14', '17:14', punches(15, 'down'), '8:00', '17:00'],
    ['8:00', '17:00', punches(15, 'up'), '8:00', '17:00'],
    ['8:15', '17:15', punches(15, 'down'), '8:15', '17:15'],
  ]
  for (const [from, to, rounding, start, end] of cases)
    test(`${from}–${to} rounded to ${rounding.minutes} minutes, ${rounding.direction}, is ${start}–${end}`, () => {
      assert.deepEqual(rounded([entry(1, from, to)], rounding), [entry(1, start, end)])
    })

  test('rounding goes by the clocks of the entry, also where they are 45 minutes apart from others', () => {
    const zone = 'Asia/Kathmandu'
    assert.deepEqual(rounded([entry(1, '8:04', '9:06', {}, zone)], punches(10)), [entry(1, '8:00', '9:10', {}, zone)])
  })

  test('rounding leaves no gap and no overlap between entries that touch', () => {
    const [first, second] = rounded([entry(1, '8:02', '12:08'), entry(2, '12:08', '16:52')], punches(15))
    assert.equal(first!.end, second!.start)
    assert.equal(first!.seconds + second!.seconds, 9 * 3600 - 15 * 60)
  })

  test('rounding leaves manual hours and paid time off alone, and can leave nothing of a short entry', () => {
    const typed = entry(1, '8:01', '9:03', { manual: true })
    const off = entry(2, '8:01', '9:03', { kind: 'pto' })
    assert.deepEqual(rounded([typed, off], punches(15)), [typed, off])
    assert.equal(rounded([entry(3, '8:01', '8:06')], punches(15))[0]!.seconds, 0)
  })
})

describe('rounding of the total of a day', () => {
  const secondsOf = (entries: readonly Entry[], rounding: Rounding) =>
    rounded(entries, rounding).map(({ seconds }) => seconds / 60)

  test('rounding a day changes its last work, and punches only where its hours end', () => {
    const entries = [entry(1, '8:00', '12:05'), entry(2, '13:00', '17:03')]
    assert.deepEqual(secondsOf(entries, day(15)), [245, 250])
    assert.deepEqual(secondsOf(entries, day(15, 'down')), [245, 235])
    assert.deepEqual(rounded(entries, day(15))[1]!.start, entries[1]!.start)
  })

  test('rounding a day takes what its last work does not have from the work before it', () => {
    const entries = [entry(2, '13:00', '13:03'), entry(1, '8:00', '12:05')]
    assert.deepEqual(secondsOf(entries, day(15, 'down')), [0, 240])
  })

  test('rounding a day counts manual hours and paid breaks, but neither unpaid breaks nor paid time off', () => {
    const entries = [
      entry(1, '8:00', '9:04', { manual: true }),
      entry(2, '9:00', '9:10', { kind: 'paid_break' }),
      entry(3, '9:10', '9:20', { kind: 'unpaid' }),
      entry(4, '9:20', '9:31', { kind: 'pto' }),
    ]
    assert.deepEqual(secondsOf(entries, day(15)), [64, 11, 10, 11])
  })

  test('rounding a day leaves an exact total, and rounds each day by itself', () => {
    const other = { ...entry(3, '8:00', '8:50'), date: '2026-06-02' }
    assert.deepEqual(secondsOf([entry(1, '8:00', '8:10'), entry(2, '9:00', '9:35'), other], day(15)), [10, 35, 45])
  })
})

test('rounding is off unless the settings turn it on', () => {
  assert.equal(roundingOf(undefined), undefined)
  assert.equal(roundingOf({ installed: 0 }), undefined)
  assert.equal(roundingOf({ minutes: 0, direction: 'up', of: 'day' }), undefined)
  assert.deepEqual(roundingOf({ minutes: 6, direction: 'up', of: 'day' }), day(6, 'up'))
})
