import { operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { World } from '../world.ts'

/** Most devices per person; the least recently used one is deleted. */
const devicesMax = 20

/** A person in a company. */
type Owner = { companyId: number; userId: number }

/** A browser's push subscription, and the SHA-256 of its endpoint. */
type NewDevice = Owner & { endpoint: string; hash: string; p256dh: string; auth: string; name: string }

/** A device, with everything needed to send to it. */
type Device = {
  company_id: number
  id: number
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  name: string
  created: number
  last_sent: number
  last_outcome: '' | 'sent' | 'failed'
}

/** A person's devices, newest first. */
export function devicesOf({ db }: Pick<World, 'db'>, { companyId, userId }: Owner): Promise<Device[]> {
  return db.read.all<Device>(
    sql`select * from push_devices where company_id = ${companyId} and user_id = ${userId} order by created desc, id desc`,
  )
}

/** Stores a browser as a person's device and returns its id. It stops being anyone else's, in every company. */
export const keepDevice = operation(
  'keepDevice',
  async (tx, { companyId, userId, endpoint, hash, p256dh, auth, name }: NewDevice): Promise<number> => {
    const known = await tx.get<{ id: number }>(
      sql`select id from push_devices where company_id = ${companyId} and hash = ${hash}`,
    )
    await tx.run(sql`delete from push_devices where hash = ${hash} and company_id <> ${companyId}`)
    if (known) {
      await tx.run(sql`update push_devices set user_id = ${userId}, p256dh = ${p256dh}, auth = ${auth}, name = ${name}
        where company_id = ${companyId} and id = ${known.id}`)
    }
    const id = known?.id ?? (await UnitOfWork.takeId(tx, companyId))
    if (!known)
      await tx.run(sql`insert into push_devices (company_id, id, user_id, hash, endpoint, p256dh, auth, name, created,
          last_sent, last_outcome)
        values (${companyId}, ${id}, ${userId}, ${hash}, ${endpoint}, ${p256dh}, ${auth}, ${name}, ${tx.now}, 0, '')`)
    const lastUsed = sql`case when d.id = ${id} then 1 else 0 end desc,
      case when d.last_sent > d.created then d.last_sent else d.created end desc, d.id desc`
    await tx.run(sql`delete from push_devices where company_id = ${companyId} and id in (
      select d.id from push_devices d where d.company_id = ${companyId} and d.user_id = ${userId}
      order by ${lastUsed} limit 1000 offset ${devicesMax})`)
    return id
  },
)

/** Removes a person's device; returns how many were removed. */
export const removeDevice = operation('removeDevice', async (tx, { companyId, userId, id }: Owner & { id: number }) =>
  tx.run(sql`delete from push_devices where company_id = ${companyId} and user_id = ${userId} and id = ${id}`),
)

/** Stores the outcome of a test push. A device whose subscription has ended is deleted. */
export const noteOutcome = operation(
  'noteOutcome',
  async (
    tx,
    { companyId, id, outcome }: { companyId: number; id: number; outcome: 'sent' | 'failed' | 'gone' },
  ): Promise<void> => {
    const own = sql`company_id = ${companyId} and id = ${id}`
    if (outcome === 'gone') await tx.run(sql`delete from push_devices where ${own}`)
    else if (outcome === 'failed') await tx.run(sql`update push_devices set last_outcome = 'failed' where ${own}`)
    else await tx.run(sql`update push_devices set last_outcome = 'sent', last_sent = ${tx.now} where ${own}`)
  },
)
