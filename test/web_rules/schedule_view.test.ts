import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Address, isNow, moved, readAddress, textOf, writeAddress } from '../../web/pages/schedule/view.ts'
import { dateText, rangeText, weekDates } from '../../web/time.ts'

const today = '2026-11-18'
const planner = { others: true, opensWith: 'all', today, narrow: false } as const
const worker = { others: false, opensWith: 'me', today, narrow: false } as const
const nothing = { group: 0, person: 0, job: 0 }
const read = (path: string, usual: Parameters<typeof readAddress>[2]) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const [, , view, date] = pathname.split('/')
  return readAddress({ ...(view && { view }), ...(date && { date }) }, searchParams, usual)
}

describe('the schedule’s URL', () => {
  test('the schedule’s URL defaults to this week, for planners of everyone', () => {
    assert.deepEqual(read('/schedule', planner), { view: 'week', date: today, who: 'all', filter: nothing })
    assert.deepEqual(read('/schedule', worker), { view: 'week', date: today, who: 'me', filter: nothing })
  })

  test('the schedule’s URL defaults to today if a week of everyone is too wide', () => {
    assert.equal(read('/schedule', { ...planner, narrow: true }).view, 'day')
    assert.equal(read('/schedule?who=me', { ...planner, narrow: true }).view, 'week')
    assert.equal(read('/schedule/month', { ...planner, narrow: true }).view, 'month')
  })

  test('the schedule’s URL shows others only to people who may see them', () => {
    assert.equal(read('/schedule?who=all', worker).who, 'me')
    assert.equal(read('/schedule?who=all', { ...worker, others: true }).who, 'all')
    assert.equal(read('/schedule?who=me', planner).who, 'me')
  })

  test('the schedule’s URL tolerates invalid views, dates and ids', () => {
    const address = read('/schedule/year/2026-13-45?group=x&job=7', planner)
    assert.deepEqual(address, { view: 'week', date: today, who: 'all', filter: { ...nothing, job: 7 } })
  })

  test('the schedule’s URL is written as it is read', () => {
    const address: Address = { view: 'day', date: '2026-12-24', who: 'me', filter: { ...nothing, group: 4 } }
    assert.equal(writeAddress(address, true), '/schedule/day/2026-12-24?who=me&group=4')
    assert.equal(writeAddress({ ...address, filter: nothing }, false), '/schedule/day/2026-12-24')
    assert.deepEqual(read(writeAddress(address, true), planner), address)
  })
})

describe('the visible part of the schedule', () => {
  const at = (view: Address['view'], date: string): Address => ({ view, date, who: 'me', filter: nothing })
  const week = weekDates(today, 0)

  test('the visible part of the schedule is named after its month, its first and last day, or its day', () => {
    assert.equal(textOf(at('month', today), week, false), dateText(today, { month: 'long', year: 'numeric' }))
    assert.equal(textOf(at('week', today), week, false), rangeText('2026-11-15', '2026-11-21'))
    for (const [narrow, style] of [
      [false, 'long'],
      [true, 'short'],
    ] as const)
      assert.equal(
        textOf(at('day', today), week, narrow),
        dateText(today, { weekday: style, month: style, day: 'numeric' }),
      )
  })

  test('the visible part of the schedule is current when today is in it', () => {
    assert.equal(isNow(at('month', '2026-11-01'), [], today), true)
    assert.equal(isNow(at('month', '2026-12-01'), [], today), false)
    assert.equal(isNow(at('week', '2026-11-15'), week, today), true)
    assert.equal(isNow(at('day', '2026-11-17'), week, today), false)
  })

  test('the visible part of the schedule moves by months, weeks and days', () => {
    assert.deepEqual(moved(at('month', '2026-01-31'), 1), '2026-02-28')
    assert.deepEqual(moved(at('week', today), -1), '2026-11-11')
    assert.deepEqual(moved(at('day', today), 1), '2026-11-19')
  })
})
