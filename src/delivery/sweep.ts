import { inList, operation, pinned, sql } from '../engine/sql.ts'
import type { World } from '../world.ts'
import { those } from './settle.ts'

const day = 86_400 * 1_000_000

/** How long what has been delivered, discarded or has failed is kept: the bell shows a month of it. */
const keptDays = 90

/** An occasion that was told of does not come again after that. */
const toldDays = 100

const rowsMax = 500

/** Removes notifications that are long over, with their deliveries, and what is known of occasions long gone. */
export async function sweepDelivered({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  const at = now()
  const over = () =>
    db.read.get(sql`select id from notifications where state in ('delivered', 'discarded', 'failed')
      and delivery_time < ${at - keptDays * day} limit 1`)
  while (await over()) await db.write(sweepNotifications, null, at)
  const told = () => db.read.get(sql`select key from told where created < ${at - toldDays * day} limit 1`)
  while (await told()) await db.write(sweepTold, null, at)
}

/** Removes some notifications that are over for long, and their deliveries. */
export const sweepNotifications = operation('sweepNotifications', async (tx, _: null): Promise<void> => {
  const rows = await tx.all<{ company_id: number; id: number }>(
    sql`select company_id, id from notifications where state in ('delivered', 'discarded', 'failed')
      and delivery_time < ${tx.now - keptDays * day} limit ${rowsMax}`,
  )
  if (rows.length === 0) return
  const old = rows.map(({ company_id: companyId, id }) => ({ companyId, id }))
  const companies = inList(
    sql`company_id`,
    old.map(({ companyId }) => companyId),
  )
  const notes = inList(
    sql`notification_id`,
    old.map(({ id }) => id),
  )
  await tx.run(sql`delete from deliveries ${pinned('deliveries_notification')} where ${companies} and ${notes}`)
  await tx.run(sql`delete from notifications where ${those(old, 'id')}`)
})

/** Forgets some occasions of long ago. */
export const sweepTold = operation('sweepTold', async (tx, _: null): Promise<void> => {
  await tx.run(sql`delete from told where (company_id, key) in (
    select t.company_id, t.key from told t where t.created < ${tx.now - toldDays * day} limit ${rowsMax})`)
})
