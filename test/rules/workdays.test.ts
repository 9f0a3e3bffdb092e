import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry, Policy } from '../../src/rules/overtime/overtime.ts'
import { addPieces, daysAround, type Piece, startOfWorkday, workdayOf } from '../../src/rules/overtime/workdays.ts'
import { addDays, parseInstant } from '../../src/rules/time/calendar.ts'

// Workdays are stretches from an hour of the company's clocks to the same hour of the next day.

const basics = { rules: [], weekStart: 0, ptoCounts: false }

function piecesOf(worked: Entry, policy: Policy): Piece[] {
  const pieces: Piece[] = []
  addPieces(pieces, worked, policy)
  return pieces
}

function entry(from: string, to: string, more: Partial<Entry> = {}): Entry {
  const [start, end] = [parseInstant(from)!.instant, parseInstant(to)!.instant]
  const date = from.slice(0, 10)
  return { id: 1, date, start, end, seconds: (end - start) / 1e6, kind: 'work', jobcode_id: 1, manual: false, ...more }
}

test('a shift is split where a workday starts, also when the clocks change', () => {
  const cases: [zone: string, dayStart: number, from: string, to: string, Record<string, number>][] = [
    ['America/Los_Angeles', 0, '2026-03-07T23:00:00-08:00', '2026-03-08T07:30:00-07:00', { '03-07': 1, '03-08': 6.5 }],
    ['America/Los_Angeles', 0, '2026-10-31T23:00:00-07:00', '2026-11-01T07:30:00-08:00', { '10-31': 1, '11-01': 8.5 }],
    // Two o'clock does not exist on this day: the workday starts when the clocks jump over it.
    ['America/Los_Angeles', 2, '2026-03-07T23:00:00-08:00', '2026-03-08T07:30:00-07:00', { '03-07': 3, '03-08': 4.5 }],
    // One o'clock comes twice: the workday starts with the first.
    ['America/Los_Angeles', 1, '2026-10-31T23:00:00-07:00', '2026-11-01T07:30:00-08:00', { '10-31': 2, '11-01': 7.5 }],
    ['America/Los_Angeles', 2, '2026-10-31T23:00:00-07:00', '2026-11-01T07:30:00-08:00', { '10-31': 4, '11-01': 5.5 }],
    [
      'Australia/Lord_Howe',
      2,
      '2026-04-04T23:00:00+11:00',
      '2026-04-05T07:30:00+10:30',
      { '04-04': 3.5, '04-05': 5.5 },
    ],
    // Midnight does not exist in Santiago on September 6.
    ['America/Santiago', 0, '2026-09-05T22:00:00-04:00', '2026-09-06T03:00:00-03:00', { '09-05': 2, '09-06': 2 }],
    ['Europe/Berlin', 22, '2026-06-01T20:00:00+02:00', '2026-06-02T06:00:00+02:00', { '05-31': 2, '06-01': 8 }],
    ['UTC', 6, '2026-06-01T05:00:00Z', '2026-06-03T07:00:00Z', { '05-31': 1, '06-01': 24, '06-02': 24, '06-03': 1 }],
  ]
  for (const [zone, dayStart, from, to, expected] of cases) {
    const pieces = piecesOf(entry(from, to), { ...basics, zone, dayStart, split: true })
    assert.deepEqual(
      Object.fromEntries(pieces.map(({ day, seconds }) => [day.slice(5), seconds / 3600])),
      expected,
      `${zone} at ${dayStart}`,
    )
    assert.deepEqual(
      pieces.map(({ offset }) => offset),
      pieces.map((_, index) => pieces.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0)),
    )
  }
})

test('every workday of two years starts once, after the one before it', () => {
  for (const zone of ['America/Los_Angeles', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago', 'Pacific/Apia'])
    for (const dayStart of [0, 1, 2, 3, 23]) {
      const policy: Policy = { ...basics, zone, dayStart, split: true }
      for (let day = '2025-12-31'; day < '2028-01-01'; day = addDays(day, 1)) {
        const start = startOfWorkday(day, zone, dayStart)
        const hours = (startOfWorkday(addDays(day, 1), zone, dayStart) - start) / 3600e6
        assert.ok(hours >= 23 && hours <= 25, `${zone} ${day}: ${hours} h`)
        assert.equal(workdayOf({ start, date: '' }, start, policy), day)
        assert.equal(workdayOf({ start: start - 1e6, date: '' }, start - 1e6, policy), addDays(day, -1))
      }
    }
})

test('a shift stays whole unless the company splits shifts by then, and if it is manual or paid time off', () => {
  const night = entry('2026-06-01T22:00:00+02:00', '2026-06-02T06:00:00+02:00')
  const days = (worked: Entry, policy: Partial<Policy>) =>
    piecesOf(worked, { ...basics, ...policy }).map(({ day }) => day)
  const zone = 'Europe/Berlin'
  assert.deepEqual(days(night, { zone, split: true }), ['2026-06-01', '2026-06-02'])
  assert.deepEqual(days(night, { zone }), ['2026-06-01'])
  assert.deepEqual(days(night, { zone, dayStart: 23 }), ['2026-05-31'], 'it starts on the workday before')
  assert.deepEqual(
    days(night, { zone, split: true, from: '2026-06-02', earlier: [{ ...basics, zone }] }),
    ['2026-06-01'],
    'not yet',
  )
  assert.deepEqual(days({ ...night, manual: true }, { zone, split: true }), ['2026-06-01'], 'no times are known')
  assert.deepEqual(days({ ...night, kind: 'pto' }, { zone, split: true }), ['2026-06-01'], 'paid time off')
  // The company is in New York: for it, the shift lasts from four in the afternoon to midnight.
  assert.deepEqual(days(night, { zone: 'America/New_York', split: true }), ['2026-06-01'])
  assert.deepEqual(days(night, { zone: 'Asia/Tokyo', split: true }), ['2026-06-02'], 'five to one in the afternoon')
})

test('overtime depends on the days of its workweek, or of its 14 days with a rule for those', () => {
  const fortnight = { name: 'f', kind: 'fortnight', afterSeconds: 1, multiplier: 2, starts: '2026-03-04' } as const
  assert.deepEqual(daysAround('2026-03-10', basics), { first: '2026-03-08', last: '2026-03-14' })
  assert.deepEqual(daysAround('2026-03-10', { ...basics, rules: [fortnight] }), {
    first: '2026-03-04',
    last: '2026-03-17',
  })
  // Time on a seventh day may not count toward the 14 days, so those take whole workweeks.
  const seventh = { name: 's', kind: 'seventh_day', afterSeconds: 0, multiplier: 2 } as const
  assert.deepEqual(daysAround('2026-03-10', { ...basics, rules: [fortnight, seventh] }), {
    first: '2026-03-01',
    last: '2026-03-21',
  })
})
