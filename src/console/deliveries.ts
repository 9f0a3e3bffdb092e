import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import { all, sql } from '../engine/sql.ts'
import { printUtc } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'
import { moment } from './names.ts'

const shownMax = 100
const messageMax = 100

/** What became of notifications that were sent to people. */
export const deliveryEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/deliveries',
    about: `How notifications went to people, newest first, at most ${shownMax}: one for each device and each mail. \`target\` is the device or the address, \`status\` what the other side answered last, 0 for nothing, \`error\` why it failed or waits, \`settled\` when it was sent or given up.`,
    who: 'administrators',
    query: Type.Object({
      user_id: Type.Optional(recordNumber),
      state: Type.Optional(Type.Enum(['queued', 'sending', 'sent', 'failed'])),
    }),
    async run({ actor: { companyId }, company, world, query: { user_id, state } }) {
      if (user_id !== undefined) {
        await company.look('users', [user_id])
        if (!company.get('users', user_id)) throw new RequestError(404, `user_id: there is no user ${user_id}`)
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
  kind: string
  message: string
  channel: string
  target: string
  state: string
  status: number
  error: string
  attempts: number
  created: number
  settled: number
}
