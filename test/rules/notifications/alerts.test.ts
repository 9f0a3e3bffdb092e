import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateTo } from '../../../src/company/translate.ts'
import { clockOutRecipients, clockOutWords, ownClockOutWords } from '../../../src/rules/notifications/clocked_out.ts'
import { isLong, longEntryWords } from '../../../src/rules/notifications/long_entry.ts'
import { notSubmittedWords, periodToSubmit } from '../../../src/rules/notifications/not_submitted.ts'
import { overtimeAlerts, overtimeWords } from '../../../src/rules/notifications/overtime.ts'
import { asksForApproval } from '../../../src/rules/notifications/submitted.ts'
import { type Entry, presets, type Rule } from '../../../src/rules/overtime/overtime.ts'
import { parseInstant } from '../../../src/rules/time/calendar.ts'

const denver = 'America/Denver'
const t = translateTo('en')
const at = (text: string, zone = denver) => parseInstant(text, { zone })!.instant

test('an entry is long after its hours of elapsed time, and the alert about it has when it began', () => {
  const start = at('2026-03-02T07:00:00')
  const table: [string, number, boolean][] = [
    ['2026-03-02T18:59:59', 12, false],
    ['2026-03-02T19:00:00', 12, true],
    ['2026-03-03T19:00:00', 12, true],
    ['2026-03-02T08:00:00', 1, true],
    ['2026-03-02T06:00:00', 1, false],
  ]
  for (const [now, hours, expected] of table) assert.equal(isLong(start, at(now), hours), expected, now)
  // Hours are elapsed time, not clock time.
  const evening = at('2026-03-07T20:00:00')
  assert.equal(isLong(evening, at('2026-03-08T08:00:00'), 12), false)
  assert.equal(isLong(evening, at('2026-03-08T09:00:00'), 12), true)
  const words = 'You have been on the clock for 12 hours, since Mon, Mar 2, 7:00 AM.'
  assert.ok(longEntryWords(start, at('2026-03-02T19:00:30'), denver, 12, t).startsWith(words))
  assert.ok(longEntryWords(start, at('2026-03-02T19:00:30'), 'Europe/Madrid', 24, t).includes('Mon, Mar 2, 15:00.'))
})

