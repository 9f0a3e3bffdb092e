import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { all, sql } from '../../engine/sql.ts'
import { type Channel, type KindName, kindNames } from '../../rules/notifications/kinds.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, moment, nullable } from '../format.ts'

const shownMax = 100
const messageMax = 100

const states = ['queued', 'sending', 'sent', 'failed'] as const

const delivery = Type.Object({
  id: Type.Integer(),
  notification_id: Type.Integer(),
  user_id: Type.Integer(),
  kind: Type.Enum([...kindNames]),
  message: Type.String({ description: `The first ${messageMax} characters.` }),
  channel: Type.Enum(['push', 'email']),
  target: Type.String({ description: 'The name of the device, or the email address.' }),
  state: Type.Enum([...states]),
  status: Type.Integer({ description: 'Last status from the push service or mail server; 0 for none.' }),
  error: Type.String({ description: 'Why it failed or is waiting; empty for no reason.' }),
  attempts: Type.Integer(),
  created: instant(),
  settled: nullable(instant('When it was sent or abandoned.')),
})

/** How notifications were delivered. */
export const deliveryEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/deliveries',
    about: `Lists how notifications were delivered, newest first, at most ${shownMax}: one for each device and each email.`,
    who: 'administrators',
    query: Type.Object({
      user_id: Type.Optional(Type.Integer({ ...recordId, description: 'Only those to one person.' })),
      state: Type.Optional(Type.Enum([...states], { description: 'Only those in one state.' })),
    }),
    answer: Type.Object({ deliveries: Type.Array(delivery) }),
    async run({ actor: { companyId }, company, world, query: { user_id, state } }) {
      if (user_id !== undefined) {
        await company.look('users', [user_id])
        if (!company.get('users', user_id))
          throw new RequestError(404, 'no_such_user', { field: 'user_id', id: user_id })
      }
      const conditions = [
        sql`d.company_id = ${companyId}`,
        ...(user_id === undefined ? [] : [sql`d.user_id = ${user_id}`]),
        ...(state === undefined ? [] : [sql`d.state = ${state}`]),
      ]
      const rows = await world.db.read.all<Line>(
        sql`select d.id, d.notification_id, d.user_id, d.channel, d.target, d.state, d.status, d.error, d.attempts,
            d.created, d.settled, n.kind, n.message
          from deliveries d join notifications n on n.company_id = d.company_id and n.id = d.notification_id
          where ${all(conditions)} order by d.created desc, d.id desc limit ${shownMax}`,
      )
      return {
        deliveries: rows.map(({ message, created, settled, ...row }) => ({
          ...row,
          message: Array.from(message).slice(0, messageMax).join(''),
          created: printUtc(created),
          settled: moment(settled),
        })),
      }
    },
  }),
]

type Line = {
  id: number
  notification_id: number
  user_id: number
  kind: KindName
  message: string
  channel: Channel
  target: string
  state: (typeof states)[number]
  status: number
  error: string
  attempts: number
  created: number
  settled: number
}
