import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeOf, latestDays, withDay } from '../../web/pages/settings/pattern_form.ts'

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
})
