import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addsInVain } from '../../src/rules/overtime/contradictions.ts'
import { type Calendar, type Entry, overtime } from '../../src/rules/overtime/overtime.ts'
import { readAll, readRules } from '../../src/rules/overtime/written.ts'
import { addDays, instantOf, localDate } from '../../src/rules/time/calendar.ts'

// Rules for hours of the clock, days and holidays: how their hours are counted, and what several of them add. The week is
// that of Sunday, March 1, 2026, in Berlin; time is written as `Mon 22:00 5`, its hours last.

const zone = 'Europe/Berlin'
const sunday = '2026-03-01'
const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function worked(spans: readonly string[]): Entry[] {
  return spans.map((span, index): Entry => {
    const [day = '', clock = '', hours = ''] = span.split(' ')
    const [hour = '', minute = ''] = clock.split(':')
    const start = instantOf(addDays(sunday, names.indexOf(day)), Number(hour) * 3600 + Number(minute) * 60, zone)
    const seconds = Number(hours) * 3600
    const times = { start, end: start + seconds * 1e6, seconds }
    return { id: index + 1, date: localDate(start, zone), ...times, kind: 'work', jobcode_id: 1, manual: false }
  })
}

/** Hours by rule and multiplier, such as `{ 'night 1.5': 2 }`. */
function paid(
  spans: readonly string[],
  rules: readonly object[],
  more: Partial<Calendar> = {},
): Record<string, number> {
  const holidays = new Set(['2026-03-03'])
  const policy = { rules: readRules(rules), weekStart: 1, ptoCounts: false, zone, split: true, holidays, ...more }
  const found: Record<string, number> = {}
  for (const { rule, multiplier, seconds } of overtime(worked(spans), policy)) {
    const key = rule === null ? 'regular' : `${rule} ${multiplier}`
    found[key] = (found[key] ?? 0) + seconds / 3600
  }
  return found
}

const night = { name: 'night', kind: 'clock', after_hours: 0, multiplier: 1.5, start: '19:00', end: '07:00' }
const double = { ...night, name: 'double', after_hours: 2, multiplier: 2 }
const saturday = { name: 'saturday', kind: 'clock', days: ['sat'], start: '00:00', end: '24:00', multiplier: 1.25 }
const holiday = { name: 'holiday', kind: 'holiday', after_hours: 0, multiplier: 1.5 }

test('the hours of a rule are counted once, also where a dated setting of the person changes at midnight', () => {
  // Monday and Tuesday are paid by the same rules, which are there twice because something else has a new value.
  const rules = readAll(
    [night, double].flatMap((rule) => [
      { ...rule, until: '2026-03-03' },
      { ...rule, from: '2026-03-03' },
    ]),
  )
  for (const split of [true, false]) {
    const policy = { rules, weekStart: 1, ptoCounts: false, zone, split }
    const hours: Record<string, number> = {}
    for (const { rule, seconds } of overtime(worked(['Mon 22:00 1', 'Mon 23:30 1', 'Tue 1:00 3']), policy))
      hours[`${rule}`] = (hours[`${rule}`] ?? 0) + seconds / 3600
    assert.deepEqual(hours, { night: 2, double: 3 }, `split ${split}`)
  }
})

describe('the hours of a rule are counted once, from their first second', () => {
  const cases: [title: string, spans: string[], rules: object[], hours: Record<string, number>][] = [
    ['across midnight', ['Mon 22:00 5'], [night, double], { 'night 1.5': 2, 'double 2': 3 }],
    ['in two shifts of one night', ['Mon 20:00 1', 'Tue 5:00 2'], [night, double], { 'night 1.5': 2, 'double 2': 1 }],
    ['with a break at midnight', ['Mon 21:00 3', 'Tue 0:30 1'], [night, double], { 'night 1.5': 2, 'double 2': 2 }],
    ['again in the next night', ['Mon 22:00 3', 'Tue 22:00 3'], [night, double], { 'night 1.5': 4, 'double 2': 2 }],
    [
      'in the night before a workweek',
      ['Sun 22:00 3', 'Mon 1:00 1'],
      [night, double],
      { 'night 1.5': 2, 'double 2': 2 },
    ],
    [
      'of one day, whose hours end with it',
      ['Sat 20:00 4', 'Sun 0:00 4'],
      [{ ...saturday, after_hours: 3 }],
      { regular: 7, 'saturday 1.25': 1 },
    ],
    [
      'of a holiday, which is a date',
      ['Tue 20:00 6'],
      [{ ...holiday, after_hours: 1 }],
      { regular: 3, 'holiday 1.5': 3 },
    ],
    [
      'of a day of the year',
      ['Sun 22:00 4', 'Mon 22:00 4'],
      [{ ...night, name: 'day', dates: ['03-02'], after_hours: 1, start: '00:00', end: '24:00' }],
      { regular: 5, 'day 1.5': 3 },
    ],
  ]
  for (const [title, spans, rules, hours] of cases)
    test(`the hours of a rule are counted ${title}`, () => assert.deepEqual(paid(spans, rules), hours))

  test('it makes no difference when workdays start and whether shifts are split there', () => {
    for (const split of [true, false])
      for (const dayStart of [0, 4, 22, 23])
        for (const weekStart of [0, 1, 2])
          assert.deepEqual(
            paid(['Mon 22:00 5'], [night, double], { split, dayStart, weekStart }),
            { 'night 1.5': 2, 'double 2': 3 },
            `${split} ${dayStart} ${weekStart}`,
          )
  })
})

