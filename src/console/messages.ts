import { sql } from '../engine/sql.ts'
import { printUtc } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint, refuseManaging } from './endpoint.ts'

const shownMax = 50
const daysShown = 30

/** Messages to whoever asks. The API shows those that wait for their delivery, this those that are due, too. */
export const messageEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/messages',
    about: `Messages to you of the last ${daysShown} days that are due, newest first, at most ${shownMax}.`,
    who: 'everybody',
    async run({ actor, world, now }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const rows = await world.db.read.all<{ id: number; message: string; delivery_time: number }>(
        sql`select id, message, delivery_time from notifications
          where company_id = ${companyId} and user_id = ${userId} and state <> 'discarded'
          and delivery_time between ${now - daysShown * 86_400_000_000} and ${now}
          order by delivery_time desc, id desc limit ${shownMax}`,
      )
      return { messages: rows.map(({ id, message, delivery_time: at }) => ({ id, message, time: printUtc(at) })) }
    },
  }),
]
