import { sql } from '../engine/sql.ts'
import { printUtc } from '../rules/time/calendar.ts'
import type { Push, World } from '../world.ts'

const shownMax = 1000

type Mail = { company_id: number; id: number; to: string; subject: string; text: string; html: string; created: number }

/** The emails of all companies that were recorded instead of sent, oldest first; of one recipient if `to` is given. */
export async function recordedMails({ db }: World, to: string | null) {
  const wanted = to === null ? sql`1 = 1` : sql`address = ${to}`
  const rows = await db.read.all<Mail>(sql`select company_id, id, address as "to", subject, text, html, created
    from outbox where ${wanted} order by created desc, id desc limit ${shownMax}`)
  return rows.reverse().map(({ created, ...mail }) => ({
    ...mail,
    created: printUtc(created),
    links: mail.text.match(/https?:\/\/\S+/g) ?? [],
  }))
}

type Pushed = { user_id: number; device_id: number; message: string; state: string; status: number; created: number }

/** The pushes of all companies that were recorded instead of sent, oldest first. */
export async function recordedPushes({ db }: World) {
  const rows = await db.read.all<Pushed & { company_id: number }>(sql`select d.company_id, d.user_id, d.device_id,
    n.message, d.state, d.status, d.created
    from deliveries d join notifications n on n.company_id = d.company_id and n.id = d.notification_id
    where d.channel = 'push' order by d.created desc, d.id desc limit ${shownMax}`)
  return rows.reverse().map(({ created, ...push }) => ({ ...push, created: printUtc(created) }))
}

type Hooked = { company_id: number; webhook_id: number; url: string; number: number; type: string; body: string } & {
  state: string
  attempts: number
  status: number
  error: string
  answer: string
  created: number
}

/** The messages sent or queued to the webhooks of all companies, oldest first, with the responses. */
export async function recordedWebhooks({ db }: World) {
  const rows = await db.read.all<Hooked>(sql`select d.company_id, d.webhook_id, w.url, d.number, d.event as message_id,
      d.type, d.body, d.state, d.attempts, d.status, d.error, d.answer, d.created
    from webhook_deliveries d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
    order by d.created desc, d.webhook_id desc, d.number desc limit ${shownMax}`)
  return rows.reverse().map(({ created, body, ...hook }) => ({
    ...hook,
    body: JSON.parse(body),
    created: printUtc(created),
  }))
}

/** A push transport that sends nothing: each push is accepted and stays in its delivery. */
export function recordingPush(): Push {
  return {
    hosts: new Map(),
    send: async () => ({ outcome: 'answered', status: 201, retryAfter: '', text: '' }),
  }
}
