import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptRules } from '../../src/rules/overtime/contradictions.ts'
import { policyFor, resolved, type Version, withVersion } from '../../src/rules/overtime/policy.ts'
import { reasonOf } from '../../src/rules/overtime/words.ts'
import { effectiveSettings } from '../../src/rules/settings/settings.ts'

const daily = { name: 'daily', kind: 'daily', after_hours: 8, multiplier: 1.5 }
const weekly = { name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 }
const night = { name: 'night', kind: 'clock', after_hours: 0, multiplier: 1.25, start: '22:00', end: '06:00' }
const sunday = { ...night, name: 'sunday', days: ['sun'], start: '00:00', end: '24:00' }
const holiday = { name: 'holiday', kind: 'holiday', after_hours: 0, multiplier: 2 }
const rest = { name: 'rest', kind: 'rest', after_hours: 11, multiplier: 1.5 }

describe('combinations of overtime rules', () => {
  const cases: [string, unknown[], RegExp][] = [
    [
      'the same rule twice',
      [daily, { ...daily, name: 'again' }],
      /rules daily and again would pay the same hours twice/,
    ],
    [
      'two rates for the same hours',
      [daily, { ...daily, name: 'other', multiplier: 2 }],
      /daily and other contradict each other: both.* 8 h/,
    ],
    [
      'a later threshold for less',
      [daily, { ...daily, name: 'late', after_hours: 10, multiplier: 1.25 }],
      /late contradicts rule daily/,
    ],
    [
      'a later threshold for the same',
      [{ ...weekly, after_hours: 50, name: 'late' }, weekly],
      /late contradicts rule weekly/,
    ],
    ['a shorter rest for less', [rest, { ...rest, name: 'short', after_hours: 8 }], /short contradicts rule rest/],
    ['overlapping hours', [night, sunday], /rules night and sunday overlap in time: both pay Sun 22:00/],
    [
      'hours that overlap across the end of the week',
      [
        { ...night, days: ['sat'] },
        { ...sunday, start: '05:00', end: '12:00' },
      ],
      /overlap in time: both pay Sun 05:00/,
    ],
    [
      'two additions for the same hours',
      [
        { ...night, adds: true },
        { ...night, name: 'more', multiplier: 1.5, adds: true },
      ],
      /night and more contradict each other: both apply at 0 hours/,
    ],
    [
      'two rules for one day of the year',
      [
        { ...sunday, name: 'may', days: undefined, dates: ['05-01'] },
        { ...sunday, name: 'holidays', days: undefined, dates: ['05-01', '12-25'] },
      ],
      /rules may and holidays overlap in time/,
    ],
    [
      'a holiday paid on top of itself',
      [holiday, { ...holiday, name: 'extra', multiplier: 1.5, adds: true }],
      /rules holiday and extra would pay the same hours twice: extra adds to what holiday pays/,
    ],
    [
      'the longer part of a holiday paid on top',
      [{ ...holiday, name: 'extra', after_hours: 8, multiplier: 1.5, adds: true }, holiday],
      /rules holiday and extra would pay the same hours twice/,
    ],
    [
      'a night paid on top of itself',
      [night, { ...night, name: 'extra', adds: true }],
      /rules night and extra would pay the same hours twice/,
    ],
    [
      'two rates for a holiday',
      [holiday, { ...holiday, name: 'other', multiplier: 3 }],
      /holiday and other contradict/,
    ],
    ['a rest of no hours', [{ ...rest, after_hours: 0 }], /rule rest would never apply: after_hours must be above 0/],
    [
      'more hours than the night has',
      [{ ...night, after_hours: 8 }],
      /rule night would never apply: after_hours must be less than the 8 hours between start and end/,
    ],
    [
      'only longer shifts than the night has',
      [{ ...night, over_hours: 8 }],
      /rule night would never apply: over_hours must be less than the 8 hours/,
    ],
  ]
  for (const [name, rules, message] of cases)
    test(`contradicting overtime rules are refused by name: ${name}`, () =>
      assert.throws(() => acceptRules(rules), message))

  const fine: [string, unknown[]][] = [
    ['double time later', [daily, { ...daily, name: 'double', after_hours: 12, multiplier: 2 }]],
    ['a longer rest for less', [rest, { ...rest, name: 'short', after_hours: 8, multiplier: 2 }]],
    ['hours that follow each other', [night, { ...night, name: 'evening', start: '18:00', end: '22:00' }]],
    ['holidays, and nights on top', [holiday, { ...night, adds: true }]],
    [
      'holidays paid another way from a date on',
      [
        { ...holiday, until: '2026-07-01' },
        { ...holiday, name: 'extra', adds: true, from: '2026-07-01' },
      ],
    ],
    ['nights, and Sundays on top', [night, { ...sunday, adds: true }]],
    [
      'additions that meet',
      [
        { ...night, adds: true },
        { ...sunday, adds: true },
      ],
    ],
    [
      'a higher addition after some hours',
      [
        { ...night, adds: true },
        { ...night, name: 'more', after_hours: 2, multiplier: 1.5, adds: true },
      ],
    ],
    [
      'days of the week, and a day of the year',
      [sunday, { ...sunday, name: 'may', days: undefined, dates: ['05-01'] }],
    ],
    ['the whole shift after a short rest', [rest, { ...rest, name: 'whole', whole_shift: true }]],
    [
      'one rule after the other',
      [
        { ...daily, until: '2026-07-01' },
        { ...daily, name: 'new', multiplier: 2, from: '2026-07-01' },
      ],
    ],
    ['another rate for low pay', [daily, { ...daily, name: 'low', multiplier: 2, pay_below: 18 }]],
  ]
  for (const [name, rules] of fine)
    test(`overtime rules may combine ${name}`, () => assert.equal(acceptRules(rules).length, rules.length))
})

