import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import { changeOwnPassword } from '../oauth/passwords.ts'
import { endSessions, listSessions } from '../oauth/session.ts'
import { printUtc } from '../rules/calendar.ts'
import { deviceWords } from './device.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'
import { signedIn } from './own.ts'

/** Where one is signed in, and one's password. */
export const sessionEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/sessions',
    about: 'The browsers in which you are signed in.',
    who: 'everybody',
    async run(call) {
      const { hash: own, ...account } = signedIn(call)
      const sessions = await listSessions(call.world, account)
      return {
        sessions: sessions.map(({ id, hash, created, last_seen, address, agent }) => ({
          id,
          current: hash === own,
          device: deviceWords(agent),
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
    who: 'everybody',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const ended = await call.world.db.write(endSessions, { companyId, userId, id: call.params.id }, call.now)
      if (ended === 0) throw new RequestError(404, 'you are not signed in there any more')
      return { ended }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/sessions',
    about: 'Signs you out of all other browsers.',
    who: 'everybody',
    async run(call) {
      const { companyId, userId, hash: keep } = signedIn(call)
      return { ended: await call.world.db.write(endSessions, { companyId, userId, keep }, call.now) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/password',
    about: 'Changes your password, and signs you out of all other browsers.',
    who: 'everybody',
    body: Type.Object({ current_password: Type.String(), password: Type.String() }),
    async run(call) {
      const { companyId, userId, hash: keep } = signedIn(call)
      const { current_password: current, password } = call.body
      await changeOwnPassword(call.world, { companyId, userId, current, password, keep })
      return { changed: true }
    },
  }),
]
