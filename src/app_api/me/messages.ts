import { type Static, Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { type Handle, inList, oneRow, sql } from '../../engine/sql.ts'
import { markRead } from '../../resources/notifications.ts'
import { type KindName, kindNames } from '../../rules/notifications/kinds.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { instant } from '../format.ts'

const shownMax = 50
const daysShown = 30

const shown = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...kindNames], { description: 'What it is about.' }),
  message: Type.String(),
  path: Type.String({ description: 'The related page of the app; empty for none.' }),
  time: instant(),
  read: Type.Boolean(),
})

const unreadCount = Type.Integer({ description: 'Number of unread messages.' })

type Reader = { companyId: number; userId: number }

/** Messages to the user that are due. The public API lists those that are not delivered yet. */
export const messageEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/messages',
    about: `Lists your messages from the last ${daysShown} days, newest first, at most ${shownMax}.`,
    who: 'everyone',
    answer: Type.Object({ unread: unreadCount, messages: Type.Array(shown) }),
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
    about: 'Marks your messages as read: those with these ids, or `all` of them.',
    who: 'everyone',
    body: Type.Object({
      ids: Type.Optional(Type.Array(recordId, { minItems: 1, maxItems: 200 })),
      all: Type.Optional(Type.Literal(true)),
    }),
    answer: Type.Object({ unread: unreadCount }),
    async run({ actor, world, now, body: { ids, all } }) {
      refuseManaging(actor)
      if ((ids === undefined) === (all === undefined)) throw new RequestError(417, 'ids_or_all')
      const { companyId, userId } = actor
      if (ids) {
        const known = await world.db.read.get(
          sql`select id from notifications where ${shownTo(actor, now)} and ${inList(sql`id`, ids)} limit 1`,
        )
        if (!known) throw new RequestError(404, 'no_such_message')
      }
      await world.db.write(markRead, { companyId, userId, ids: ids ?? null }, now)
      return { unread: await unread(world.db.read, actor, now) }
    },
  }),
]

type Message = { id: number; kind: KindName; message: string; path: string; delivery_time: number; read_at: number }

function printed({ id, kind, message, path, delivery_time, read_at }: Message): Static<typeof shown> {
  return { id, kind, message, path, time: printUtc(delivery_time), read: read_at !== 0 }
}

function shownTo({ companyId, userId }: Reader, now: number) {
  return sql`company_id = ${companyId} and user_id = ${userId} and state <> 'discarded'
    and delivery_time between ${now - daysShown * 86_400_000_000} and ${now}`
}

async function unread(read: Handle, reader: Reader, now: number): Promise<number> {
  const counted = await oneRow<{ count: number }>(
    read,
    sql`select count(*) as count from notifications where ${shownTo(reader, now)} and read_at = 0`,
  )
  return Number(counted.count)
}
