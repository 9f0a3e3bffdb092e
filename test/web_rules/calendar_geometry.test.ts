import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  dragged,
  type Grip,
  type Local,
  type LocalSpan,
  later,
  localOf,
  minutesBetween,
  piecesOf,
  spanBetween,
} from '../../web/pages/timesheet/calendar/geometry.ts'
import { dragBy, instantsOf, itemOf, refusalOf, timedOf } from '../../web/pages/timesheet/calendar/rules.ts'
import type { Closed, Sheet } from '../../web/pages/timesheet/week/week.ts'

// Spans are written `18 22:00 – 19 06:00`: days of November 2026.

const local = (text: string): Local => {
  const [day, time] = text.split(' ')
  const [hour, minute] = time!.split(':').map(Number)
  return { date: `2026-11-${day}`, minute: hour! * 60 + minute! }
}
const span = (text: string): LocalSpan => {
  const [start, end] = text.split(' – ')
  return { start: local(start!), end: local(end!) }
}
const dates = ['2026-11-17', '2026-11-18', '2026-11-19']

describe('the blocks of an entry', () => {
  const cases: [text: string, pieces: [day: string, from: number, to: number, starts: boolean, ends: boolean][]][] = [
    ['18 09:00 – 18 17:30', [['18', 540, 1050, true, true]]],
    [
      '18 22:00 – 19 06:00',
      [
        ['18', 1320, 1440, true, false],
        ['19', 0, 360, false, true],
      ],
    ],
    ['18 22:00 – 19 00:00', [['18', 1320, 1440, true, true]]],
    ['16 22:00 – 17 06:00', [['17', 0, 360, false, true]]],
    [
      '16 20:00 – 20 08:00',
      [
        ['17', 0, 1440, false, false],
        ['18', 0, 1440, false, false],
        ['19', 0, 1440, false, false],
      ],
    ],
    ['18 09:00 – 18 09:00', [['18', 540, 540, true, true]]],
    ['20 09:00 – 20 10:00', []],
  ]
  for (const [text, pieces] of cases)
    test(`the entry ${text} is drawn on ${pieces.map(([day]) => day).join(', ') || 'no day'}`, () => {
      const expected = pieces.map(([day, from, to, starts, ends]) => ({
        date: `2026-11-${day}`,
        from,
        to,
        starts,
        ends,
      }))
      assert.deepEqual(piecesOf(span(text), dates), expected)
    })
})

