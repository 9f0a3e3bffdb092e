import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakPresets } from '../../src/rules/time/break_rules.ts'
import { type BreakRule, changedRule, presetNames, ruleText } from '../../web/pages/settings/break_words.ts'

test('every break preset has a name, and its rules in words', () => {
  for (const [name, rules] of Object.entries(breakPresets)) {
    assert.ok(presetNames[name], name)
    for (const rule of rules) assert.match(ruleText(rule), /^(Meal|Rest) break of \d+ minutes/)
  }
  const [meal, second] = breakPresets.california_meals.map(ruleText)
  assert.equal(
    meal,
    'Meal break of 30 minutes, unpaid, in more than 5 hours of work; begins within 5 hours; may be waived in up to 6 hours of work',
  )
  assert.match(second!, /; may be waived in up to 12 hours of work, after meal was taken$/)
  assert.match(ruleText(breakPresets.colorado[1]!), /; 10 minutes of pay for each one missed; which count as work$/)
  assert.match(ruleText(breakPresets.eu[0]!), /; never more than 6 hours of work at a stretch; cannot be waived$/)
})

test('what depends on a cleared part of a break rule is cleared with it', () => {
  const rule: BreakRule = {
    ...{ name: 'meal', kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 5, by_hours: 5, stretch_hours: 6 },
    ...{
      waivable_to_hours: 12,
      waivable_after: 'first',
      premium_minutes: 10,
      premium_per: 'break',
      premium_worked: true,
    },
  }
  const without = (part: Partial<BreakRule>) => Object.keys(changedRule(rule, part)).sort().join(' ')
  const all = Object.keys(rule).sort()
  const others = (...gone: string[]) => all.filter((key) => !gone.includes(key)).join(' ')
  assert.equal(without({ waivable_to_hours: Number.NaN }), others('waivable_to_hours', 'waivable_after'))
  assert.equal(without({ premium_minutes: Number.NaN }), others('premium_minutes', 'premium_per', 'premium_worked'))
  assert.equal(without({ waivable_after: '' }), others('waivable_after'))
  assert.equal(
    without({ every_hours: 4 }),
    `${others('by_hours', 'stretch_hours')} every_hours`.split(' ').sort().join(' '),
  )
  assert.deepEqual(changedRule(rule, { waivable_to_hours: 0 }).waivable_to_hours, 0)
})
