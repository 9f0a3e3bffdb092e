import { randomUUID } from 'node:crypto'
import { queueMail } from '../../src/company/mail/mail_queue.ts'
import { operation, sql } from '../../src/engine/sql.ts'
import { UnitOfWork } from '../../src/engine/unit_of_work.ts'
import { notify } from '../../src/resources/notifications.ts'
import { english } from '../../src/rules/language/messages.ts'
import type { KindName } from '../../src/rules/notifications/kinds.ts'
import { noticeMail } from '../../src/rules/notifications/mail_subjects.ts'
import { write } from './seed.ts'
import type { TestServer } from './server.ts'

/** A notification for a person, sent by mail. `pushes`: the states of its deliveries to devices. */
type Notice = {
  companyId: number
  userId: number
  address: string
  kind?: KindName
  message: string
  path?: string
  /** Seconds from now until it expires. */
  worth?: number
  pushes?: readonly ('sent' | 'failed' | 'queued')[]
}

/** Queues the mail of a notification with its delivery, bypassing the server; returns the notification's id. */
export function queueNotice(server: TestServer, notice: Notice): Promise<number> {
  return write(server, insertNotice, notice)
}

const insertNotice = operation('test.insertNotice', async (tx, notice: Notice): Promise<number> => {
  const { companyId, userId, address, kind = 'message', message, path = '', worth = 86_400, pushes = [] } = notice
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const id = notify({ user_id: userId, kind, message, path }, { work, now: tx.now, uuid: randomUUID })
  work.change('notifications', id, { state: 'sending' })
  const until = tx.now + worth * 1_000_000
  const deliver = (channel: string, state: string) => {
    const deliveryId = work.nextId()
    work.append('deliveries', {
      id: deliveryId,
      notification_id: id,
      user_id: userId,
      channel,
      device_id: 0,
      target: address,
      host: '',
      state,
      attempts: 0,
      status: 0,
      error: '',
      created: tx.now,
      due: tx.now,
      until,
      settled: 0,
    })
    return deliveryId
  }
  for (const state of pushes) deliver('push', state)
  const deliveryId = deliver('email', 'queued')
  queueMail(work, { ...noticeMail(kind, message, english), user_id: userId, address, path, deliveryId, until })
  await work.flush()
  return id
})

/** The state of a notification and of its mail. */
export async function outcomeOf(
  server: TestServer,
  id: number,
): Promise<{ notification: string; delivery: string; attempts: number; status: number; error: string }> {
  const row = await server.db.read.get<Awaited<ReturnType<typeof outcomeOf>>>(
    sql`select n.state as notification, d.state as delivery, d.attempts, d.status, d.error
      from notifications n join deliveries d on d.company_id = n.company_id and d.notification_id = n.id
      where n.id = ${id} and d.channel = 'email'`,
  )
  return { ...row! }
}
