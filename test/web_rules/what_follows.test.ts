import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog } from '../../src/rules/settings/settings.ts'
import { followsOf } from '../../web/pages/settings/what_follows.ts'
import { hours, setClock } from '../../web/time.ts'

const written = { zone: 'America/Denver', hours }

/** The sentences of a section with the default settings and these. */
function follows(id: string, changed: Record<string, unknown> = {}): string[] {
  const defaults: Record<string, Record<string, { default: unknown }>> = catalog
  const read = (section: string, key: string) => changed[key] ?? defaults[section]?.[key]?.default
  return followsOf(id, read, written)
}

setClock('2026-11-28T19:05:00+00:00')

const cases: readonly [section: string, changed: Record<string, unknown>, sentences: readonly string[]][] = [
  ['pay-period', {}, ['Current period: Nov 22 – Dec 5, pay run from Dec 6.', 'The next one: Dec 6 – 19.']],
  [
    'pay-period',
    { payroll_type: 'weekly' },
    ['Current period: Nov 22 – 28, pay run from Nov 29.', 'The next one: Nov 29 – Dec 5.'],
  ],
  [
    'pay-period',
    { payroll_type: 'semimonthly', payroll_first_end_day: '15' },
    ['Current period: Nov 16 – 30, pay run from Dec 1.', 'The next one: Dec 1 – 15.'],
  ],
  ['time', { tz: 'America/Denver' }, ['It is 12:05 PM in Denver now.', 'This workweek: Nov 22 – 28.']],
  [
    'time',
    { tz: 'Europe/Berlin', time_format: 24, week_start: 1 },
    ['It is 20:05 in Berlin now.', 'This workweek: Nov 23 – 29.'],
  ],
  ['time', { tz: 'Somewhere' }, []],
  ['rounding', {}, ['Hours are paid as they were worked.']],
  ['rounding', { minutes: 15 }, ['8:07 AM – 3:53 PM (7:46) is paid as 8:00 AM – 4:00 PM (8:00).']],
  [
    'rounding',
    { minutes: 15, direction: 'down', of: 'day' },
    ['8:07 AM – 3:53 PM (7:46) is paid as 8:07 AM – 3:52 PM (7:45).'],
  ],
  ['clock', {}, []],
  [
    'clock',
    { clockout_override: 1, lunch_deduct: 1, lunch_length: 0.5, lunch_threshold: 6 },
    [
      'Someone who clocks in at 8:00 AM and forgets to clock out is clocked out at 8:00 PM.',
      'An entry of 7:00 h counts 6:30 h.',
    ],
  ],
  ['schedule', {}, ['A new shift is from 8:00 AM to 5:00 PM.']],
  ['profile', {}, []],
]

for (const [section, changed, sentences] of cases)
  test(`what follows from the settings of ${section} with ${JSON.stringify(changed)}`, () => {
    assert.deepEqual(
      follows(section, changed).map((text) => text.replaceAll(/[\u2009\u202f]/g, ' ')),
      sentences,
    )
  })
