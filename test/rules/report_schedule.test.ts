import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextSending, type ReportSchedule } from '../../src/rules/reports/schedule.ts'
import {
  datesOf,
  filtersSet,
  hoursQuestion,
  type RangeName,
  readRange,
  readView,
} from '../../src/rules/reports/view.ts'
import { printLocal } from '../../src/rules/time/calendar.ts'

const zone = 'America/Denver'
const weekly = { payroll_type: 'weekly', payroll_end_date: '2026-03-06' }

test('a report is sent at the next hour of its day, in the company’s zone', () => {
  const at = (iso: string) => Date.parse(iso) * 1000
  const table: [ReportSchedule['every'], weekday: number, hour: number, now: string, next: string][] = [
    ['daily', 0, 7, '2026-03-02T06:59:59-07:00', '2026-03-02T07:00:00-07:00'],
    ['daily', 0, 7, '2026-03-02T07:00:00-07:00', '2026-03-03T07:00:00-07:00'],
    // Clocks go forward on March 8: there is no 2:00.
    ['daily', 0, 7, '2026-03-07T08:00:00-07:00', '2026-03-08T07:00:00-06:00'],
    ['weekly', 1, 7, '2026-03-02T06:00:00-07:00', '2026-03-02T07:00:00-07:00'],
    ['weekly', 1, 7, '2026-03-02T09:00:00-07:00', '2026-03-09T07:00:00-06:00'],
    ['monthly', 0, 0, '2026-03-01T00:00:00-07:00', '2026-04-01T00:00:00-06:00'],
    ['pay_period', 0, 6, '2026-03-06T09:00:00-07:00', '2026-03-07T06:00:00-07:00'],
    ['pay_period', 0, 6, '2026-03-07T06:00:00-07:00', '2026-03-14T06:00:00-06:00'],
  ]
  for (const [every, weekday, hour, now, next] of table)
    assert.equal(printLocal(nextSending({ every, weekday, hour }, at(now), zone, weekly), zone), next)
})

test('the named ranges of reports follow the company’s week and pay period', () => {
  const table: [RangeName, string, string][] = [
    ['this-week', '2026-03-02', '2026-03-08'],
    ['last-week', '2026-02-23', '2026-03-01'],
    ['this-month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-period', '2026-02-28', '2026-03-06'],
    ['last-period', '2026-02-21', '2026-02-27'],
    ['last-14', '2026-02-19', '2026-03-04'],
  ]
  for (const [name, start, end] of table)
    assert.deepEqual(datesOf(name, '2026-03-04', { ...weekly, week_start: 1 }), { start, end }, name)
})

test('an address describes a view of a report, and invalid parts of it are ignored', () => {
  const search = new URLSearchParams('by=person&within=job&user=7&billable=maybe&job=x&group=3&money=no&range=never')
  const view = readView(search)
  assert.deepEqual([view.by, view.within, view.billable, view.job], ['person', 'job', '', ''])
  assert.deepEqual(filtersSet(view), ['group', 'user'])
  assert.equal(readRange(search).name, 'last-14')
  const dates = { start: '2026-03-01', end: '2026-03-07' }
  assert.deepEqual(hoursQuestion(view, dates, true), {
    ...{ start_date: '2026-03-01', end_date: '2026-03-07', group_by: 'person,job', sort: 'name' },
    ...{ user_ids: '7', group_ids: '3' },
  })
  const plain = readView(new URLSearchParams('by=day&within=day'))
  assert.equal(plain.within, '')
  assert.deepEqual(
    [hoursQuestion(plain, dates, true).money, hoursQuestion(plain, dates, false).money],
    ['yes', undefined],
  )
})
