import type { Company } from '../engine/company.ts'
import { currentUser } from '../resources/current_user.ts'
import { loadSettings, settingsFor, zoneFor } from '../resources/settings.ts'
import type { User } from '../resources/users.ts'
import { printUtc } from '../rules/calendar.ts'
import { adminOnlySections } from '../rules/settings.ts'
import { type ConsoleEndpoint, endpoint, refuseManaging } from './endpoint.ts'

/** What the app needs to know before it shows anything. */
export const startEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/start',
    about:
      'Who is signed in, in which company, with which rights and settings, whether mail is sent (and kept in the outbox), and what time it is here.',
    who: 'everybody',
    async run({ actor, company, config, now, world }) {
      refuseManaging(actor)
      const text = await currentUser(new URLSearchParams({ supplemental_data: 'no' }), { actor, company, now })
      const user = JSON.parse(text).results.users[actor.userId]
      const { company_id, name, client_url, version, setup_version } = company.row
      const settings = await visibleSettings(company, company.get<User>('users', actor.userId), actor.isAdmin)
      return {
        now: printUtc(now),
        user,
        company: { id: company_id, name, client_url, version, setup_version },
        zone: zoneFor(company, company.get<User>('users', actor.userId)),
        is_admin: actor.isAdmin,
        permissions: [...actor.permissions],
        manages: actor.manages,
        sends_mail: world.post !== undefined,
        outbox: config.smtpUrl === 'outbox:',
        settings,
      }
    },
  }),
]

/** The settings that hold for somebody, by section, as far as who asks may see them. */
export async function visibleSettings(company: Company, user: User | undefined, isAdmin: boolean) {
  await loadSettings(company)
  const sections = Object.entries(settingsFor(company, user))
  const hidden: readonly string[] = isAdmin ? [] : adminOnlySections
  return Object.fromEntries(
    sections.filter(([section]) => !hidden.includes(section)).map(([section, { settings }]) => [section, settings]),
  )
}
