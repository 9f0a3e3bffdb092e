import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyFor } from '../../src/rules/overtime/policy.ts'
import { writtenRules } from '../../src/rules/overtime/written.ts'
import { effectiveSettings } from '../../src/rules/settings.ts'
import type { Owner } from '../../web/pages/timesheet/owner.ts'
import { policyOf, rulesIn } from '../../web/pages/timesheet/policy.ts'

test('the page reads the policy that the server has, also when its rules changed', () => {
  const { general } = effectiveSettings([])
  const versions = [
    { from: null, rules: 'california' },
    { from: '2026-03-11', rules: 'california' },
    { from: '2026-03-15', rules: 'federal', split: true },
  ]
  const policy = policyFor({ ...general.settings, shift_boundary: 'split' }, versions, 'America/Denver')
  const { rules, weekStart, ptoCounts, pauseSeconds, anchor, splitFrom } = policy
  const described = {
    ...{ user_id: 1, zone: 'America/Denver', week_start: weekStart, settings: {}, time_off_counts: ptoCounts },
    overtime: writtenRules(rules),
    workdays: {
      ...{ zone: 'America/Denver', starts: 0, split: true, split_from: splitFrom ?? null, holidays: [] },
      ...{ pause_hours: pauseSeconds! / 3600, fortnight_starts: anchor ?? null },
    },
  } satisfies Owner['rules']
  assert.deepEqual(policyOf(described), { ...policy, holidays: new Set() })
  const names = (first: string) => rulesIn(described, first).map(({ name, from }) => `${name} ${from ?? ''}`.trim())
  assert.equal(names('2026-03-01').length, 5)
  assert.equal(names('2026-03-08').length, 10, 'the rules change within this week')
  assert.deepEqual(names('2026-03-15'), ['weekly 2026-03-15'])
})