describe('dragging', () => {
  const cases: [text: string, grip: Grip, days: number, minutes: number, after: string][] = [
    ['18 09:00 – 18 12:00', 'move', 0, 62, '18 10:00 – 18 13:00'],
    ['18 09:00 – 18 12:00', 'move', 0, 63, '18 10:05 – 18 13:05'],
    ['18 09:02 – 18 12:00', 'move', 0, 5, '18 09:05 – 18 12:03'],
    ['18 09:02 – 18 12:00', 'move', 1, 0, '19 09:02 – 19 12:00'],
    ['18 09:00 – 18 12:00', 'move', -1, -30, '17 08:30 – 17 11:30'],
    ['18 01:00 – 18 03:00', 'move', 0, -120, '17 23:00 – 18 01:00'],
    ['18 22:00 – 19 06:00', 'move', 0, 150, '19 00:30 – 19 08:30'],
    ['18 09:00 – 18 12:00', 'end', 0, 33, '18 09:00 – 18 12:35'],
    ['18 09:00 – 18 12:00', 'end', 0, -400, '18 09:00 – 18 09:05'],
    ['18 22:00 – 18 23:00', 'end', 0, 90, '18 22:00 – 19 00:30'],
    ['18 09:00 – 18 12:00', 'start', 0, -61, '18 08:00 – 18 12:00'],
    ['18 09:00 – 18 12:00', 'start', 0, 400, '18 11:55 – 18 12:00'],
    ['18 09:03 – 18 12:07', 'move', 0, 0, '18 09:03 – 18 12:07'],
  ]
  for (const [text, grip, days, minutes, after] of cases)
    test(`the entry ${text}, dragged (${grip}) by ${days} days and ${minutes} minutes, becomes ${after}`, () => {
      assert.deepEqual(dragged(span(text), grip, days, minutes), span(after))
    })

  test('dragging between two points draws an entry in either direction, of five minutes at least', () => {
    const drawn = (one: number, other: number) => spanBetween('2026-11-18', one, other)
    assert.deepEqual(drawn(541, 624), span('18 09:00 – 18 10:25'))
    assert.deepEqual(drawn(624, 541), span('18 09:00 – 18 10:25'))
    assert.deepEqual(drawn(541, 541), span('18 09:00 – 18 09:05'))
    assert.deepEqual(drawn(1440, 1300), span('18 21:40 – 19 00:00'))
    assert.deepEqual(drawn(1440, 1440), span('18 23:55 – 19 00:00'))
    assert.deepEqual(drawn(-3, 2), span('18 00:00 – 18 00:05'))
  })

  test('dragging keeps the length of an entry and lands on five minutes, for any distance', () => {
    const numbers = random(20261118)
    for (let round = 0; round < 2000; round++) {
      const start = later(local('18 00:00'), numbers(4000) - 2000)
      const before = { start, end: later(start, 5 + numbers(900)) }
      const [days, minutes] = [numbers(7) - 3, 1 + numbers(1500)]
      const after = dragged(before, 'move', days, minutes)
      assert.equal(minutesBetween(after.start, after.end), minutesBetween(before.start, before.end), `round ${round}`)
      assert.equal(after.start.minute % 5, 0)
      assert.ok(Math.abs(minutesBetween(before.start, after.start) - days * 1440 - minutes) <= 3, `round ${round}`)
    }
  })
})

