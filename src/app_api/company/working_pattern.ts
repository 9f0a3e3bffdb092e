import { type Static, Type } from 'typebox'
import { changeSettings } from '../../company/settings/change_settings.ts'
import type { Wanted } from '../../company/settings/planned_changes.ts'
import { groupOf, loadSettings, type Scope, zoneFor } from '../../company/settings/settings.ts'
import {
  daysChoice,
  patternOf,
  patternSetAt,
  patternsChoice,
  shareChoice,
  zoneChoice,
} from '../../company/settings/working_pattern.ts'
import { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { settingsEffects } from '../../reports/settings_effects.ts'
import { localDate } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, readOrRefuse } from '../endpoint.ts'
import { nullable, patternDay, workingPattern, writtenPattern } from '../format.ts'
import { changeFields, scopeOf, settingScope } from './settings.ts'
import { effects } from './settings_preview.ts'

const days = Type.Array(patternDay)

const dated = Type.Object(
  {
    from: nullable(Type.String({ description: 'The first day; null for always.' })),
    to: Type.Optional(Type.String({ description: 'The last day; by default, the day before the next pattern.' })),
    days,
  },
  { additionalProperties: false },
)

const zone = 'IANA time zone, or `own`: the person’s own zone'
const chosen = {
  for: Type.Enum(['company', 'group', 'user']),
  id: Type.Integer({ description: 'The group or user; 0 for the company.' }),
  patterns: Type.Array(dated, { description: 'The days chosen at this level, oldest first; empty if none are.' }),
  zone: nullable(Type.String({ description: `${zone}; null if nothing is chosen.` })),
  full_time_share: nullable(Type.Number({ description: 'In percent; null if nothing is chosen.' })),
  today: workingPattern,
}

const asked = Type.Object({
  ...settingScope,
  days: Type.Optional(
    Type.Union([Type.Null(), days], { description: 'The days worked from `from` on; null removes the choice.' }),
  ),
  patterns: Type.Optional(
    Type.Array(dated, {
      description: 'Instead of `days`: all patterns of this level, of which at most one may apply on a date.',
    }),
  ),
  zone: Type.Optional(
    nullable(
      Type.String({
        description: `${zone}. It decides to which day a second belongs. By default, a change applies from the next workweek if time is recorded; null removes the choice.`,
      }),
    ),
  ),
  full_time_share: Type.Optional(
    nullable(Type.Number({ description: 'Percent of full-time work; null removes the choice.' })),
  ),
  from: changeFields.settings_from,
  alters_approved: changeFields.alters_approved,
})

/** The working pattern of the company, a group or a user. */
export const workingPatternEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/working_pattern',
    about: 'Shows the days and hours that people work, as chosen for the company, a group or a user.',
    who: 'administrators',
    query: Type.Object(settingScope),
    answer: Type.Object(chosen),
    run: ({ company, query, now }) => shown(company, scopeOf(query), now),
  }),
  endpoint({
    method: 'PUT',
    path: '/working_pattern',
    about:
      'Chooses the days and hours that people work, the time zone of their days, and their full-time share. A user’s choice takes precedence over the group’s, and that over the company’s; without any, people work Monday to Friday for 8 hours. The start of workdays and workweeks are settings. Omitted values stay the same.',
    who: 'administrators',
    body: asked,
    answer: Type.Object(chosen),
    async run({ actor, world, now, body }) {
      const author = { userId: actor.userId, application: actor.application }
      await world.db.write(changeSettings, { companyId: actor.companyId, author, ...wantedBy(body) }, now)
      return shown(await CompanySnapshot.of(actor.companyId, world.db.read), scopeOf(body), now)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/working_pattern/preview',
    about:
      'Shows what a change of the working pattern would change in the current and the previous pay period. Nothing is saved.',
    who: 'administrators',
    body: asked,
    answer: effects,
    run: ({ actor, company, now, world, body }) =>
      settingsEffects(wantedBy(body), { actor, company, now }, world.db.read),
  }),
]

/** The requested change. Throws RequestError 417 for an invalid pattern. */
function wantedBy(body: Static<typeof asked>): Wanted {
  const { days, patterns, zone, full_time_share, from, alters_approved = false } = body
  if (days !== undefined && patterns) throw new RequestError(417, 'pattern_days_twice')
  const changes = readOrRefuse(() => [
    ...(days === undefined ? [] : [daysChoice(days)]),
    ...(patterns ? [patternsChoice(patterns)] : []),
    ...(zone === undefined ? [] : [zoneChoice(zone)]),
    ...(full_time_share === undefined ? [] : [shareChoice(full_time_share)]),
  ])
  return { ...scopeOf(body), changes, ...(from !== undefined && { from }), alters_approved }
}

async function shown(company: CompanySnapshot, scope: Scope, now: number) {
  await loadSettings(company)
  const group_id = await groupOf(company, scope)
  const id = scope.scope === 'user' ? scope.scope_id : 0
  const member = { id, group_id: scope.scope === 'group' ? scope.scope_id : group_id }
  const { patterns, ...own } = patternSetAt(company, scope)
  return {
    for: scope.scope,
    id: scope.scope_id,
    patterns: patterns.map(({ days, ...dates }) => ({ ...dates, days: [...days] })),
    ...own,
    today: writtenPattern(patternOf(member, company, localDate(now, zoneFor(company, member)))),
  }
}
