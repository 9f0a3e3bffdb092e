import { operation, type Sql, sql } from '../engine/sql.ts'
import { second } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import { forUpdate, leaseExpiredText, settle } from './delivery_state.ts'
import { type Attempted, failedWith, leaseSeconds } from './pushes.ts'

const expiredMax = 200

/** Fails pushes whose lease has expired, and reschedules those that were put off by a clock that has been set back since. */
export async function recoverExpiredPushes({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  const found = (condition: Sql) => db.read.get(sql`select id from deliveries where ${condition} limit 1`)
  while (await found(expiredAt(now()))) await db.write(expireLeases, null, now())
  if (await found(postponedAt(now()))) await db.write(rescheduleAfterClockChange, null, now())
}

/** Pushes being sent for longer than the lease, even by a clock that differs from this one. */
function expiredAt(at: number): Sql {
  return sql`host <> '' and state = 'sending' and (due <= ${at} or due > ${at + 2 * leaseSeconds * second})`
}

/** Queued pushes that were written by a clock ahead of this one. */
function postponedAt(at: number): Sql {
  return sql`host <> '' and state = 'queued' and due > ${at} and created > ${at + 60 * second}`
}

/** Fails a batch of pushes with expired leases: whether they arrived is unknown. */
export const expireLeases = operation('push.expireLeases', async (tx, _: null): Promise<void> => {
  const lost = await tx.all<Attempted>(
    sql`select company_id, id, notification_id, device_id, attempts from deliveries
      where ${expiredAt(tx.now)} order by company_id, id limit ${expiredMax} ${forUpdate(true)}`,
  )
  await settle(tx, lost.map(failedWith(leaseExpiredText)))
})

/** Makes the pushes due now that were put off by a clock ahead of this one. */
export const rescheduleAfterClockChange = operation('push.reschedule', async (tx, _: null): Promise<void> => {
  await tx.run(sql`update deliveries set due = ${tx.now}, created = ${tx.now} where ${postponedAt(tx.now)}`)
})