test('alerts are sent when overtime is near and when it is reached, by each rule', () => {
  const hours = (date: string, seconds: number, kind: Entry['kind'] = 'work'): Entry => {
    const start = at(`${date}T08:00:00`)
    return { id: start, date, start, end: start + seconds * 1e6, seconds, kind, jobcode_id: 0, manual: true }
  }
  const week = (length: number) => ['02', '03', '04', '05'].map((day) => hours(`2026-03-${day}`, length * 3600))
  const policyOf = (rules: (typeof presets)[keyof typeof presets]) => ({ rules, weekStart: 0, ptoCounts: false })
  const { federal, california } = presets
  const rest = [{ name: 'rest', kind: 'rest', afterSeconds: 11 * 3600, multiplier: 1.5 }] as const
  const shift = { ...hours('2026-03-05', 8 * 3600), manual: false, end: at('2026-03-06T00:00:00') }
  // Earlier time, rules, now, minutes that are near; alerts. The entry has been running since Friday at eight.
  const table: [string, readonly Entry[], typeof federal, string, number, string[]][] = [
    ['far', week(8), federal, '10:00', 60, []],
    [
      'near',
      week(9.5),
      federal,
      '09:10',
      60,
      ['overtime-near 2026-03-01: Maya has 39:10 hours this week; overtime begins at 40:00.'],
    ],
    [
      'an hour before',
      week(9.5),
      federal,
      '09:00',
      60,
      ['overtime-near 2026-03-01: Maya has 39:00 hours this week; overtime begins at 40:00.'],
    ],
    ['a minute earlier', week(9.5), federal, '08:58', 60, []],
    [
      'near is longer',
      week(9.5),
      federal,
      '08:58',
      90,
      ['overtime-near 2026-03-01: Maya has 38:58 hours this week; overtime begins at 40:00.'],
    ],
    [
      'reached',
      week(9.5),
      federal,
      '10:00',
      60,
      ['overtime 2026-03-01: Maya has reached 40:00 hours this week and is working overtime.'],
    ],
    [
      'long reached',
      week(12),
      federal,
      '08:00',
      60,
      ['overtime 2026-03-01: Maya has reached 40:00 hours this week and is working overtime.'],
    ],
    ['time off does not count', [...week(8), hours('2026-03-06', 28800, 'pto')], federal, '10:00', 60, []],
    [
      'a day',
      [],
      california,
      '15:30',
      60,
      ['overtime-near 2026-03-06: Maya has 7:30 hours today; overtime begins at 8:00.'],
    ],
    [
      'double time after a day of overtime',
      [],
      california,
      '19:30',
      60,
      [
        'overtime 2026-03-06: Maya has reached 8:00 hours today and is working overtime.',
        'overtime-near 2026-03-06: Maya has 11:30 hours today; double time begins at 12:00.',
      ],
    ],
    [
      'the seventh day',
      ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map((date) =>
        hours(date, 3600),
      ),
      california,
      '08:05',
      60,
      ['overtime 2026-03-06: Maya is working overtime: this is the seventh day in a row.'],
    ],
    [
      'rest',
      [shift],
      rest,
      '08:05',
      60,
      ['overtime 2026-03-06: Maya is working overtime: fewer than 11:00 hours since the previous shift.'],
    ],
    // A manual entry counts after the other entries of its day, and still counts for the week.
    [
      'manual time of the day',
      [...week(8), hours('2026-03-06', 6 * 3600)],
      federal,
      '09:30',
      60,
      ['overtime-near 2026-03-01: Maya has 39:30 hours this week; overtime begins at 40:00.'],
    ],
    ['no rules', week(12), [], '20:00', 60, []],
    ['clocks differ', week(9.5), federal, '07:58', 60, []],
  ]
  for (const [name, before, rules, now, minutes, expected] of table) {
    const weekStart = name === 'the seventh day' ? 6 : 0
    const running = {
      id: 1,
      date: '2026-03-06',
      start: at('2026-03-06T08:00:00'),
      kind: 'work',
      jobcode_id: 0,
    } as const
    const policy = { ...policyOf(rules), weekStart }
    const found = overtimeAlerts(before, running, policy, at(`2026-03-06T${now}:00`), minutes * 60)
    assert.deepEqual(
      found.map((alert) => `${alert.kind} ${alert.period}: ${overtimeWords('Maya', alert, t)}`),
      expected,
      name,
    )
  }
  const unpaid = { id: 1, date: '2026-03-06', start: at('2026-03-06T08:00:00'), kind: 'unpaid', jobcode_id: 5 } as const
  assert.deepEqual(overtimeAlerts(week(12), unpaid, policyOf(federal), at('2026-03-06T12:00:00'), 3600), [])
})

test('overtime alerts follow shifts that are split at midnight, and rules of other kinds', () => {
  const running = { id: 1, date: '2026-03-06', start: at('2026-03-06T20:00:00'), kind: 'work', jobcode_id: 0 } as const
  const basics = { weekStart: 0, ptoCounts: false, zone: denver, split: true }
  const rule = (kind: Rule['kind'], hours: number, more: Partial<Rule> = {}): Rule => ({
    ...{ name: kind, kind, afterSeconds: hours * 3600, multiplier: 1.5, ...more },
  })
  // The rule, now; alerts. The entry has been running since eight in the evening.
  const table: [Rule, string, string[]][] = [
    [rule('daily', 5), '2026-03-07T01:30:00', []],
    [
      rule('daily', 5),
      '2026-03-07T04:30:00',
      ['overtime-near 2026-03-07: Maya has 4:30 hours today; overtime begins at 5:00.'],
    ],
    [
      rule('consecutive', 5),
      '2026-03-07T01:30:00',
      ['overtime 2026-03-07: Maya has reached 5:00 hours in a row and is working overtime.'],
    ],
    [
      rule('clock', 0, { startMinute: 22 * 60, endMinute: 360, adds: true }),
      '2026-03-06T22:30:00',
      ['overtime 2026-03-06: Maya is working overtime: from 22:00 to 06:00.'],
    ],
    [
      rule('fortnight', 5, { starts: '2026-03-01' }),
      '2026-03-07T01:30:00',
      ['overtime 2026-03-01: Maya has reached 5:00 hours in these 14 days and is working overtime.'],
    ],
  ]
  for (const [rule, now, expected] of table)
    assert.deepEqual(
      overtimeAlerts([], running, { ...basics, rules: [rule] }, at(now), 3600).map(
        (alert) => `${alert.kind} ${alert.period}: ${overtimeWords('Maya', alert, t)}`,
      ),
      expected,
      `${rule.kind} ${now}`,
    )
  const { zone: _, ...unsplit } = { ...basics, rules: [rule('daily', 5)] }
  assert.equal(overtimeAlerts([], running, unsplit, at('2026-03-07T01:30:00'), 3600).length, 1)
})

