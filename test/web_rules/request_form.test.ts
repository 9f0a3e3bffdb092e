import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { weekday } from '../../src/rules/time/calendar.ts'
import {
  daysOf,
  entriesOf,
  holidaysLeftOut,
  hoursShown,
  kindAmong,
  likelyKinds,
  newForm,
  nextWorkday,
  type PersonDays,
  problemsOf,
  type RequestForm,
  rangeOf,
  savedText,
  secondsOn,
  withFirstDay,
} from '../../web/pages/time_off/request_form.ts'
import { dateText, rangeText } from '../../web/time.ts'

const zone = 'America/Denver'
/** Monday to Friday, November 23 to 27, 2026, eight hours a day. */
const week: RequestForm = { ...newForm(7, '2026-11-23'), kind: 3, to: '2026-11-27' }
const part: RequestForm = { ...newForm(7, '2026-11-23'), kind: 3, part: true }
const eight = 8 * 3600
/** Monday to Friday for eight hours, without holidays, and days with a shift of four hours. */
const working = (shifts: string[] = [], holidays = new Map<string, string>()): PersonDays => ({
  expected: (date) => (shifts.includes(date) ? eight / 2 : weekday(date) % 6 === 0 || holidays.has(date) ? 0 : eight),
  usual: eight,
  holidays,
})
const none = working()
const problems = (form: RequestForm) => problemsOf(form, daysOf(form, none), zone)

