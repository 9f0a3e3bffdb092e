import { type Operation, operation, sql } from '../engine/sql.ts'
import type { World } from '../world.ts'
import { digest } from './factors/secrets.ts'
import { type Account, companyOfToken, newToken } from './names.ts'

// A calendar app fetches a person's shifts from a secret address. Knowing the address is all the authentication it needs.

/** Creates the secret of a person's feed and revokes the previous one. The secret is returned only here. */
export async function openFeed(world: World, account: Account, now: number): Promise<string> {
  const { companyId, userId } = account
  const secret = newToken(world, companyId)
  await world.db.write(putFeed, { companyId, userId, hash: digest(secret) }, now)
  return secret
}

/** When the person's feed was created, in microseconds since the epoch; undefined when there is none. */
export async function feedOpened({ db }: World, { companyId, userId }: Account): Promise<number | undefined> {
  const row = await db.read.get<{ created: number }>(
    sql`select created from calendar_feeds where company_id = ${companyId} and user_id = ${userId}`,
  )
  return row?.created
}

/** The owner of the feed with this secret; undefined when there is none. */
export async function feedOwner({ db }: World, secret: string): Promise<Account | undefined> {
  const companyId = companyOfToken(secret)
  if (companyId === undefined) return undefined
  const row = await db.read.get<{ user_id: number }>(
    sql`select user_id from calendar_feeds where company_id = ${companyId} and hash = ${digest(secret)}`,
  )
  return row && { companyId, userId: row.user_id }
}

/** Stores the hash of a new secret, replacing the previous one. */
export const putFeed: Operation<Account & { hash: string }, void> = operation(
  'identity.putFeed',
  async (tx, { companyId, userId, hash }) => {
    await tx.run(sql`delete from calendar_feeds where company_id = ${companyId} and user_id = ${userId}`)
    await tx.run(sql`insert into calendar_feeds (company_id, user_id, hash, created)
      values (${companyId}, ${userId}, ${hash}, ${tx.now})`)
  },
)

/** Removes a person's feed. */
export const removeFeed: Operation<Account, void> = operation(
  'identity.removeFeed',
  async (tx, { companyId, userId }) => {
    await tx.run(sql`delete from calendar_feeds where company_id = ${companyId} and user_id = ${userId}`)
  },
)
