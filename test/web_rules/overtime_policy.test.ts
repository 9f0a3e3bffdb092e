import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyFor } from '../../src/rules/overtime/policy.ts'
import { presets } from '../../src/rules/overtime/presets.ts'
import { writtenRules } from '../../src/rules/overtime/written.ts'
import { effectiveSettings } from '../../src/rules/settings/settings.ts'
import type { Owner } from '../../web/pages/timesheet/week/owner.ts'
import { policyOf, rulesIn, weekFirst, weekLimit } from '../../web/pages/timesheet/week/policy.ts'

test('the timesheet page reads the overtime policy as the server has it, also when its rules changed', () => {
  const { general } = effectiveSettings([])
  const versions = [
    { from: null, rules: 'california' },
    { from: '2026-03-11', rules: 'california' },
    { from: '2026-03-15', rules: 'federal' },
  ]
  const zone = 'America/Denver'
  const policy = policyFor(
    [
      {
        ...{ from: null, zone },
        general: { ...general.settings, pto_overtime: 1, pto_overtime_jobcodes: '7', overtime_stacking: 'highest' },
      },
      { from: '2026-03-15', general: { ...general.settings, shift_boundary: 'split', week_start: 1 }, zone },
    ],
    versions,
  )
  const counted = { time_off_jobcodes: null, stacking: 'sum' as const }
  const described = {
    ...{ user_id: 1, zone, settings: {}, overtime: writtenRules(policy.rules), rounding: [], job_pay: [] },
    ...{ week_start: 1, time_off_counts: false, from: '2026-03-15' },
    workdays: {
      ...{ zone, dates_differ: true, starts: 0, split: true, pause_hours: 4, fortnight_starts: '2026-01-04' },
      ...counted,
      holidays: [],
    },
    earlier: [
      {
        ...{ from: null, week_start: 0, time_off_counts: true },
        ...{ zone, dates_differ: true, starts: 0, split: false, pause_hours: 4, fortnight_starts: '2026-01-04' },
        ...{ time_off_jobcodes: [7], stacking: 'highest' as const },
      },
    ],
  } satisfies Owner['rules']
  assert.deepEqual(policyOf(described), { ...policy, holidays: new Set() })
  const names = (first: string) => rulesIn(described, first).map(({ name, from }) => `${name} ${from ?? ''}`.trim())
  assert.equal(names('2026-03-01').length, 5)
  assert.equal(names('2026-03-08').length, 10, 'the rules change within this week')
  const first = (date: string) => weekFirst(date, described)
  assert.deepEqual(['2026-03-14', '2026-03-15', '2026-03-16'].map(first), ['2026-03-08', '2026-03-09', '2026-03-16'])
  assert.deepEqual(names('2026-03-15'), ['weekly 2026-03-15'])
})

test('weekly overtime begins after the hours of the rules that the person has on that day', () => {
  const hours = (overtime: Owner['rules']['overtime'], day = '2026-03-10') => {
    const seconds = weekLimit({ overtime }, day)
    return seconds === undefined ? undefined : seconds / 3600
  }
  assert.equal(hours(writtenRules(presets.france)), 35)
  assert.equal(hours(writtenRules(presets.california)), 40)
  assert.equal(hours(writtenRules(presets.germany)), undefined)
  assert.equal(hours([]), undefined, 'someone who is exempt')
  const weekly = { name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 } as const
  const changing = [
    { ...weekly, until: '2026-03-15' },
    { ...weekly, after_hours: 38, from: '2026-03-15' },
  ]
  assert.deepEqual([hours(changing, '2026-03-14'), hours(changing, '2026-03-15')], [40, 38])
})
