import { indexHint, inList, raw, type Sql, sql, type Tx } from '../engine/sql.ts'

/** How one way that a notification went has ended. `status`: the number that the other side answered, 0 for none. */
export type Outcome = { state: 'sent' | 'failed'; status: number; error: string }

/** How a delivery stands after an attempt to send it. */
export type Settled = Omit<Outcome, 'state'> & {
  companyId: number
  id: number
  notificationId: number
  deviceId: number
  attempts: number
  state: 'sent' | 'failed' | 'queued'
  due: number
  /** The device takes nothing any more. */
  gone: boolean
}

/** What the other side said, as it is kept: not too much, and nothing that a database would not take. */
export function noted(error: string, max = 500): string {
  return error.replaceAll(/\p{Cc}+/gu, ' ').slice(0, max)
}

/** What stands at a delivery whose sender did not come back. */
export const lostWords = 'the server stopped while it was being sent; it may have arrived'

/**
 * Writes down how deliveries ended, and what that makes of their notifications and devices: a statement for each way
 * in which they ended. One that was given up as lost meanwhile is put right by whoever sent it after all. For use inside
 * a transaction.
 */
export async function settle(tx: Tx, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const ended = settled.filter(({ state }) => state !== 'queued')
  if (ended.length > 0) await lockNotifications(tx, those(ended, 'notificationId'))
  const way = (one: Settled) => JSON.stringify([one.state, one.attempts, one.status, one.error, one.due])
  for (const alike of Map.groupBy(settled, way).values()) {
    const { state, attempts, status, error, due } = alike[0]!
    const end = state === 'queued' ? 0 : tx.now
    const open = state === 'queued' ? sql`state = 'sending'` : sql`(state = 'sending' or error = ${lostWords})`
    await tx.run(sql`update deliveries set state = ${state}, status = ${status}, error = ${noted(error)},
        due = ${due}, settled = ${end}
      where ${those(alike, 'id')} and attempts = ${attempts} and ${open}`)
  }
  if (ended.length > 0) await settleNotifications(tx, those(ended, 'notificationId'))
  await settleDevices(tx, ended)
}

/** Settles one delivery that is on its way, once; the same for its notification. For use inside a transaction. */
export async function settleDelivery(tx: Tx, companyId: number, id: number, outcome: Outcome): Promise<void> {
  const own = sql`company_id = ${companyId} and id = ${id}`
  const { state, status, error } = outcome
  const row = await tx.get<{ notification_id: number }>(sql`select notification_id from deliveries where ${own}`)
  if (!row) return
  const its = sql`company_id = ${companyId} and id = ${row.notification_id}`
  await lockNotifications(tx, its)
  const settled = await tx.run(sql`update deliveries set state = ${state}, status = ${status},
      error = ${noted(error)}, settled = ${tx.now}
    where ${own} and (state = 'queued' or state = 'sending')`)
  if (settled > 0) await settleNotifications(tx, its)
}

/** Of two that end the last deliveries of a notification at the same time, the second one sees what the first has done. */
async function lockNotifications(tx: Tx, which: Sql): Promise<void> {
  await tx.all(sql`select id from notifications where ${which} order by id ${locked()}`)
}

/** Ends notifications none of whose deliveries is open any more: delivered when one has arrived. For use inside a transaction. */
async function settleNotifications(tx: Tx, which: Sql): Promise<void> {
  const of = (states: Sql) => sql`exists (select 1 from deliveries d ${indexHint('deliveries_notification')}
    where d.company_id = notifications.company_id
    and d.notification_id = notifications.id and d.state in (${states}))`
  // An index on the state alone would find all that are being sent; so it is asked for in a way that none knows.
  await tx.run(sql`update notifications set
      state = case when ${of(sql`'sent'`)} then 'delivered' else 'failed' end
    where ${which} and coalesce(state, '') in ('sending', 'failed') and not ${of(sql`'queued', 'sending'`)}`)
}

/** Remembers of devices what became of the last push, and forgets those that take nothing any more. */
async function settleDevices(tx: Tx, ended: readonly Settled[]): Promise<void> {
  const pushed = ended.filter(({ deviceId }) => deviceId !== 0)
  const sent = pushed.filter(({ state }) => state === 'sent')
  const failed = pushed.filter(({ state, gone }) => state === 'failed' && !gone)
  const gone = pushed.filter((one) => one.gone)
  if (sent.length > 0)
    await tx.run(
      sql`update push_devices set last_sent = ${tx.now}, last_outcome = 'sent' where ${those(sent, 'deviceId')}`,
    )
  if (failed.length > 0)
    await tx.run(sql`update push_devices set last_outcome = 'failed' where ${those(failed, 'deviceId')}`)
  if (gone.length > 0) await tx.run(sql`delete from push_devices where ${those(gone, 'deviceId')}`)
}

/** The rows with these numbers, which no two companies share; `table` where a query has several. */
export function those<Key extends string>(
  rows: readonly ({ companyId: number } & Record<Key, number>)[],
  key: Key,
  table?: string,
): Sql {
  const column = (of: string) => raw(table ? `${table}.${of}` : of)
  const companies = [...new Set(rows.map(({ companyId }) => companyId))]
  const ids = [...new Set(rows.map((row) => row[key]))]
  return sql`${inList(column('company_id'), companies)} and ${inList(column('id'), ids)}`
}

/** Locks what a query finds, where transactions run beside each other; `free` passes over what another one has locked. */
export function locked(free = false): Sql {
  return raw(`/* postgres: for update${free ? ' skip locked' : ''} */`)
}
