import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, overtime, type Policy } from '../../src/rules/overtime/overtime.ts'
import { payrollTotals } from '../../src/rules/pay/payroll.ts'
import { shownSeconds, shownTime } from '../../src/rules/pay/shown_hours.ts'
import { growingWorked, shownWorked, weeklyRule } from '../../src/rules/time/worked.ts'

// Overtime over 8 hours a day. Of 7:00:40 and 9:00:31, regular are 15:00:40 and overtime 1:00:31, shown as 15:01 and
// 1:01, together 16:02; the sum of 16:01:11 would be 16:01.

const hour = 3600
const policy: Policy = {
  weekStart: 0,
  ptoCounts: false,
  rules: [{ name: 'daily', kind: 'daily', multiplier: 1.5, afterSeconds: 8 * hour }],
} as unknown as Policy
const days = {
  today: { first: '2026-11-18', last: '2026-11-18' },
  week: { first: '2026-11-15', last: '2026-11-18' },
}

function entryOn(date: string, seconds: number, id: number): Entry {
  const start = Date.parse(`${date}T08:00:00Z`) * 1000
  return { id, date, start, end: start + seconds * 1e6, seconds, kind: 'work', jobcode_id: 1, manual: false }
}

const range = { start_date: '2026-11-15', end_date: '2026-11-21' }

for (const [what, lengths] of [
  ['rounded down twice', [8 * hour + 4469, 8 * hour + 4469, 25]],
  ['rounded up twice', [7 * hour + 40, 9 * hour + 31]],
  ['on the clock for a while', [7 * hour + 40, 9 * hour + 31, 9 * hour + 31]],
] as const)
  test(`the hours worked this week equal the total of the timesheet when ${what}`, () => {
    const entries = lengths.map((seconds, index) => entryOn(`2026-11-${16 + index}`, seconds, index + 1))
    const shown = shownTime(overtime(entries, policy), entries, range, 60)
    const pay = (first: string, last: string) =>
      payrollTotals(shown.stretches, [], policy.rules, { start_date: first, end_date: last }).total_work_seconds
    const { day, week, byEntry } = shownWorked(entries, policy, days, 60)
    assert.deepEqual([day, week], [pay('2026-11-18', '2026-11-18'), pay(range.start_date, range.end_date)])
    assert.equal(
      byEntry.values().reduce((sum, seconds) => sum + seconds, 0),
      week,
    )
    // Off the clock, the board shows the same hours; on the clock, it does after each further minute.
    assert.deepEqual(growingWorked(entries, policy, days, 60, undefined), { day, week })
    if (lengths.length < 3) return
    const now = growingWorked(entries, policy, days, 60, 3)
    for (const more of [0, 29, 60, 601]) {
      const later = [...entries.slice(0, 2), entryOn('2026-11-18', lengths[2]! + more, 3)]
      assert.equal(
        shownSeconds(now.week + more, 60),
        shownWorked(later, policy, days, 60).week,
        `${more} seconds later`,
      )
    }
  })

test('hours that no other rule pays as well count toward the overtime of the week, and paid time off if the policy counts it', () => {
  const weekly = { name: 'weekly', kind: 'weekly', multiplier: 1.5, afterSeconds: 40 * hour } as const
  const entries = [
    entryOn('2026-11-16', 10 * hour, 1),
    entryOn('2026-11-17', 10 * hour, 2),
    { ...entryOn('2026-11-18', 8 * hour, 3), kind: 'pto' as const },
  ]
  const toward = (rules: Policy['rules'], ptoCounts = false) =>
    shownWorked(entries, { ...policy, rules, ptoCounts }, days, 60).toward / hour
  assert.equal(toward([...policy.rules, weekly]), 16)
  assert.equal(toward([...policy.rules, weekly], true), 24)
  const less = policy.rules.map((rule) => ({ ...rule, multiplier: 1.25 }))
  assert.equal(toward([...less, weekly]), 20)
  assert.equal(toward([weekly]), 20)
  const later = { ...weekly, name: 'later', afterSeconds: 38 * hour, from: '2026-11-20' }
  assert.equal(weeklyRule([weekly, later], '2026-11-19')?.name, 'weekly')
  assert.equal(weeklyRule([weekly, later], '2026-11-20')?.name, 'later')
  assert.equal(weeklyRule(policy.rules, '2026-11-20'), undefined)
})