describe('what several rules add to one second', () => {
  const nights = { ...night, start: '22:00', end: '06:00', multiplier: 1.1, adds: true }
  const sundays = { name: 'sunday', kind: 'clock', after_hours: 0, days: ['sun'], start: '00:00', end: '24:00' }
  const more = { ...sundays, multiplier: 1.5, adds: true }
  const weekly = { name: 'weekly', kind: 'weekly', after_hours: 2, multiplier: 1.5 }
  const cases: [
    title: string,
    spans: string[],
    rules: object[],
    sum: Record<string, number>,
    highest: Record<string, number>,
  ][] = [
    [
      'a night into a holiday',
      ['Tue 20:00 6'],
      [nights, { ...holiday, adds: true }],
      { 'holiday 1.5': 2, 'night+holiday 1.6': 2, 'night 1.1': 2 },
      { 'holiday 1.5': 4, 'night 1.1': 2 },
    ],
    [
      'a night that ends a Sunday',
      ['Sun 20:00 6'],
      [nights, more],
      { 'sunday 1.5': 2, 'night+sunday 1.6': 2, 'night 1.1': 2 },
      { 'sunday 1.5': 4, 'night 1.1': 2 },
    ],
    [
      'overtime in a night of a Sunday',
      ['Sun 20:00 4'],
      [nights, more, weekly],
      { 'sunday 1.5': 2, 'weekly+night+sunday 2.1': 2 },
      { 'sunday 1.5': 2, 'weekly+sunday 2': 2 },
    ],
    [
      'a deeper night within the night',
      ['Mon 22:00 8'],
      [nights, { ...nights, name: 'deep', start: '00:00', end: '04:00', multiplier: 1.4 }],
      { 'night 1.1': 4, 'night+deep 1.5': 4 },
      { 'night 1.1': 4, 'deep 1.4': 4 },
    ],
    [
      'a higher addition after some hours',
      ['Mon 22:00 8'],
      [nights, { ...nights, name: 'long', after_hours: 4, multiplier: 1.4 }],
      { 'night 1.1': 4, 'night+long 1.5': 4 },
      { 'night 1.1': 4, 'long 1.4': 4 },
    ],
    [
      'additions on top of hours that are replaced',
      ['Tue 22:00 2'],
      [nights, { ...more, days: ['tue'] }, { ...holiday, multiplier: 2 }],
      { 'holiday+night+sunday 2.6': 2 },
      { 'holiday+sunday 2.5': 2 },
    ],
  ]
  for (const [title, spans, rules, sum, highest] of cases) {
    test(`all additions are paid for ${title}`, () => assert.deepEqual(paid(spans, rules), sum))
    test(`where a company chooses so, the highest addition is paid for ${title}`, () =>
      assert.deepEqual(paid(spans, rules, { stacking: 'highest' }), highest))
  }

  test('an addition that the highest one always hides is found', () => {
    const lower = { ...nights, name: 'lower', after_hours: 2, multiplier: 1.05 }
    const found = addsInVain(readRules([nights, lower]))
    assert.deepEqual([found?.rule.name, found?.hiddenBy.name], ['lower', 'night'])
    assert.equal(addsInVain(readRules([nights, { ...lower, multiplier: 1.2 }])), undefined)
    assert.equal(addsInVain(readRules([nights, more])), undefined)
  })
})
