import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeOf, daysText, latestDays, weekFrom, withDay } from '../../web/pages/settings/pattern_form.ts'

const monday = { day: 'mon', hours: 8 }
const friday = { day: 'fri', hours: 6 }

describe('the form of a working pattern', () => {
  test('the form of a working pattern shows the days chosen last, unless they have ended', () => {
    const patterns = [
      { from: null, days: [monday] },
      { from: '2026-03-01', days: [friday] },
    ]
    assert.deepEqual(latestDays({ patterns }), [friday])
    assert.equal(latestDays({ patterns: [{ from: null, to: '2026-03-01', days: [monday] }] }), null)
    assert.equal(latestDays({ patterns: [] }), null)
  })

  test('the form of a working pattern keeps days in the order of the week', () => {
    const both = withDay([friday], 'mon', { hours: 8 })
    assert.deepEqual(both, [monday, friday])
    assert.deepEqual(withDay(both, 'mon', { hours: 4 }), [{ day: 'mon', hours: 4 }, friday])
    assert.deepEqual(withDay(both, 'fri', undefined), [monday])
  })

  test('the form of a working pattern sends only what has changed', () => {
    const saved = { days: [monday], zone: null, share: null }
    assert.deepEqual(changeOf(saved, { ...saved, days: [{ ...monday }] }), {})
    assert.deepEqual(changeOf(saved, { days: null, zone: 'own', share: 50 }), {
      days: null,
      zone: 'own',
      full_time_share: 50,
    })
  })

  test('days of a pattern in a row with the same hours are said together, from the first day of the week', () => {
    const said = (days: string, weekStart = 0) => {
      const pattern = days.split(' ').map((one) => {
        const [day = '', hours = '8'] = one.split(':')
        return { day, hours: Number(hours) }
      })
      return daysText(pattern, weekStart, (seconds) => `${seconds / 3600} h`)
    }
    assert.equal(said('mon tue wed thu fri sat:4.5'), 'Monday to Friday 8 h, Saturday 4.5 h')
    assert.equal(said('tue thu sat:6'), 'Tuesday 8 h, Thursday 8 h, Saturday 6 h')
    assert.equal(said('sun mon sat'), 'Sunday, Monday 8 h, Saturday 8 h')
    assert.equal(said('sun mon fri sat', 6), 'Saturday to Monday 8 h, Friday 8 h')
    assert.equal(said('mon tue:4'), 'Monday 8 h, Tuesday 4 h')
    assert.deepEqual(weekFrom(1), [1, 2, 3, 4, 5, 6, 0])
  })
})
