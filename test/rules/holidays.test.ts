import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../src/rules/refusals/index.ts'
import {
  calendarOfGroup,
  datesOfDay,
  differingDates,
  type HolidayCalendar,
  holidayProblem,
  isPaidDate,
  mergedByDate,
} from '../../src/rules/time/holidays.ts'

const calendar = (id: number, more: Partial<HolidayCalendar> = {}): HolidayCalendar => ({
  ...{ id, name: `Calendar ${id}`, is_default: false, group_ids: [], pay: null, holidays: [] },
  ...more,
})

const spans: [string, string, number, string[]][] = [
  ['a day', '2026-12-25 00:00:00', 24, ['2026-12-25']],
  ['a day on which the clocks change', '2026-10-25 00:00:00', 25, ['2026-10-25']],
  ['a span of three days', '2026-01-28 00:00:00', 72, ['2026-01-28', '2026-01-29', '2026-01-30']],
  ['a day that begins at six in the evening before', '2026-04-02 00:00:00 -0600', 24, ['2026-04-02']],
  [
    'a span of such days that ends at noon',
    '2026-03-20 00:00:00 -0600',
    90,
    ['2026-03-20', '2026-03-21', '2026-03-22'],
  ],
  ['an afternoon', '2026-12-24 14:00:00', 10, []],
  ['a half day', '2026-03-08 12:00:00', 12, []],
  ['a date that does not exist', '2026-02-30 00:00:00', 24, []],
]
for (const [what, start, hours, dates] of spans)
  test(`${what} is a holiday on ${dates.join(', ') || 'no date'}`, () => {
    assert.deepEqual(
      datesOfDay({ start, hours, name: 'Day' }),
      dates.map((date) => ({ date, name: 'Day' })),
    )
  })

test('holidays on the same date become one, and all are sorted by date', () => {
  const holidays = [
    { date: '2026-04-06', name: 'Self Determination Day' },
    { date: '2026-01-01', name: 'New Year’s Day' },
    { date: '2026-04-06', name: 'Easter Monday' },
    { date: '2026-04-06', name: 'Easter Monday' },
  ]
  assert.deepEqual(mergedByDate(holidays), [
    { date: '2026-01-01', name: 'New Year’s Day' },
    { date: '2026-04-06', name: 'Self Determination Day / Easter Monday' },
  ])
})

const problems: [string, string, RegExp | undefined][] = [
  ['2026-12-25', 'Christmas Day', undefined],
  ['2026-02-29', 'Leap Day', /^date: must be a date/],
  ['25.12.2026', 'Christmas Day', /^date: must be a date/],
  ['1999-12-25', 'Christmas Day', /^date: must be from 2000 to 2100/],
  ['2101-01-01', 'New Year’s Day', /^date: must be from 2000 to 2100/],
  ['2026-12-25', '  ', /^name: must be text of 1 to 100/],
  ['2026-12-25', 'x'.repeat(101), /^name: must be text of 1 to 100/],
]
for (const [date, name, problem] of problems)
  test(`the date ${date} with the name ${JSON.stringify(name.slice(0, 20))} is ${problem ? 'refused' : 'accepted'} as a holiday`, () => {
    if (problem) assert.match(textOf(holidayProblem({ date, name })!), problem)
    else assert.equal(holidayProblem({ date, name }), undefined)
  })

test('a group’s own holiday calendar comes before the default one', () => {
  const all = [calendar(1, { is_default: true }), calendar(2, { group_ids: [7] }), calendar(3)]
  assert.deepEqual(
    [0, 7, 8].map((group) => calendarOfGroup(all, group)?.id),
    [1, 2, 1],
  )
  assert.equal(calendarOfGroup(all.slice(1), 8), undefined)
})

test('holidays on weekends grant time off only if the calendar is set to', () => {
  const pay = { jobcode_id: 5, seconds: 28800, weekends: false }
  const [friday, saturday, sunday] = ['2026-07-03', '2026-07-04', '2026-07-05']
  const paid = (of: HolidayCalendar) => [friday, saturday, sunday].map((date) => isPaidDate(of, date!))
  assert.deepEqual(paid(calendar(1, { pay })), [true, false, false])
  assert.deepEqual(paid(calendar(1, { pay: { ...pay, weekends: true } })), [true, true, true])
  assert.deepEqual(paid(calendar(1)), [false, false, false])
})

test('two holiday calendars differ on the dates that are a holiday in only one of them', () => {
  const of = (...dates: string[]) => calendar(1, { holidays: dates.map((date) => ({ date, name: 'Day' })) })
  assert.deepEqual(differingDates(of('2026-01-01', '2026-05-01'), of('2026-05-01', '2026-02-01')), [
    '2026-01-01',
    '2026-02-01',
  ])
  assert.deepEqual(differingDates(undefined, of('2026-01-01')), ['2026-01-01'])
  assert.deepEqual(differingDates(undefined, undefined), [])
})
