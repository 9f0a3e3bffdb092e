import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changed,
  fieldsOf,
  filledFrom,
  firstForm,
  formOf,
  problemOf,
  type ShiftForm,
  savedText,
  spanOf,
  templateOf,
  templateProblem,
} from '../../web/pages/schedule/shift/shift_form.ts'
import type { Shift } from '../../web/pages/schedule/shift/shifts.ts'

const zone = 'America/Denver'
const date = '2026-11-18'
const hours = { business_hours_start: '07:00:00', business_hours_end: '15:30:00' }
const form = firstForm({ date, userId: 7 }, hours)

/** A night watch, from ten in the evening to six in the morning. */
const watch = {
  record: {
    ...{ jobcode_id: 3, all_day: false, title: 'Night watch', notes: '', location: 'Gate', color: '#BE0000' },
    ...{ start: '2026-11-18T22:00:00-07:00', end: '2026-11-19T06:00:00-07:00' },
  },
  ...{ people: [7, 8], zone },
  ...{ start: Date.UTC(2026, 10, 19, 5) * 1000, end: Date.UTC(2026, 10, 19, 13) * 1000 },
} as unknown as Shift

describe('the shift form', () => {
  test('the shift form opens with the company’s business hours, or 8 to 5', () => {
    assert.deepEqual([form.from, form.to, form.lastDate, [...form.people]], ['07:00', '15:30', date, [7]])
    const usual = firstForm({ date }, {})
    assert.deepEqual([usual.from, usual.to, [...usual.people]], ['08:00', '17:00', []])
    const overnight = firstForm({ date }, { business_hours_start: '22:00', business_hours_end: '06:00' })
    assert.equal(overnight.lastDate, '2026-11-19')
  })

  test('the shift form opens with an existing shift, or as a copy of another one', () => {
    const { title, date: on, from, lastDate, to } = firstForm({ shift: watch }, hours)
    assert.deepEqual([title, on, from, lastDate, to], ['Night watch', date, '22:00', '2026-11-19', '06:00'])
    assert.deepEqual(firstForm({ date: '2027-01-01', like: watch }, hours), formOf(watch))
  })

  test('the shift form moves the end along with the start', () => {
    const night = formOf(watch)
    assert.equal(changed(night, { date: '2026-11-20' }).lastDate, '2026-11-21')
    assert.equal(changed(night, { to: '23:30' }).lastDate, date)
    assert.equal(changed(form, { to: '06:00' }).lastDate, '2026-11-19')
    assert.equal(changed({ ...form, lastDate: '2026-11-21' }, { from: '09:00' }).lastDate, '2026-11-21', 'over days')
  })

  const wrong: [string, Partial<ShiftForm>, string | undefined][] = [
    ['has a day and both times', {}, undefined],
    ['has no day', { date: '' }, 'Enter a day and both times.'],
    ['has no end', { to: '' }, 'Enter a day and both times.'],
    ['ends before it starts', { lastDate: '2026-11-17' }, 'End time must be after start time.'],
    ['is too long', { lastDate: '2027-01-01' }, 'A shift can last up to 31 days.'],
    ['is all day and has no times', { allDay: true, from: '', to: '' }, undefined],
  ]
  for (const [what, patch, problem] of wrong)
    test(`a shift that ${what} is ${problem ? 'reported' : 'accepted'}`, () =>
      assert.equal(problemOf({ ...form, ...patch }, zone), problem))

  test('the shift form sends times in the person’s zone', () => {
    const { start, end, timezone, assigned_user_ids, title } = fieldsOf({ ...form, title: ' Roof ' }, zone)
    assert.deepEqual(
      [start, end, timezone, assigned_user_ids, title],
      ['2026-11-18T07:00:00-07:00', '2026-11-18T15:30:00-07:00', zone, [7], 'Roof'],
    )
    const day = fieldsOf({ ...form, allDay: true }, zone)
    assert.deepEqual([day.start, day.end], ['2026-11-18T00:00:00-07:00', '2026-11-19T00:00:00-07:00'])
  })

  test('a shift lasts from one clock time to the other, also in the night in which clocks go back', () => {
    const span = spanOf({ ...formOf(watch), date: '2026-10-31', lastDate: '2026-11-01' }, zone)!
    assert.equal((span.end - span.start) / 3600e6, 9)
  })

  const template = {
    ...{ jobcode_id: 3, all_day: false, start_time: '22:00', end_time: '06:00' },
    ...{ title: 'Night watch', notes: 'Two rounds', location: 'Gate', color: '#3F51B5' as const },
  }

  test('the shift form is filled from a template, except for the people and the day', () => {
    const filled = filledFrom({ ...form, notes: 'Typed' }, template, () => true)
    assert.deepEqual(filled, {
      ...{
        people: form.people,
        date,
        lastDate: '2026-11-19',
        from: '22:00',
        to: '06:00',
        allDay: false,
        jobcode_id: 3,
      },
      ...{ title: 'Night watch', notes: 'Two rounds', location: 'Gate', color: '#3F51B5' },
    })
    const early = { ...template, start_time: '06:00', end_time: '14:00' }
    assert.equal(filledFrom(filled, early, () => true).lastDate, date)
    assert.equal(filledFrom({ ...form, date: '', lastDate: '' }, template, () => true).lastDate, '')
    assert.equal(filledFrom(form, template, () => false).jobcode_id, 0, 'an archived job')
    const whole = filledFrom(filled, { ...template, all_day: true, start_time: null, end_time: null }, () => true)
    assert.deepEqual(
      [whole.allDay, whole.from, whole.to],
      [true, '22:00', '06:00'],
      'the times are there without all day',
    )
  })

  test('a shift can be saved as a template if it lasts at most 24 hours', () => {
    const filled = filledFrom(form, template, () => true)
    assert.deepEqual(templateOf({ ...filled, title: ' Night watch ' }), template)
    const whole = templateOf({ ...filled, allDay: true })
    assert.deepEqual(whole, { ...template, all_day: true, start_time: null, end_time: null })
    assert.equal(templateProblem(filled), undefined)
    assert.equal(templateProblem({ ...filled, to: '22:00' }), undefined, '24 hours')
    assert.equal(templateProblem({ ...filled, date: '', lastDate: '' }), undefined, 'not yet')
    const long = { ...filled, lastDate: '2026-11-20' }
    assert.equal(templateProblem(long), 'A template can last up to 24 hours.')
    assert.equal(templateProblem({ ...long, allDay: true }), undefined)
  })

  test('the shift form describes what was saved', () => {
    assert.equal(savedText(true, false), 'Draft saved. Only schedulers can see it.')
    assert.equal(savedText(false, false), 'Shift published.')
    assert.equal(savedText(false, true), 'Shift saved.')
  })
})
