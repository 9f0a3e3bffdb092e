import { loadSettings, settingsFor } from '../company/settings/settings.ts'
import type { ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { before, exactlyNumber, since } from '../engine/filters.ts'
import { keysOf } from '../rules/elements.ts'
import { seesOf, seesSection, sights } from '../rules/people/sight.ts'
import { type SectionName, type SettingOverride, type Settings, vendorSettings } from '../rules/settings/settings.ts'
import { printUtc } from '../rules/time/calendar.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { parameters, parseQuery, type Search } from '../wire/request.ts'
import type { User } from './users/record.ts'

/** 2001-01-01T12:00:00Z: the `last_modified` of a section that has never been changed. */
const untouched = Date.UTC(2001, 0, 1, 12) * 1000

const filters = {
  user_id: exactlyNumber('user_id', {
    about: 'Whose settings; your own if omitted, the company’s in a managed client.',
  }),
  modified_since: since(),
  modified_before: before(),
}

const section = {
  type: 'object',
  required: ['settings', 'last_modified'],
  properties: {
    settings: {
      type: 'object',
      description: 'Values by name.',
      additionalProperties: { type: ['string', 'number', 'object'] },
    },
    last_modified: { type: 'string', examples: ['2026-03-02T15:00:00+00:00'] },
  },
}

/** The description for the reference. */
export const effectiveSettingsEndpoint: Endpoint = {
  method: 'get',
  path: '/effective_settings',
  name: 'getEffectiveSettings',
  summary: 'Shows the settings of a user',
  about: 'The settings that apply to a user: those of the company, overridden by those of the group and of the user.',
  query: filters,
  answer: {
    type: 'object',
    required: ['results'],
    properties: {
      results: {
        type: 'object',
        required: ['effective_settings'],
        properties: {
          effective_settings: {
            type: 'object',
            description: 'By section.',
            additionalProperties: section,
            examples: [
              {
                general: {
                  settings: { tz: 'America/Denver', week_start: 0 },
                  last_modified: '2026-03-02T15:00:00+00:00',
                },
              },
            ],
          },
        },
      },
    },
  },
  statuses: { 304: '' },
}

/** The settings that apply to a person after cascading from the company, as JSON text by section. */
export async function effectiveSettings(search: Search, ctx: ReadContext): Promise<string> {
  const { values } = parseQuery(parameters(search), filters)
  const asked = values as { user_id?: number; modified_since?: number; modified_before?: number }
  const user = await person(asked.user_id, ctx)
  const sections = (await sectionsOf(user, ctx)).filter(
    ({ changed }) => changed >= (asked.modified_since ?? 0) && changed < (asked.modified_before ?? Infinity),
  )
  const printed = sections.map(({ name, settings, changed }) => [name, { settings, last_modified: printUtc(changed) }])
  return JSON.stringify({ results: { effective_settings: Object.fromEntries(printed) } })
}

/** When the user's own settings, as far as they may see them, last changed; undefined if never. */
export async function effectiveSettingsChanged(ctx: ReadContext): Promise<number | undefined> {
  const sections = await sectionsOf(await person(undefined, ctx), ctx)
  const newest = Math.max(...sections.map(({ changed }) => changed))
  return newest === untouched ? undefined : newest
}

/** Whose settings are requested; undefined, meaning the company's, if a managed client's request names no user. */
async function person(asked: number | undefined, { actor, company }: ReadContext): Promise<User | undefined> {
  if (asked === undefined && actor.home) return undefined
  const userId = asked ?? actor.userId
  await company.look('users', [userId])
  const user = company.get('users', userId)
  if (!user) throw new RequestError(417, 'no_such_user', { field: 'user_id', id: userId })
  if (!seesOf(actor, sights.effective_settings, user)) throw new RequestError(403, 'not_your_settings_to_see')
  return user
}

type Section = { name: SectionName; settings: Settings; changed: number }

/**
 * The sections the actor may see. If groups have their own settings, moving a person to another group also changes a
 * section, but is recorded only as a change to the person.
 */
async function sectionsOf(user: User | undefined, { actor, company }: ReadContext): Promise<Section[]> {
  await loadSettings(company)
  const overrides = company.valueNow<readonly SettingOverride[]>('settings')
  const byGroup = new Set(overrides.flatMap(({ scope, section }) => (scope === 'group' ? [section] : [])))
  const sections = settingsFor(company, user)
  return keysOf(sections).flatMap((name) => {
    const { settings, last_modified } = sections[name]
    if (!seesSection(actor, name)) return []
    const changed = Math.max(last_modified ?? untouched, user && byGroup.has(name) ? user.last_modified : untouched)
    return [{ name, settings: vendorSettings(name, settings), changed }]
  })
}
