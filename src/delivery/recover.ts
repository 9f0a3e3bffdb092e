import { operation, type Sql, sql } from '../engine/sql.ts'
import type { World } from '../world.ts'
import { leaseSeconds } from './pushes.ts'
import { locked, lostWords, type Settled, settle } from './settle.ts'

const second = 1_000_000
const lostMax = 200

/**
 * Gives up pushes whose sender did not come back, and hurries those that a clock put off which has been set back since.
 * Neither is looked for by who sends: this runs now and then.
 */
export async function recoverPushes({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  const found = (condition: Sql) => db.read.get(sql`select id from deliveries where ${condition} limit 1`)
  while (await found(lostAt(now()))) await db.write(settleLost, null, now())
  if (await found(putOffAt(now()))) await db.write(hurry, null, now())
}

/** Nobody has a push for longer than the lease, by whichever clock. */
function lostAt(at: number): Sql {
  return sql`host <> '' and state = 'sending' and (due <= ${at} or due > ${at + 2 * leaseSeconds * second})`
}

/** Written down by a clock that was ahead of this one. */
function putOffAt(at: number): Sql {
  return sql`host <> '' and state = 'queued' and due > ${at} and created > ${at + 60 * second}`
}

/** Gives up some of the pushes that nobody is sending any more: nobody knows whether they have arrived. */
export const settleLost = operation('push.settleLost', async (tx, _: null): Promise<void> => {
  const lost = await tx.all<{
    company_id: number
    id: number
    notification_id: number
    device_id: number
    attempts: number
  }>(
    sql`select company_id, id, notification_id, device_id, attempts from deliveries
      where ${lostAt(tx.now)} order by company_id, id limit ${lostMax} ${locked(true)}`,
  )
  await settle(
    tx,
    lost.map(({ company_id: companyId, id, notification_id, device_id, attempts }): Settled => {
      const ids = { companyId, id, notificationId: notification_id, deviceId: device_id }
      return { ...ids, attempts, state: 'failed', status: 0, error: lostWords, due: 0, gone: false }
    }),
  )
})

/** Makes due what a clock has put off that was ahead. */
export const hurry = operation('push.hurry', async (tx, _: null): Promise<void> => {
  await tx.run(sql`update deliveries set due = ${tx.now}, created = ${tx.now} where ${putOffAt(tx.now)}`)
})
