import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import { type Handle, inList, sql } from '../engine/sql.ts'
import { markRead } from '../resources/notifications.ts'
import { printUtc } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint, recordNumber, refuseManaging } from './endpoint.ts'

const shownMax = 50
const daysShown = 30

type Reader = { companyId: number; userId: number }

/** Messages to whoever asks. The API shows those that wait for their delivery, this those that are due, too. */
export const messageEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/messages',
    about: `Messages to you of the last ${daysShown} days that are due, newest first, at most ${shownMax}. \`unread\` counts all that were not read. \`kind\` says what one is about, \`path\` is the page of the app for it, or empty.`,
    who: 'everybody',
    async run({ actor, world, now }) {
      refuseManaging(actor)
      const rows = await world.db.read.all<Message>(
        sql`select id, kind, message, path, delivery_time, read_at from notifications where ${shownTo(actor, now)}
          order by delivery_time desc, id desc limit ${shownMax}`,
      )
      return { unread: await unread(world.db.read, actor, now), messages: rows.map(printed) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/messages/read',
    about: 'Marks messages to you as read: those with these numbers, or `all` of them. Gives how many are unread then.',
    who: 'everybody',
    body: Type.Object({
      ids: Type.Optional(Type.Array(recordNumber, { minItems: 1, maxItems: 200 })),
      all: Type.Optional(Type.Literal(true)),
    }),
    async run({ actor, world, now, body: { ids, all } }) {
      refuseManaging(actor)
      if ((ids === undefined) === (all === undefined))
        throw new RequestError(417, 'ids: required, unless `all` is true; not both')
      const { companyId, userId } = actor
      if (ids) {
        const known = await world.db.read.get(
          sql`select id from notifications where ${shownTo(actor, now)} and ${inList(sql`id`, ids)} limit 1`,
        )
        if (!known) throw new RequestError(404, 'ids: there is no such message to you')
      }
      await world.db.write(markRead, { companyId, userId, ids: ids ?? null }, now)
      return { unread: await unread(world.db.read, actor, now) }
    },
  }),
]

type Message = { id: number; kind: string; message: string; path: string; delivery_time: number; read_at: number }

function printed({ id, kind, message, path, delivery_time, read_at }: Message): object {
  return { id, kind, message, path, time: printUtc(delivery_time), read: read_at !== 0 }
}

function shownTo({ companyId, userId }: Reader, now: number) {
  return sql`company_id = ${companyId} and user_id = ${userId} and state <> 'discarded'
    and delivery_time between ${now - daysShown * 86_400_000_000} and ${now}`
}

async function unread(read: Handle, reader: Reader, now: number): Promise<number> {
  const counted = await read.get<{ count: number }>(
    sql`select count(*) as count from notifications where ${shownTo(reader, now)} and read_at = 0`,
  )
  return Number(counted!.count)
}
