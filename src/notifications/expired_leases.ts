import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { operation, type Sql, sql } from '../engine/sql.ts'
import { second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import { forUpdate, leaseExpiredText, settle } from './delivery_state.ts'
import { type Attempted, failedWith, leaseSeconds } from './pushes.ts'

const expiredMax = 200

/** Fails pushes whose lease has expired, and reschedules those that were put off by a clock that has been set back since. */
export async function recoverExpiredPushes(world: Pick<World, 'db' | 'now' | 'log'>): Promise<void> {
  const { db, now } = world
  const companiesWith = async (condition: Sql) => {
    return acrossCompanies<{ company_id: number }>(
      world,
      (own) => sql`select distinct company_id from deliveries where ${own} and ${condition}`,
    )
  }
  await eachCompany(world, await companiesWith(expiredAt(now())), async ({ company_id: companyId }) => {
    while ((await db.write(expireLeases, { companyId }, now())) === expiredMax);
  })
  await eachCompany(world, await companiesWith(postponedAt(now())), ({ company_id: companyId }) =>
    db.write(rescheduleAfterClockChange, { companyId }, now()),
  )
}

/** Pushes being sent for longer than the lease, even by a clock that differs from this one. */
function expiredAt(at: number): Sql {
  return sql`host <> '' and state = 'sending' and (due <= ${at} or due > ${at + 2 * leaseSeconds * second})`
}

/** Queued pushes that were written by a clock ahead of this one. */
function postponedAt(at: number): Sql {
  return sql`host <> '' and state = 'queued' and due > ${at} and created > ${at + 60 * second}`
}

/** Fails a batch of a company's pushes with expired leases, and returns how many: whether they arrived is unknown. */
export const expireLeases = operation(
  'push.expireLeases',
  async (tx, { companyId }: { companyId: number }): Promise<number> => {
    const lost = await tx.all<Attempted>(
      sql`select company_id, id, notification_id, device_id, attempts from deliveries
        where company_id = ${companyId} and ${expiredAt(tx.now)} order by id limit ${expiredMax} ${forUpdate(true)}`,
    )
    await settle(tx, lost.map(failedWith(leaseExpiredText)))
    return lost.length
  },
)

/** Makes a company's pushes due now that were put off by a clock ahead of this one. */
export const rescheduleAfterClockChange = operation(
  'push.reschedule',
  async (tx, { companyId }: { companyId: number }): Promise<void> => {
    await tx.run(sql`update deliveries set due = ${tx.now}, created = ${tx.now}
      where company_id = ${companyId} and ${postponedAt(tx.now)}`)
  },
)
