import { Type } from 'typebox'
import { noteInAudit } from '../../audit/write.ts'
import { RequestError } from '../../engine/errors.ts'
import { confirmPassword } from '../../identity/passwords.ts'
import { anonymize } from '../../people_data/anonymize.ts'
import { seesPay } from '../../rules/people/sight.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { signedIn } from '../me/signed_in.ts'
import { another } from './people.ts'

const media = { 'application/zip': Type.String({ format: 'binary', description: 'data.json, and each table as CSV.' }) }
const params = Type.Object({ id: recordId })

/** The data stored about a person. */
export const peopleDataEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/own_data',
    about:
      'Downloads everything that is stored about you, as a zip file with JSON and CSV. It contains pay only for administrators.',
    who: 'everyone',
    firstPartyOnly: true,
    media,
    run(call) {
      refuseManaging(call.actor)
      return sendData(call, call.actor.userId)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:id/data',
    about:
      'Downloads everything that is stored about a person, as a zip file with JSON and CSV. The download is audited.',
    who: 'administrators',
    firstPartyOnly: true,
    params,
    media,
    run: (call) => sendData(call, call.params.id),
  }),
  endpoint({
    method: 'POST',
    path: '/users/:id/anonymization',
    about:
      'Permanently removes everything that names or describes an archived person. Their time and pay stay, under a placeholder. Requires your password and the name of the person.',
    who: 'administrators',
    firstPartyOnly: true,
    params,
    body: Type.Object({ password: Type.String(), name: Type.String({ description: 'First and last name.' }) }),
    answer: Type.Object({ anonymized: Type.Integer({ description: 'The id of the person.' }) }),
    async run(call) {
      const { companyId, userId } = another(call)
      const me = signedIn(call)
      await call.company.look('users', [userId])
      const user = call.company.get('users', userId)
      if (!user) throw new RequestError(404, 'no_such_user', { field: 'id', id: userId })
      await confirmPassword(call.world, me, 'password', call.body.password)
      if (call.body.name.trim() !== `${user.first_name} ${user.last_name}`.trim())
        throw new RequestError(417, 'not_the_name')
      const author = { userId: me.userId, application: call.actor.application }
      await call.world.db.write(anonymize, { companyId, userId, author }, call.now)
      return { anonymized: userId }
    },
  }),
]

type Call = Parameters<AppEndpoint['run']>[0]

async function sendData({ actor, world, now, reply }: Call, userId: number) {
  const { companyId } = actor
  const { ownData } = await import('../../people_data/own_data.ts')
  const made = await ownData(world.db.read, companyId, userId, { now, withPay: seesPay(actor) })
  if (!made) throw new RequestError(404, 'no_such_user', { field: 'id', id: userId })
  const entry = { kind: 'exports', event: 'data exported', type: 'users', id: userId }
  await world.db.write(noteInAudit, { companyId, entry }, now)
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${made.name}"`,
      'x-content-type-options': 'nosniff',
    })
    .send(Buffer.from(made.bytes))
}