test('an invalid overtime rule is refused by the property that is wrong', () => {
  const cases: [object, RegExp][] = [
    [{ ...night, start: '24:00' }, /rule 1: start must be a time such as 22:00/],
    [{ ...night, start: '22:00:30' }, /rule 1: start must be/],
    [{ ...night, end: undefined }, /rule 1: start and end are required/],
    [{ ...night, end: '22:00' }, /rule 1: start and end must differ/],
    [{ ...night, days: ['sunday'] }, /rule 1: days must be a list of sun, mon/],
    [{ ...night, days: [] }, /rule 1: days must be/],
    [{ ...night, days: ['sun', 'sun'] }, /rule 1: days must be/],
    [{ ...night, dates: ['5-1'] }, /rule 1: dates must be a list of days of the year such as 05-01/],
    [{ ...night, dates: ['02-30'] }, /rule 1: dates must be/],
    [{ ...night, dates: [] }, /rule 1: dates must be/],
    [{ ...daily, dates: ['05-01'] }, /rule 1: dates is only for rules of kind clock/],
    [{ ...daily, whole_shift: true }, /rule 1: whole_shift is only for rules of kind rest/],
    [{ ...rest, whole_shift: 'yes' }, /rule 1: whole_shift must be true or false/],
    [{ ...daily, days: ['sun'] }, /rule 1: days is only for rules of kind clock/],
    [{ ...weekly, adds: true }, /rule 1: adds is only for rules of kind clock, holiday/],
    [{ ...daily, week_over_hours: 40 }, /rule 1: week_over_hours is only for rules of kind seventh_day/],
    [{ ...weekly, kind: 'fortnight', after_hours: 337 }, /rule 1: after_hours must be a number from 0 to 336/],
    [{ ...weekly, kind: 'fortnight', fortnight_starts: 'Sunday' }, /rule 1: fortnight_starts must be a date/],
    [{ ...daily, from: '2026-02-30' }, /rule 1: from must be a date/],
    [{ ...daily, from: '2026-03-01', until: '2026-03-01' }, /rule 1: until must be after from/],
    [{ ...daily, pay_below: 0 }, /rule 1: pay_below must be an hourly rate above 0/],
  ]
  for (const [rule, message] of cases) assert.throws(() => acceptRules([rule]), message, JSON.stringify(rule))
})

test('the reason for overtime is its rule in words', () => {
  const words = (rule: object) => reasonOf(acceptRules([rule])[0]!)
  assert.equal(words(daily), 'over 8 h a day')
  assert.equal(words({ ...night, days: ['fri', 'sat'] }), 'Fri, Sat from 22:00 to 06:00')
  assert.equal(words(sunday), 'Sun')
  assert.equal(words({ ...sunday, days: undefined, dates: ['05-01', '12-25'] }), 'May 1, December 25')
  assert.equal(words({ ...holiday, after_hours: 2 }), 'over 2 h on a holiday')
  const seventh = { name: 's', kind: 'seventh_day', after_hours: 0, multiplier: 1.5, week_over_hours: 40 }
  assert.equal(words(seventh), 'seventh day in a row of a week over 40 h')
})

test('the overtime rules of a person, their group and the company follow each other in time', () => {
  const company: Version[] = [
    { from: null, rules: 'federal' },
    { from: '2026-06-01', rules: 'california' },
  ]
  const changed = (before: unknown, version: Version) => withVersion(before, version) as { versions: Version[] }
  const group = changed(undefined, { from: '2026-03-01', rules: 'alaska' }).versions
  assert.deepEqual(resolved([[], group, company]), [
    { from: null, rules: 'federal' },
    { from: '2026-03-01', rules: 'alaska' },
  ])
  const back = changed({ versions: group }, { from: '2026-05-01', rules: null }).versions
  assert.deepEqual(resolved([[], back, company]), [
    { from: null, rules: 'federal' },
    { from: '2026-03-01', rules: 'alaska' },
    { from: '2026-05-01', rules: 'federal' },
    { from: '2026-06-01', rules: 'california' },
  ])
  assert.equal(withVersion(back, { from: null, rules: 'none' }), 'none')
  assert.deepEqual(resolved([[], [], []]), [])
  const { general } = effectiveSettings([])
  const policy = policyFor(
    [{ from: null, general: general.settings, zone: 'America/Denver' }],
    resolved([back, [], []]),
  )
  assert.deepEqual(
    policy.rules.map(({ name, from, until }) => [name, from, until]),
    [
      ['weekly', undefined, '2026-03-01'],
      ['daily', '2026-03-01', '2026-05-01'],
      ['weekly', '2026-03-01', '2026-05-01'],
      ['weekly', '2026-05-01', undefined],
    ],
  )
})