test('a reminder to submit time is about the last pay period, from 9 in the morning of its day and for three days', () => {
  const weekly = { payroll_type: 'weekly', payroll_end_date: '2026-01-03' }
  const monthly = { payroll_type: 'monthly', payroll_month_end_day: '31' }
  // Settings, days, now, zone; the period.
  const table: [typeof weekly | typeof monthly, number, string, string, string | undefined][] = [
    [weekly, 1, '2026-03-08T08:59:59', denver, undefined],
    [weekly, 1, '2026-03-08T09:00:00', denver, '2026-03-01 2026-03-07'],
    [weekly, 1, '2026-03-11T08:59:59', denver, '2026-03-01 2026-03-07'],
    [weekly, 1, '2026-03-11T09:00:00', denver, undefined],
    [weekly, 3, '2026-03-09T12:00:00', denver, undefined],
    [weekly, 3, '2026-03-10T09:00:00', denver, '2026-03-01 2026-03-07'],
    // Longer after the end than the length of a period.
    [weekly, 10, '2026-03-17T09:00:00', denver, '2026-03-01 2026-03-07'],
    [weekly, 14, '2026-03-21T09:00:00', denver, '2026-03-01 2026-03-07'],
    [monthly, 2, '2026-04-02T09:00:00', denver, '2026-03-01 2026-03-31'],
    [monthly, 2, '2026-04-20T09:00:00', denver, undefined],
    [weekly, 1, '2026-04-05T09:00:00', 'Australia/Sydney', '2026-03-29 2026-04-04'],
    [weekly, 1, '2026-04-05T08:59:00', 'Australia/Sydney', undefined],
  ]
  for (const [settings, days, now, zone, expected] of table) {
    const period = periodToSubmit(at(now, zone), zone, settings, days)
    assert.equal(period && `${period.start} ${period.end}`, expected, `${now} ${zone}`)
  }
  assert.match(
    notSubmittedWords({ start: '2026-02-16', end: '2026-03-01' }, t),
    /^Your time from Mon, Feb 16 to Sun, Mar 1 is/,
  )
})

test('a person asks for approval by submitting time of their own that is not approved yet', () => {
  const dates = (submitted_to: string, approved_to = '2026-02-01') => ({ id: 7, submitted_to, approved_to })
  const self = { userId: 7, isAdmin: false }
  const table: [ReturnType<typeof dates>, ReturnType<typeof dates>, typeof self, boolean][] = [
    [dates('2026-02-01'), dates('2026-02-14'), self, true],
    [dates('2026-02-14'), dates('2026-02-14'), self, false],
    [dates('2026-02-14'), dates('2026-02-01'), self, false],
    [dates('2026-02-01'), dates('2026-02-14'), { userId: 8, isAdmin: false }, false],
    [dates('2026-02-01'), dates('2026-02-14'), { userId: 7, isAdmin: true }, false],
    [dates('2026-02-01'), dates('2026-02-14', '2026-02-14'), self, false],
  ]
  for (const [before, after, by, expected] of table)
    assert.equal(asksForApproval(before, after, by), expected, JSON.stringify([before, after, by]))
})

test('an automatic clock-out notifies the administrators and managers that the settings name, with the times of the entry', () => {
  const who = { administrators: [1, 2], managers: [2, 3] }
  const table: [number | string, number, number[]][] = [
    [0, 0, []],
    [1, 0, [1, 2]],
    ['1', 0, [1, 2]],
    [0, 1, [2, 3]],
    [1, 1, [1, 2, 3]],
  ]
  for (const [admin, mgrs, expected] of table)
    assert.deepEqual(
      clockOutRecipients({ clockout_override_notify_admin: admin, clockout_override_notify_mgrs: mgrs }, who),
      expected,
    )
  const closed = { start: at('2026-03-02T07:00:00'), end: at('2026-03-02T19:00:00') }
  assert.equal(
    ownClockOutWords(closed, denver, 12, t),
    'You did not clock out after Mon, Mar 2, 7:00 AM, so the entry was closed at 7:00 PM. Correct it if that is not when you left.',
  )
  const night = { start: at('2026-03-02T20:00:00'), end: at('2026-03-03T08:00:00') }
  assert.equal(
    clockOutWords('Maya Torres', night, denver, 24, t),
    'Maya Torres did not clock out after Mon, Mar 2, 20:00; the entry was closed at 08:00 on Tue, Mar 3.',
  )
})
