import { Type } from 'typebox'
import { loadSettings, settingsFor } from '../../company/settings/settings.ts'
import { translateTo } from '../../company/translate.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Actor, may } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { changeOwnPassword } from '../../identity/passwords.ts'
import { endSessions, listSessions } from '../../identity/sessions.ts'
import { mayChangeOwn } from '../../rules/people/access.ts'
import { deviceName } from '../../rules/text/device_name.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { instant } from '../format.ts'
import { languageAsked } from '../language.ts'
import { signedIn } from './signed_in.ts'

const session = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'The session of this request.' }),
  device: Type.String({ description: 'Browser and system, such as `Firefox on Linux`.' }),
  address: Type.String(),
  created: instant(),
  last_seen: instant(),
})

const ended = Type.Object({ ended: Type.Integer({ description: 'Number of sessions ended.' }) })

/** The browsers a person is signed in to, and their password. */
export const sessionEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/sessions',
    about: 'Lists the browsers you are signed in to.',
    who: 'everyone',
    answer: Type.Object({ sessions: Type.Array(session) }),
    async run(call) {
      const { hash: own, ...account } = signedIn(call)
      const t = translateTo(languageAsked(call.request))
      const sessions = await listSessions(call.world, account)
      return {
        sessions: sessions.map(({ id, hash, created, last_seen, address, agent }) => ({
          id,
          current: hash === own,
          device: deviceName(agent, t),
          address,
          created: printUtc(created),
          last_seen: printUtc(hash === own ? call.now : last_seen),
        })),
      }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/sessions/:id',
    about: 'Signs you out of one browser.',
    who: 'everyone',
    params: Type.Object({ id: Type.String({ maxLength: 100, description: 'The session.' }) }),
    answer: ended,
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const count = await call.world.db.write(endSessions, { companyId, userId, id: call.params.id }, call.now)
      if (count === 0) throw new RequestError(404, 'no_such_session')
      return { ended: count }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/sessions',
    about: 'Signs you out of all other browsers.',
    who: 'everyone',
    answer: ended,
    async run(call) {
      const { companyId, userId, hash: keep } = signedIn(call)
      return { ended: await call.world.db.write(endSessions, { companyId, userId, keep }, call.now) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/password',
    about:
      'Changes your password and signs you out of all other browsers. The setting `general.emp_panel_passwd` says whether people may, other than those who manage users.',
    who: 'everyone',
    body: Type.Object({ current_password: Type.String(), password: Type.String() }),
    answer: Type.Object({ changed: Type.Boolean() }),
    async run(call) {
      const { companyId, userId, hash: keep } = signedIn(call)
      await checkMayChange(call)
      const { current_password: current, password } = call.body
      await changeOwnPassword(call.world, { companyId, userId, current, password, keep })
      return { changed: true }
    },
  }),
]

/** Refuses with 403 if the company does not let people change their password. */
async function checkMayChange({ actor, company }: { actor: Actor; company: CompanySnapshot }): Promise<void> {
  await loadSettings(company)
  await company.look('users', [actor.userId])
  const { general } = settingsFor(company, company.get('users', actor.userId))
  if (!may(actor, 'manage_users') && !mayChangeOwn(general.settings, 'password'))
    throw new RequestError(403, 'own_password_not_allowed')
}