describe('a dragged entry', () => {
  const zone = 'America/Denver'
  const sheet = (start: string, end: string, more: Partial<Sheet> = {}) =>
    ({
      ...{ id: 1, type: 'regular', date: start.slice(0, 10), start, end, locked: 0, on_the_clock: end === '' },
      ...more,
    }) as Sheet
  const allowed = { mayEdit: true, mayTimes: true, passesClosed: false, closed: (): Closed => undefined }

  test('a dragged entry keeps its seconds while it is moved, and those of the end that is not dragged', () => {
    const entry = sheet('2026-11-18T09:00:17-07:00', '2026-11-18T12:00:42-07:00')
    const before = { start: localOf(entry.start), end: localOf(entry.end) }
    const sent = (grip: Grip, days: number, minutes: number) =>
      itemOf(instantsOf(entry, before, dragged(before, grip, days, minutes), zone)!, zone)
    assert.deepEqual(sent('move', 0, 30), { start: '2026-11-18T09:30:00-07:00', end: '2026-11-18T12:30:25-07:00' })
    assert.deepEqual(sent('end', 0, 60), { start: '2026-11-18T09:00:17-07:00', end: '2026-11-18T13:00:00-07:00' })
    assert.deepEqual(sent('start', 0, -60), { start: '2026-11-18T08:00:00-07:00', end: '2026-11-18T12:00:42-07:00' })
  })

  test('a dragged entry ends at the time of the clock that is shown in the night in which clocks change, and cannot start at a time they skip', () => {
    const entry = sheet('2026-10-30T22:00:00-06:00', '2026-10-31T06:00:00-06:00')
    const before = { start: localOf(entry.start), end: localOf(entry.end) }
    assert.deepEqual(itemOf(instantsOf(entry, before, dragged(before, 'move', 1, 0), zone)!, zone), {
      start: '2026-10-31T22:00:00-06:00',
      end: '2026-11-01T06:00:00-07:00',
    })
    const early = sheet('2026-03-07T02:30:00-07:00', '2026-03-07T04:00:00-07:00')
    const at = { start: localOf(early.start), end: localOf(early.end) }
    const times = instantsOf(early, at, dragged(at, 'move', 1, 0), zone)
    assert.equal(times, undefined)
    assert.equal(refusalOf(early, times, '2026-03-08', { sheets: [], allowed, now: 0 }), 'skipped')
  })

  test('a dragged entry is refused where it overlaps another, and on a closed day', () => {
    const entry = sheet('2026-11-18T09:00:00-07:00', '2026-11-18T12:00:00-07:00')
    const other = sheet('2026-11-18T13:00:00-07:00', '2026-11-18T15:00:00-07:00', { id: 2 })
    const running = sheet('2026-11-18T16:00:00-07:00', '', { id: 3 })
    const hours = sheet('2026-11-18T00:00:00-07:00', '', { id: 4, type: 'manual', on_the_clock: false })
    const before = { start: localOf(entry.start), end: localOf(entry.end) }
    const now = Date.parse('2026-11-18T17:00:00-07:00') * 1000
    const closed = (date: string): Closed =>
      date < '2026-11-17' ? 'approved' : date < '2026-11-18' ? 'submitted' : undefined
    const refusal = (days: number, minutes: number, passesClosed = false) => {
      const after = dragged(before, 'move', days, minutes)
      const known = { sheets: [entry, other, running, hours], allowed: { ...allowed, closed, passesClosed }, now }
      return refusalOf(entry, instantsOf(entry, before, after, zone), after.start.date, known)
    }
    assert.equal(refusal(0, 60), undefined, 'touching ends')
    assert.deepEqual(refusal(0, 65), { overlaps: other })
    assert.deepEqual(refusal(0, 7 * 60), { overlaps: running })
    assert.equal(refusal(0, 8 * 60), undefined, 'after now')
    assert.deepEqual([refusal(-1, 0), refusal(-1, 0, true)], [{ closed: 'submitted' }, undefined])
    assert.deepEqual([refusal(-2, 0), refusal(-2, 0, true)], [{ closed: 'approved' }, { closed: 'approved' }])
  })

  test('an entry can be dragged by people who may change it, and a running one lasts until now', () => {
    const now = '2026-11-18T10:20:00-07:00'
    const movable = (more: Partial<Sheet>, rights: Partial<Parameters<typeof timedOf>[2]> = {}) =>
      timedOf([sheet('2026-11-18T09:00:00-07:00', '2026-11-18T10:00:00-07:00', more)], now, {
        ...allowed,
        ...rights,
      })[0]?.isMovable
    assert.equal(movable({}), true)
    assert.equal(movable({ type: 'manual' }), undefined)
    assert.equal(movable({ locked: 1 }), false)
    for (const rights of [{ mayEdit: false }, { mayTimes: false }, { closed: () => 'submitted' as const }])
      assert.equal(movable({}, rights), false)
    assert.equal(movable({}, { closed: () => 'submitted', passesClosed: true }), true)
    assert.equal(movable({}, { closed: () => 'approved', passesClosed: true }), false)
    const [running] = timedOf([sheet('2026-11-18T09:00:00-07:00', '')], now, allowed)
    assert.deepEqual([running!.span.end, running!.isMovable], [local('18 10:20'), false])
  })

  test('a dragged entry follows the arrow keys', () => {
    assert.deepEqual(dragBy('ArrowDown', false), { grip: 'move', days: 0, minutes: 5 })
    assert.deepEqual(dragBy('ArrowLeft', false), { grip: 'move', days: -1, minutes: 0 })
    assert.deepEqual(dragBy('ArrowUp', true), { grip: 'end', days: 0, minutes: -5 })
    assert.deepEqual([dragBy('ArrowRight', true), dragBy('a', false)], [undefined, undefined])
  })
})

/** Whole numbers below a limit, the same ones for the same seed. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}
