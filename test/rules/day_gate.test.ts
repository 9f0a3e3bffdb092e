import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DayFacts, isWorkInLeave, type Leave, leaveProblem } from '../../src/rules/time/day_gate.ts'
import { expectedWork } from '../../src/rules/time/expected_work.ts'
import { readDays, type WorkingPattern } from '../../src/rules/time/working_pattern.ts'

const date = '2026-11-24'
const day = Date.UTC(2026, 10, 24) * 1000
const hours = (count: number, more: Partial<Leave> = {}): Leave => ({
  date,
  seconds: count * 3600,
  paid: true,
  ...more,
})
const timed = (from: number, to: number): Leave =>
  hours(to - from, { start: day + from * 3600e6, end: day + to * 3600e6 })
const fact = (more: Partial<DayFacts> = {}): DayFacts => {
  return { expected: 8 * 3600, isChosen: true, holiday: undefined, allowsMore: false, ...more }
}

describe('time off on a day', () => {
  type Case = [string, Leave, Leave[], Partial<DayFacts>, string | undefined]
  const cases: Case[] = [
    ['a whole day fits a free day', hours(8), [], {}, undefined],
    ['a second whole day does not fit', hours(8), [hours(8)], {}, 'leave_twice'],
    ['two halves fit', hours(4), [hours(4)], {}, undefined],
    ['a half beside a whole day does not fit', hours(4), [hours(8)], {}, 'leave_twice'],
    ['two quarters and a half fit', hours(4), [hours(2), hours(2)], {}, undefined],
    ['the same morning twice does not fit', timed(8, 12), [timed(8, 12)], {}, 'leave_twice'],
    ['an overlapping morning does not fit', timed(8, 12), [timed(11, 13)], {}, 'leave_twice'],
    ['morning and afternoon fit', timed(13, 17), [timed(8, 12)], {}, undefined],
    ['a morning beside a whole day does not fit', timed(8, 12), [hours(8)], {}, 'leave_twice'],
    ['a whole day beside a morning does not fit', hours(8), [timed(8, 12)], {}, 'leave_twice'],
    ['two long halves are more than the day', timed(13, 18), [timed(8, 13)], {}, 'leave_beyond_day'],
    ['more hours than the day has do not fit', hours(10), [], {}, 'leave_beyond_day'],
    ['more hours fit where they are allowed', hours(10), [], { allowsMore: true }, undefined],
    ['a second whole day does not fit there either', hours(8), [hours(8)], { allowsMore: true }, 'leave_twice'],
    ['ten hours fit a day of ten', hours(10), [], { expected: 36000 }, undefined],
    ['eight hours are too many for a day of four', hours(8), [], { expected: 14400 }, 'leave_beyond_day'],
    ['a day off takes none', hours(8), [], { expected: 0 }, 'leave_on_day_off'],
    ['a day off takes some where that is allowed', hours(8), [], { expected: 0, allowsMore: true }, undefined],
    ['but not twice', hours(8), [hours(8)], { expected: 0, allowsMore: true }, 'leave_twice'],
    ['a paid holiday takes no paid time off', hours(8), [], { holiday: 'Thanksgiving' }, 'leave_on_holiday'],
    ['a paid holiday may take unpaid time off', hours(8, { paid: false }), [], { holiday: 'Thanksgiving' }, undefined],
    ['another day does not matter', hours(8), [hours(8, { date: '2026-11-25' })], {}, undefined],
  ]
  for (const [what, asked, others, facts, expected] of cases)
    test(`time off: ${what}`, () => assert.equal(leaveProblem(asked, others, fact(facts))?.kind, expected))

  test('time off that overlaps a night before is told apart by its times', () => {
    const night = hours(8, { date: '2026-11-23', start: day - 2 * 3600e6, end: day + 6 * 3600e6 })
    assert.equal(leaveProblem(timed(5, 9), [night], fact())?.kind, 'leave_twice')
    assert.equal(leaveProblem(timed(6, 10), [night], fact()), undefined)
  })

  test('work on a day with time off is too much by the hours of that day', () => {
    const isTooMuch = (work: number, leave: number, expected: number) =>
      isWorkInLeave(work * 3600, leave * 3600, { expected: expected * 3600 })
    assert.deepEqual([isTooMuch(1, 8, 8), isTooMuch(4.5, 4, 8), isTooMuch(8, 4, 8)], [true, false, true])
    assert.deepEqual([isTooMuch(3, 7, 10), isTooMuch(1, 9, 10), isTooMuch(4, 4, 4)], [false, true, true])
    assert.deepEqual([isTooMuch(4, 4, 0), isTooMuch(6, 4, 0)], [false, true])
  })

  test('the hours of a day are those of its shifts in a week with shifts, otherwise those of the pattern', () => {
    const days = readDays([{ day: 'tue', hours: 6 }])
    const pattern: WorkingPattern = { days, zone: 'UTC', dayStart: 0, weekStart: 0, share: 1, isChosen: true }
    const shift = { date: '2026-11-26', start: day + 58 * 3600e6, end: day + 62 * 3600e6 }
    const on = (at: string, shifts = [shift]) => expectedWork(() => pattern, shifts)(at) / 3600
    assert.deepEqual([on(date, []), on('2026-11-26', [])], [6, 0])
    assert.deepEqual([on(date), on('2026-11-26'), on('2026-12-01')], [0, 4, 6])
  })
})
