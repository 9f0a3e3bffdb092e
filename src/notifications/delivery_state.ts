import { indexHint, inList, raw, type Sql, sql, type Tx } from '../engine/sql.ts'
import { firstOf } from '../rules/elements.ts'

// When a failed delivery is tried again: rules/notifications/delivery.ts.

/** Outcome of a delivery. `status`: the status code of the mail server or push service, 0 for none. */
export type Outcome = { state: 'sent' | 'failed'; status: number; error: string }

/** State of a delivery after an attempt to send it. */
export type Settled = Omit<Outcome, 'state'> & {
  companyId: number
  id: number
  notificationId: number
  deviceId: number
  attempts: number
  state: 'sent' | 'failed' | 'queued'
  due: number
  /** The subscription of the device has ended. */
  gone: boolean
}

/** An error text to be stored: truncated, without control characters. */
export function storedError(error: string, max = 500): string {
  return error.replaceAll(/\p{Cc}+/gu, ' ').slice(0, max)
}

/** The error of a delivery whose lease has expired. */
export const leaseExpiredText = 'the server stopped while it was being sent; it may have arrived'

/**
 * Stores the state of deliveries and updates their notifications and devices, with one statement per distinct state. A
 * delivery whose lease expired in the meantime is corrected if its sender reports after all. For use inside a
 * transaction.
 */
export async function settle(tx: Tx, settled: readonly Settled[]): Promise<void> {
  // In the order of the companies, so that two processes never wait for each other.
  const companies = [...Map.groupBy(settled, (one) => one.companyId)].sort(([a], [b]) => a - b)
  for (const [companyId, own] of companies) await settleOf(tx, companyId, own)
}

/** Stores the state of deliveries of one company. */
async function settleOf(tx: Tx, companyId: number, settled: readonly Settled[]): Promise<void> {
  const ended = settled.filter(({ state }) => state !== 'queued')
  if (ended.length > 0) await lockNotifications(tx, companyId, idsOf(ended, 'notificationId'))
  const stateKey = (one: Settled) => JSON.stringify([one.state, one.attempts, one.status, one.error, one.due])
  for (const alike of Map.groupBy(settled, stateKey).values()) {
    const { state, attempts, status, error, due } = firstOf(alike)
    const end = state === 'queued' ? 0 : tx.now
    const open = state === 'queued' ? sql`state = 'sending'` : sql`(state = 'sending' or error = ${leaseExpiredText})`
    await tx.run(sql`update deliveries set state = ${state}, status = ${status}, error = ${storedError(error)},
        due = ${due}, settled = ${end}
      where company_id = ${companyId} and ${inList(sql`id`, idsOf(alike, 'id'))} and attempts = ${attempts} and ${open}`)
  }
  if (ended.length > 0) await settleNotifications(tx, companyId, idsOf(ended, 'notificationId'))
  await settleDevices(tx, companyId, ended)
}

/** Settles an open delivery, and its notification if this was the last one. For use inside a transaction. */
export async function settleDelivery(tx: Tx, companyId: number, id: number, outcome: Outcome): Promise<void> {
  const own = sql`company_id = ${companyId} and id = ${id}`
  const { state, status, error } = outcome
  const row = await tx.get<{ notification_id: number }>(sql`select notification_id from deliveries where ${own}`)
  if (!row) return
  const its = [row.notification_id]
  await lockNotifications(tx, companyId, its)
  const settled = await tx.run(sql`update deliveries set state = ${state}, status = ${status},
      error = ${storedError(error)}, settled = ${tx.now}
    where ${own} and (state = 'queued' or state = 'sending')`)
  if (settled > 0) await settleNotifications(tx, companyId, its)
}

/** Serializes transactions that settle deliveries of the same notification, so the last one sees the others' result. */
async function lockNotifications(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx.all(sql`select id from notifications where company_id = ${companyId} and ${inList(sql`id`, ids)}
    order by id ${forUpdate()}`)
}

/** Ends notifications without open deliveries: delivered if at least one was sent. For use inside a transaction. */
async function settleNotifications(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  const of = (states: Sql) => sql`exists (select 1 from deliveries d ${indexHint('deliveries_notification')}
    where d.company_id = ${companyId}
    and d.notification_id = notifications.id and d.state in (${states}))`
  // `coalesce` keeps the planner from using an index on the state alone, which would scan everything being sent.
  await tx.run(sql`update notifications set
      state = case when ${of(sql`'sent'`)} then 'delivered' else 'failed' end
    where company_id = ${companyId} and ${inList(sql`id`, ids)} and coalesce(state, '') in ('sending', 'failed') and not ${of(sql`'queued', 'sending'`)}`)
}

/** Stores the outcome of the last push of devices, and deletes devices whose subscription has ended. */
async function settleDevices(tx: Tx, companyId: number, ended: readonly Settled[]): Promise<void> {
  const own = (some: readonly Settled[]) =>
    sql`company_id = ${companyId} and ${inList(sql`id`, idsOf(some, 'deviceId'))}`
  const pushed = ended.filter(({ deviceId }) => deviceId !== 0)
  const sent = pushed.filter(({ state }) => state === 'sent')
  const failed = pushed.filter(({ state, gone }) => state === 'failed' && !gone)
  const gone = pushed.filter((one) => one.gone)
  if (sent.length > 0)
    await tx.run(sql`update push_devices set last_sent = ${tx.now}, last_outcome = 'sent' where ${own(sent)}`)
  if (failed.length > 0) await tx.run(sql`update push_devices set last_outcome = 'failed' where ${own(failed)}`)
  if (gone.length > 0) await tx.run(sql`delete from push_devices where ${own(gone)}`)
}

/** Ids of rows, each once. */
function idsOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number[] {
  return [...new Set(rows.map((row) => row[key]))]
}

/** Locks the rows found by a query (PostgreSQL). `skipLocked` skips rows that another transaction has locked. */
export function forUpdate(skipLocked = false): Sql {
  return raw(`/* postgres: for update${skipLocked ? ' skip locked' : ''} */`)
}
