import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Counted,
  countedSeconds,
  type DayRule,
  dayRuleOf,
  grows,
  thisWeek,
  today,
} from '../../src/rules/time/today.ts'

// The night from Saturday, 2026-02-28 at 22:00 to Sunday at 07:00, in Denver. The workweek starts on Sunday.
const zone = 'America/Denver'
const at = (text: string) => Date.parse(`${text}:00-07:00`) * 1000
const night = (end: string | null): Counted => ({
  date: '2026-02-28',
  start: at('2026-02-28T22:00'),
  end: end === null ? null : at(end),
  duration: end === null ? 0 : (at(end) - at('2026-02-28T22:00')) / 1e6,
  manual: false,
})
const daily: DayRule = { split: false, dayStart: 0, weekStart: 0, zone, datesDiffer: false }
const hours = (rule: DayRule, entry: Counted, now: number) =>
  [today, thisWeek].map((range) => countedSeconds([entry], range(now, rule), rule, now) / 3600)

describe('the hours of today and this week', () => {
  const cases: [string, Partial<DayRule>, string, [number, number]][] = [
    ['the hours of a night are all of Saturday before midnight', {}, '2026-02-28T23:00', [1, 1]],
    ['no hour of a night that is not split is of Sunday after midnight', {}, '2026-03-01T07:00', [0, 0]],
    [
      'the hours of a night that is not split are of Saturday until 6:00 with workdays from 6:00',
      { dayStart: 6 },
      '2026-03-01T05:00',
      [7, 7],
    ],
    [
      'the hours of a night that is not split are yesterday’s after 6:00 with workdays from 6:00',
      { dayStart: 6 },
      '2026-03-01T07:00',
      [0, 0],
    ],
    [
      'a workweek from Saturday has all hours of a night that is not split',
      { weekStart: 6 },
      '2026-03-01T07:00',
      [0, 9],
    ],
    ['Sunday has the hours after midnight of a night that is split', { split: true }, '2026-03-01T07:00', [7, 7]],
    [
      'a workweek from Saturday has all hours of a night that is split',
      { split: true, weekStart: 6 },
      '2026-03-01T07:00',
      [7, 9],
    ],
    [
      'Sunday has the hours after 6:00 of a night that is split there',
      { split: true, dayStart: 6 },
      '2026-03-01T07:00',
      [1, 1],
    ],
  ]
  for (const [what, more, now, expected] of cases)
    test(`${what}, the same before and after clocking out`, () => {
      const rule = { ...daily, ...more }
      assert.deepEqual(hours(rule, night(null), at(now)), expected)
      assert.deepEqual(hours(rule, night(now), at(now)), expected)
      // One more second on the clock shows where the running time counts.
      const later = countedSeconds([night(null)], today(at(now), rule), rule, at(now) + 1e6)
      assert.equal(grows(night(null), today(at(now), rule), rule), later > expected[0] * 3600)
    })

  test('manual hours count on their date, and those of later days do not count yet', () => {
    const rule = { ...daily, split: true, dayStart: 6 }
    const manual = (date: string) => ({ date, start: at(`${date}T08:00`), end: at(`${date}T09:00`), manual: true })
    const entries = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((date) => ({
      ...manual(date),
      duration: 3600,
    }))
    const now = at('2026-03-02T12:00')
    const sum = (range: ReturnType<typeof today>) => countedSeconds(entries, range, rule, now)
    assert.deepEqual([sum(today(now, rule)), sum(thisWeek(now, rule))], [3600, 7200])
  })

  test('the zone of the working pattern counts, however workdays are divided', () => {
    const zones = { own: 'Asia/Tokyo', pattern: zone }
    const usual = { split: false, dayStart: 0, weekStart: 0, zone, datesDiffer: true }
    assert.deepEqual(dayRuleOf({ week_start: 1 }, zones), { ...usual, weekStart: 1 })
    assert.deepEqual(dayRuleOf({ shift_boundary: 'split' }, zones), { ...usual, split: true })
    assert.deepEqual(dayRuleOf({ workday_start: '6' }, zones), { ...usual, dayStart: 6 })
    assert.equal(dayRuleOf({}, { own: zone, pattern: zone }).datesDiffer, false)
  })

  test('a morning in Sydney belongs to the day before if the pattern is of Denver', () => {
    const rule = { ...daily, datesDiffer: true }
    const start = at('2026-03-01T15:00')
    const morning = { date: '2026-03-02', start, end: start + 7200e6, duration: 7200, manual: false }
    assert.equal(countedSeconds([morning], today(start, rule), rule, start), 7200)
    assert.equal(today(start, rule).first, '2026-03-01')
  })

  test('an hour that clocks show twice does not end the new day again', () => {
    // Clocks go back from 2:00 to 1:00 on 2026-11-01.
    const rule = { ...daily, split: true, dayStart: 2 }
    const second = Date.parse('2026-11-01T01:30:00-07:00') * 1000
    assert.equal(today(second, rule).first, '2026-10-31')
    assert.equal(today(second + 3600e6, rule).first, '2026-11-01')
  })
})
