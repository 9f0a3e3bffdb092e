import { loadSettings, settingsFor, zoneFor } from '../../company/settings/settings.ts'
import { inList, oneRow, sql } from '../../engine/sql.ts'
import type { KindName } from '../../rules/notifications/kinds.ts'
import { frequencies, nextSending } from '../../rules/reports/schedule.ts'
import type { Part, Repair } from './part.ts'

/** The kinds of messages that only passing time causes. */
const byTime: readonly KindName[] = [
  ...(['clock-in', 'clock-out', 'clocked-out', 'long-entry', 'break-due'] as const),
  ...(['not-submitted', 'overtime-near', 'overtime'] as const),
]

/**
 * Takes back the messages that a clock ahead of the time has caused, also those that wait to be sent, and forgets that
 * they were sent, so that the right ones are. What has arrived by push or email cannot be called back.
 */
export async function messagesTakenBack({ work, limit }: Repair): Promise<Part> {
  const { tx, company } = work
  const own = sql`company_id = ${company.row.company_id}`
  const wrong = sql`created > ${limit} and ${inList(sql`kind`, [...byTime])}`
  const notes = await work.load('notifications', wrong)
  // There may be more of them than a statement takes values.
  const theirs = sql`${own} and notification_id in (select id from notifications where ${own} and ${wrong})`
  const { sent } = await oneRow<{ sent: number }>(
    tx,
    sql`select count(*) as sent from deliveries where ${theirs} and state = 'sent'`,
  )
  await tx.run(sql`delete from mails where ${own} and (state = 'queued' or state = 'sending')
    and delivery_id in (select id from deliveries where ${theirs})`)
  await tx.run(sql`delete from deliveries where ${theirs}`)
  for (const { id } of notes) work.remove('notifications', id)
  await tx.run(sql`delete from sent_alerts where ${own} and created > ${limit}`)
  await rescheduleReports(work, limit)
  const done = [...Map.groupBy(notes, ({ kind }) => kind)].map(([kind, some]) => `${some.length} of kind ${kind}`)
  const left = Number(sent) === 0 ? [] : [`${sent} had arrived by push or email`]
  return { what: 'messages', done, left }
}

type Scheduled = { id: number; every: string; weekday: number; hour: number; next: number }

/** Sets saved reports to their next time after the right one. */
async function rescheduleReports({ tx, company }: Repair['work'], limit: number): Promise<void> {
  await loadSettings(company)
  const own = sql`company_id = ${company.row.company_id}`
  const rows = await tx.all<Scheduled>(
    sql`select id, every, weekday, hour, next from saved_reports where ${own} and next > ${limit}`,
  )
  const { settings } = settingsFor(company).general
  for (const { id, every, weekday, hour, next } of rows) {
    const known = frequencies.find((frequency) => frequency === every)
    if (!known) continue
    const right = nextSending({ every: known, weekday, hour }, tx.now, zoneFor(company), settings)
    if (right < next) await tx.run(sql`update saved_reports set next = ${right} where ${own} and id = ${id}`)
  }
}
