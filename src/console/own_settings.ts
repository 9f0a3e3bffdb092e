import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import { changeSettings, loadSettings, type SettingChange, settingsFor } from '../resources/settings.ts'
import type { User } from '../resources/users.ts'
import { readSetting } from '../rules/setting_forms.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'

/** What people set for themselves. */
export const ownSettingsEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'PUT',
    path: '/own_settings',
    about:
      'Changes your own clock (`time_format`, 12 or 24) and, where the company lets people (general.emp_panel_tz) or you are an administrator, your time zone. null takes back what you had set.',
    who: 'everybody',
    body: Type.Object({
      tz: Type.Optional(Type.Union([Type.Null(), Type.String()])),
      time_format: Type.Optional(Type.Union([Type.Null(), Type.Integer()])),
    }),
    async run({ actor, company, world, now, body }) {
      if (actor.home) throw new RequestError(403, 'ask without vnd.tsheets.ManagedClientId: this is about yourself')
      await loadSettings(company)
      await company.look('users', [actor.userId])
      const user = company.get<User>('users', actor.userId)
      const mayMove = Number(settingsFor(company, user).general.settings.emp_panel_tz) === 1
      if (body.tz !== undefined && !actor.isAdmin && !mayMove)
        throw new RequestError(403, 'tz: your company does not let people change their time zone')
      const changes = Object.entries(body).map(([key, value]): SettingChange => {
        if (value === null) return { section: 'general', key, value }
        try {
          return { section: 'general', key, value: readSetting('general', key, value) }
        } catch (error) {
          throw new RequestError(417, (error as Error).message.replace('general.', ''))
        }
      })
      const { companyId, userId, application } = actor
      const whose = { scope: 'user', scope_id: userId } as const
      await world.db.write(changeSettings, { companyId, author: { userId, application }, ...whose, changes }, now)
      return { changed: Object.keys(body) }
    },
  }),
]
