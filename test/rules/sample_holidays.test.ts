import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, instantOf } from '../../src/rules/time/calendar.ts'
import { isClosed, makeHolidays } from '../../src/sample/holidays.ts'

const zone = 'America/Denver'
const holidaysAsOf = (today: string) =>
  makeHolidays({
    seed: 1,
    now: instantOf(today, 36_000, zone),
    zone,
    ownerId: 1,
    calendarId: 2,
    password: '',
    nextId: () => 7,
  })

test('the sample company’s calendar has the public holidays of the year', () => {
  const holidays = holidaysAsOf('2026-11-18')[1]![1]
  const of = (year: string) => holidays.map(({ date }) => String(date)).filter((date) => date.startsWith(year))
  assert.deepEqual(of('2026'), [
    ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-04'],
    ...['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
  ])
  assert.ok(isClosed('2026-11-26') && isClosed('2027-05-31') && !isClosed('2026-11-11'))
})

test('on any day of the year, the last four weeks of the sample company have a holiday, and each date occurs once', () => {
  for (let today = '2026-01-01'; today < '2027-01-01'; today = addDays(today, 1)) {
    const dates = holidaysAsOf(today)[1]![1].map(({ date }) => String(date))
    assert.ok(
      dates.some((date) => date <= today && date > addDays(today, -28)),
      today,
    )
    assert.equal(new Set(dates).size, dates.length)
  }
})