describe('the time off request form', () => {
  test('the time off request form opens with one whole day, and no kind selected', () => {
    const form = newForm(7, '2026-11-19')
    assert.deepEqual(daysOf(form, none), ['2026-11-19'])
    assert.equal(secondsOn('2026-11-19', form, none, zone), eight)
    assert.equal(secondsOn('2026-11-19', { ...form, hours: '7:30' }, none, zone), 7.5 * 3600)
    assert.deepEqual(problems(form), { kind: 'Choose a type of time off.' })
  })

  test('the time off request form selects the first kind when the selected one is not available to the person', () => {
    assert.equal(kindAmong([{ id: 3 }, { id: 4 }], 4), 4)
    assert.equal(kindAmong([{ id: 3 }, { id: 4 }], 5), 3)
    assert.equal(kindAmong([{ id: 3 }], undefined), 3)
    assert.equal(kindAmong([], 3), undefined)
    assert.equal(kindAmong([{ id: 3 }, { id: 4 }], undefined, [9, 4]), 4)
  })

  test('the time off request form opens with the kind that was requested last, or that there is most of', () => {
    const balances = { 3: 0, 4: 3600, 5: 7200 }
    assert.deepEqual(likelyKinds([], balances), [5, 4])
    const requests = [
      { created: '2026-11-02T08:00:00-07:00', kinds: [3] },
      { created: '2026-10-02T08:00:00-07:00', kinds: [4] },
    ]
    assert.deepEqual(likelyKinds(requests, balances), [3, 5, 4])
  })

  test('the time off request form opens on the next working day', () => {
    assert.equal(nextWorkday('2026-11-18', none), '2026-11-19')
    assert.equal(nextWorkday('2026-11-20', none), '2026-11-23')
    assert.equal(nextWorkday('2026-11-25', working([], new Map([['2026-11-26', 'Thanksgiving']]))), '2026-11-27')
    assert.equal(nextWorkday('2026-11-25', { ...none, expected: () => 0 }), '2026-11-26')
  })

  test('the time off request form moves the last day along with the first, never back', () => {
    assert.deepEqual(withFirstDay(week, '2026-11-30'), { from: '2026-11-30', to: '2026-11-30' })
    assert.deepEqual(withFirstDay(week, '2026-11-20'), { from: '2026-11-20', to: '2026-11-27' })
    assert.deepEqual(withFirstDay({ ...week, to: '' }, '2026-11-20'), { from: '2026-11-20', to: '2026-11-20' })
    assert.deepEqual(withFirstDay(week, ''), { from: '', to: '2026-11-27' })
    assert.deepEqual(withFirstDay({ ...part, to: '2026-11-27' }, '2026-11-20'), {
      from: '2026-11-20',
      to: '2026-11-20',
    })
  })

  test('the time off request form covers a range of dates even while dates are missing', () => {
    const today = '2026-11-18'
    assert.deepEqual(rangeOf(week, today), { first: '2026-11-23', last: '2026-11-27' })
    assert.deepEqual(rangeOf({ ...week, part: true }, today), { first: '2026-11-23', last: '2026-11-23' })
    assert.deepEqual(rangeOf({ ...week, to: '' }, today), { first: '2026-11-23', last: '2026-11-23' })
    assert.deepEqual(rangeOf({ ...week, from: '', to: '' }, today), { first: today, last: today })
  })

  test('the time off request form waits for the year to be typed', () => {
    const typing = { ...week, from: '0002-11-23' }
    assert.deepEqual(rangeOf(typing, '2026-11-18'), { first: '2026-11-18', last: '2026-11-27' })
    assert.deepEqual(daysOf(typing, none), [])
    assert.deepEqual(daysOf({ ...week, to: '0202-11-23' }, none), [])
  })

  test('the time off request form selects Monday to Friday, days with a shift, and manually toggled days', () => {
    const weekend = { ...week, from: '2026-11-20', to: '2026-11-23' }
    assert.deepEqual(daysOf(weekend, none), ['2026-11-20', '2026-11-23'])
    assert.deepEqual(daysOf(weekend, working(['2026-11-21'])), ['2026-11-20', '2026-11-21', '2026-11-23'])
    const turned = new Set(['2026-11-20', '2026-11-22'])
    assert.deepEqual(daysOf({ ...weekend, turned }, none), ['2026-11-22', '2026-11-23'])
    const holidays = new Map([['2026-11-20', 'Founding Day']])
    assert.deepEqual(daysOf(weekend, working([], holidays)), ['2026-11-23'], 'a holiday is no day off')
    assert.deepEqual(holidaysLeftOut(weekend, working([], holidays)), [['2026-11-20', 'Founding Day']])
    const shift = working(['2026-11-20'], holidays)
    assert.deepEqual(daysOf(weekend, shift), ['2026-11-20', '2026-11-23'], 'except with a shift')
    assert.deepEqual(holidaysLeftOut(weekend, shift), [])
    assert.deepEqual(daysOf({ ...part, from: '2026-11-21' }, none), ['2026-11-21'], 'part of a Saturday')
    assert.equal(daysOf({ ...week, to: '2030-01-01' }, none).length, 263, 'at most a year is checked')
  })

  test('the time off request form accepts a week and part of a day', () => {
    assert.deepEqual([problems(week), problems(part)], [{}, {}])
  })

  const wrong: [string, RequestForm, Record<string, string>][] = [
    ['a missing kind', { ...week, kind: undefined }, { kind: 'Choose a type of time off.' }],
    [
      'missing days',
      { ...week, from: '', to: '' },
      { from: 'Enter the first day.', to: 'The last day can’t be before the first.' },
    ],
    ['days in the wrong order', { ...week, to: '2026-11-20' }, { to: 'The last day can’t be before the first.' }],
    [
      'a weekend without working days',
      { ...week, from: '2026-11-21', to: '2026-11-22' },
      { days: 'Choose at least one day.' },
    ],
    ['more than 100 days', { ...week, to: '2027-11-22' }, { to: 'Request up to 100 days at a time.' }],
    ['missing hours', { ...week, hours: '' }, { hours: 'Enter the hours per day, like 8 or 7:30.' }],
    ['more hours than a day has', { ...week, hours: '25' }, { hours: 'Enter the hours per day, like 8 or 7:30.' }],
    ['hours below a minute', { ...week, hours: '0:00' }, { hours: 'Enter the hours per day, like 8 or 7:30.' }],
    [
      'part of a day without an end',
      { ...part, end: '' },
      { end: 'Enter both times. The end must be after the start.' },
    ],
    [
      'a part that ends when it starts',
      { ...part, end: '13:00' },
      { end: 'Enter both times. The end must be after the start.' },
    ],
    [
      'a part that ends before it starts',
      { ...part, end: '12:00' },
      { end: 'Enter both times. The end must be after the start.' },
    ],
    [
      'part of a day without a date',
      { ...part, from: '' },
      { from: 'Enter the first day.', end: 'Enter both times. The end must be after the start.' },
    ],
  ]
  for (const [what, form, expected] of wrong)
    test(`the time off request form reports ${what}`, () => assert.deepEqual(problems(form), expected))

  test('the time off request form sends an entry for each day', () => {
    const form = { ...week, to: '2026-11-24', hours: '7.5' }
    const same = { duration: 27000, jobcode_id: 3, entry_method: 'manual' }
    assert.deepEqual(entriesOf(form, daysOf(form, none), none, zone), [
      { ...same, date: '2026-11-23' },
      { ...same, date: '2026-11-24' },
    ])
  })

  test('the time off request form counts each day with its own hours until others are typed', () => {
    // A part-timer who works on Tuesdays for 4 and on Thursdays for 6 hours.
    const own: PersonDays = {
      expected: (date) => [0, 0, 4, 0, 6, 0, 0][weekday(date)]! * 3600,
      usual: 5 * 3600,
      holidays: new Map(),
    }
    const lengths = (form: RequestForm) =>
      entriesOf(form, daysOf(form, own), own, zone).map(({ date, duration }) => [date, Number(duration) / 3600])
    const text = (seconds: number) => `${seconds / 3600} h`
    assert.deepEqual(lengths(week), [
      ['2026-11-24', 4],
      ['2026-11-26', 6],
    ])
    assert.equal(hoursShown(week, daysOf(week, own), own, text), '')
    const tuesday = { ...week, to: '2026-11-24' }
    assert.equal(hoursShown(tuesday, daysOf(tuesday, own), own, text), '4 h')
    const friday = { ...tuesday, turned: new Set(['2026-11-23']) }
    assert.deepEqual(lengths(friday), [
      ['2026-11-23', 5],
      ['2026-11-24', 4],
    ])
    assert.deepEqual(lengths({ ...week, hours: '3' }), [
      ['2026-11-24', 3],
      ['2026-11-26', 3],
    ])
  })

  test('the time off request form sends times in the person’s own zone for part of a day', () => {
    assert.deepEqual(entriesOf(part, daysOf(part, none), none, zone), [
      {
        entry_method: 'regular',
        jobcode_id: 3,
        duration: 4 * 3600,
        start_time: '2026-11-23T13:00:00-07:00',
        end_time: '2026-11-23T17:00:00-07:00',
      },
    ])
  })

  test('the time off request form describes what was saved', () => {
    const range = rangeText('2026-11-23', '2026-11-27')
    assert.equal(savedText(week, daysOf(week, none)), `Time off requested: ${range}.`)
    const day = dateText('2026-11-23')
    assert.equal(savedText({ ...week, approved: true }, ['2026-11-23']), `Time off added: ${day}.`)
  })
})
