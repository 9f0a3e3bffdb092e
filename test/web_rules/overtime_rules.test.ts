import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleDetails } from '../../src/app_api/format.ts'
import { acceptRules } from '../../src/rules/overtime/contradictions.ts'
import { presets } from '../../src/rules/overtime/presets.ts'
import { writtenRules } from '../../src/rules/overtime/written.ts'
import {
  details,
  detailsOf,
  kinds,
  newRule,
  presetNames,
  ruleText,
  typedDetail,
  withDay,
  withDetail,
  withKind,
} from '../../web/pages/settings/overtime_rules.ts'

test('every overtime preset has a name, and its rules in words', () => {
  for (const [name, rules] of Object.entries(presets)) {
    assert.ok(presetNames[name], name)
    for (const rule of writtenRules(rules)) assert.match(ruleText(rule), /^(\+ \d+%|[\d.]+ ×) \S/)
  }
  const text = (name: keyof typeof presets) => writtenRules(presets[name]).map(ruleText)
  assert.deepEqual(text('germany'), ['+ 25% from 23:00 to 06:00, if over 2 hours'])
  assert.equal(text('kentucky')[0], '1.5 × over 0 hours on the seventh day in a row of a week over 40 hours')
  assert.equal(text('nevada')[0], '1.5 × over 8 hours in 24 hours from the start of work, paid less than 18 an hour')
  assert.equal(text('france')[2], '+ 100% May 1')
  assert.equal(text('australia_clerks').at(-1), '2 × within 10 hours of the previous shift, for the whole shift')
  assert.equal(text('australia_clerks')[5], '2 × Mon, Tue, Wed, Thu, Fri from 19:00 to 07:00, after 2 hours')
})

test('an overtime rule keeps only the properties of its kind', () => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
    assert.equal(acceptRules([withKind({ ...newRule(0), days: ['sun'], adds: true }, kind)]).length, 1, kind)
})

test('the days of an overtime rule are chosen one by one, and all seven are the same as none', () => {
  const rule = withKind(newRule(0), 'clock')
  const weekend = ['mon', 'tue', 'wed', 'thu', 'fri'].reduce((others, day) => withDay(others, day, false), rule)
  assert.deepEqual(weekend.days, ['sun', 'sat'])
  assert.deepEqual(withDay(weekend, 'wed', true).days, ['sun', 'wed', 'sat'])
  assert.equal(withDay(withDay(rule, 'mon', false), 'mon', true).days, undefined)
})

test('every property of an overtime rule has an input, for the kinds that may have it', () => {
  const typed = { number: '2.5', date: '2026-07-05', text: '05-01,12-25' }
  const others = ['days', 'start', 'end', 'adds', 'whole_shift']
  const known = details.map(({ key }) => key)
  assert.deepEqual([...known, ...others].sort(), Object.keys(ruleDetails).sort())
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const rule = withKind(newRule(0), kind)
    const offered = [...detailsOf(rule, 'kind'), ...detailsOf(rule, 'all')]
    for (const detail of details) {
      const changed = withDetail(rule, detail, typed[detail.input.type])
      const accepted = () => writtenRules(acceptRules([changed]))
      if (offered.includes(detail)) assert.deepEqual(accepted(), [changed], `${kind} ${detail.key}`)
      else assert.throws(accepted, new RegExp(`${detail.key} is only for rules`))
      assert.deepEqual(withDetail(changed, detail, ''), rule)
      assert.equal(String(typedDetail(changed, detail)), typed[detail.input.type])
    }
  }
})
