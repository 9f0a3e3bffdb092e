import { type Static, Type } from 'typebox'
import { breakPremiumChoice, breakRulesChoice, breakSection } from '../../company/breaks/break_rules.ts'
import { changeSettings } from '../../company/settings/change_settings.ts'
import type { Wanted } from '../../company/settings/planned_changes.ts'
import { groupOf, loadSettings, type Scope, settingsSet } from '../../company/settings/settings.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { settingsEffects } from '../../reports/settings_effects.ts'
import { acceptBreakRules } from '../../rules/time/break_contradictions.ts'
import { type BreakRule, breakKinds, breakPay, breakPresets, premiumPer } from '../../rules/time/break_rules.ts'
import { changeFields, scopeOf, settingScope } from '../company/settings.ts'
import { effects } from '../company/settings_preview.ts'
import { type AppEndpoint, endpoint, readOrRefuse } from '../endpoint.ts'
import { nullable } from '../format.ts'

const hours = (description: string) => Type.Number({ description })

const rule = Type.Object(
  {
    name: Type.String({ description: 'Unique in its list: lowercase letters, digits and `_`.' }),
    kind: Type.Enum([...breakKinds]),
    minutes: Type.Number({ description: 'How long the break lasts.' }),
    pay: Type.Enum([...breakPay], { description: 'Which breaks count.' }),
    after_hours: hours('Due in a shift with more work than this.'),
    at_least: Type.Optional(Type.Boolean({ description: 'Also due in a shift with exactly that much work.' })),
    by_hours: Type.Optional(hours('The break must begin before more than this is worked.')),
    every_hours: Type.Optional(
      hours('One is due for every this many hours of work, and for a remainder of more than half of them.'),
    ),
    part_minutes: Type.Optional(
      Type.Number({ description: 'The break may be taken in parts of at least this length, which add up.' }),
    ),
    stretch_hours: Type.Optional(
      hours('No stretch of work in the shift is longer than this without a break, or a part of one.'),
    ),
    waivable_to_hours: Type.Optional(
      hours(
        'The most hours of work in a shift in which a person may waive the break; 0 for never, always if omitted. Beyond that, a waived break stays an issue for the approver, and its premium is paid.',
      ),
    ),
    waivable_after: Type.Optional(
      Type.String({ description: 'It may be waived only if the break of this rule, which comes before, was taken.' }),
    ),
    premium_minutes: Type.Optional(
      Type.Number({ description: 'What is paid if the break was not provided and the premium is on; 60 if omitted.' }),
    ),
    premium_per: Type.Optional(
      Type.Enum([...premiumPer], {
        description: '`day`, as if omitted: once a day for each kind of break. `break`: for every break.',
      }),
    ),
    premium_worked: Type.Optional(
      Type.Boolean({ description: 'It is paid as time worked, so it counts toward overtime.' }),
    ),
  },
  { additionalProperties: false },
)

const rules = Type.Array(rule)

const chosen = {
  for: Type.Enum(['company', 'group', 'user']),
  id: Type.Integer({ description: 'The group or user; 0 for the company.' }),
  rules: nullable(
    Type.Union([Type.String(), rules], {
      description: 'The name of a preset or a list of rules, as chosen at this level; null if nothing is chosen.',
    }),
  ),
  premium: nullable(
    Type.Boolean({
      description:
        'Whether breaks not provided are paid, as their rules say, or else with an hour; null if nothing is chosen at this level.',
    }),
  ),
}

const asked = Type.Object({
  ...settingScope,
  rules: Type.Optional(
    Type.Union([Type.Null(), Type.String(), rules], {
      description: 'The name of a preset, a list of rules, or null to remove the choice.',
    }),
  ),
  premium: Type.Optional(
    Type.Union([Type.Null(), Type.Boolean()], {
      description:
        'True: the payroll report counts an hour for each day and kind of break that was not provided, or what its rule says. Null removes the choice.',
    }),
  ),
  from: changeFields.settings_from,
  alters_approved: changeFields.alters_approved,
})

/** The meal and rest breaks that are due, by company, group and user. */
export const breakRuleEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/break_rules',
    about: 'Shows which meal and rest breaks are due, as chosen for the company, a group or a user.',
    who: 'administrators',
    query: Type.Object(settingScope),
    answer: Type.Object({ ...chosen, presets: Type.Record(Type.String(), rules, { description: 'Rules by name.' }) }),
    run: async ({ company, query }) => ({
      ...(await shown(company, scopeOf(query))),
      presets: Object.fromEntries(Object.entries(breakPresets).map(([name, list]) => [name, [...list]])),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/break_rules',
    about:
      'Chooses which meal and rest breaks are due. Breaks missed, late or short show up before time is approved. A user’s choice takes precedence over the group’s, and that over the company’s. Omitted values stay the same.',
    who: 'administrators',
    body: asked,
    answer: Type.Object(chosen),
    async run({ actor, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(changeSettings, { companyId: actor.companyId, author, ...wantedBy(body) }, now)
      return shown(await CompanySnapshot.of(actor.companyId, world.db.read), scopeOf(body))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/break_rules/preview',
    about:
      'Shows what a change of the breaks that are due, or of what is paid for them, would change in the current and the previous pay period. Nothing is saved.',
    who: 'administrators',
    body: asked,
    answer: effects,
    run: ({ actor, company, now, world, body }) =>
      settingsEffects(wantedBy(body), { actor, company, now }, world.db.read),
  }),
]

/** The requested change. Throws RequestError 417 for invalid rules. */
function wantedBy(body: Static<typeof asked>): Wanted {
  const { rules, premium, from, alters_approved = false } = body
  const changes = [
    ...(rules === undefined ? [] : [breakRulesChoice(checked(rules))]),
    ...(premium === undefined ? [] : [breakPremiumChoice(premium)]),
  ]
  return { ...scopeOf(body), changes, ...(from !== undefined && { from }), alters_approved }
}

function checked(given: string | readonly BreakRule[] | null): string | readonly BreakRule[] | null {
  if (given !== null) readOrRefuse(() => acceptBreakRules(given), 'rules')
  return given
}

/** Whether a stored setting chooses breaks: the name of a preset, or rules, which are checked before they are stored. */
function isWritten(stored: unknown): stored is string | BreakRule[] {
  return typeof stored === 'string' || Array.isArray(stored)
}

async function shown(company: CompanySnapshot, scope: Scope) {
  await loadSettings(company)
  await groupOf(company, scope)
  const set = settingsSet(company, scope).filter(({ section }) => section === breakSection)
  const at = (name: string) => set.find(({ key }) => key === name)?.value ?? null
  const [rules, premium] = [at('rules'), at('premium')]
  return {
    for: scope.scope,
    id: scope.scope_id,
    rules: isWritten(rules) ? rules : null,
    premium: premium === null ? null : premium === 1,
  }
}
