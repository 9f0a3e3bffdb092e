import { operation, type Sql, sql } from '../engine/sql.ts'
import { second } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import { locked, lostWords, settle } from './delivery_state.ts'
import { endedAs, leaseSeconds, type Tried } from './pushes.ts'

const lostMax = 200

/**
 * Gives up pushes whose sender did not come back, and hurries those that a clock put off which has been set back since.
 * Neither is looked for by who sends: this runs now and then.
 */
export async function recoverExpiredPushes({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  const found = (condition: Sql) => db.read.get(sql`select id from deliveries where ${condition} limit 1`)
  while (await found(lostAt(now()))) await db.write(expireLeases, null, now())
  if (await found(putOffAt(now()))) await db.write(rescheduleAfterClockChange, null, now())
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
export const expireLeases = operation('push.expireLeases', async (tx, _: null): Promise<void> => {
  const lost = await tx.all<Tried>(
    sql`select company_id, id, notification_id, device_id, attempts from deliveries
      where ${lostAt(tx.now)} order by company_id, id limit ${lostMax} ${locked(true)}`,
  )
  await settle(tx, lost.map(endedAs(lostWords)))
})

/** Makes due what a clock has put off that was ahead. */
export const rescheduleAfterClockChange = operation('push.reschedule', async (tx, _: null): Promise<void> => {
  await tx.run(sql`update deliveries set due = ${tx.now}, created = ${tx.now} where ${putOffAt(tx.now)}`)
})
