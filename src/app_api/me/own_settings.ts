import { type Static, Type } from 'typebox'
import { changeSettings } from '../../company/settings/change_settings.ts'
import { loadSettings, type SettingChange, settingsFor } from '../../company/settings/settings.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { mayChangeOwn } from '../../rules/people/access.ts'
import { readSetting } from '../../rules/settings/forms.ts'
import { type AppEndpoint, endpoint, readOrRefuse } from '../endpoint.ts'
import { nullable } from '../format.ts'

/** Settings that people change for themselves. */
export const ownSettingsBody = Type.Object({
  tz: Type.Optional(nullable(Type.String({ description: 'IANA time zone.' }))),
  language: Type.Optional(nullable(Type.String({ description: 'en, de, es or fr; "" for the browser’s.' }))),
  time_format: Type.Optional(nullable(Type.Integer({ description: '12 or 24.' }))),
})

/** The endpoint that changes them. */
export const ownSettingsEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'PUT',
    path: '/own_settings',
    about:
      'Changes your language, time format and time zone. Everyone may choose the language. For the rest, administrators always may; the settings `general.emp_panel` and, for the time zone, `general.emp_panel_tz` say whether others may. null restores the default.',
    who: 'everyone',
    body: ownSettingsBody,
    answer: Type.Object({
      changed: Type.Array(Type.String(), { description: 'Names of the settings that were sent.' }),
    }),
    async run({ actor, company, world, now, body }) {
      await world.db.write(changeSettings, await ownSettings(actor, company, body), now)
      return { changed: Object.keys(body) }
    },
  }),
]

/** The change of one's own settings, as `changeSettings` takes it. Throws RequestError 403, 417. */
export async function ownSettings(actor: Actor, company: CompanySnapshot, given: Static<typeof ownSettingsBody>) {
  if (actor.home) throw new RequestError(403, 'other_client_given')
  await loadSettings(company)
  await company.look('users', [actor.userId])
  const user = company.get('users', actor.userId)
  const general = settingsFor(company, user).general.settings
  if (given.tz !== undefined && !actor.isAdmin && !mayChangeOwn(general, 'tz'))
    throw new RequestError(403, 'own_time_zone_not_allowed')
  if (given.time_format !== undefined && !actor.isAdmin && !mayChangeOwn(general))
    throw new RequestError(403, 'own_profile_not_allowed')
  const changes = Object.entries(given).map(([key, value]): SettingChange => {
    if (value === null) return { section: 'general', key, value }
    return { section: 'general', key, value: readOrRefuse(() => readSetting('general', key, value), key) }
  })
  const { companyId, userId, application } = actor
  return { companyId, author: { userId, application }, scope: 'user', scope_id: userId, changes } as const
}
