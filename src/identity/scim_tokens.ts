import { RequestError } from '../engine/errors.ts'
import { type Operation, oneRow, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { World } from '../world.ts'
import { digest } from './factors/secrets.ts'
import { newToken } from './names.ts'

/** The most tokens per company. */
const tokensMax = 10

/** Microseconds between updates of `lastUsed`. */
const usedEvery = 900_000_000

/** A token of an identity provider, without the token itself. Instants in microseconds, 0 for never. */
type ScimToken = { id: number; name: string; created: number; lastUsed: number }

/** The tokens of a company, newest first. */
export function scimTokens({ db }: Pick<World, 'db'>, companyId: number): Promise<ScimToken[]> {
  return db.read.all<ScimToken>(sql`select id, name, created, last_used as "lastUsed" from scim_tokens
    where company_id = ${companyId} order by created desc, id desc`)
}

/** Creates a token; `userId` is 0 for the command line. Its text is returned only here. RequestError 417. */
export async function createScimToken(
  world: World,
  { companyId, userId }: { companyId: number; userId: number },
  name: string,
): Promise<{ id: number; token: string }> {
  if (name.trim() === '' || name.length > 100) throw new RequestError(417, 'name_length')
  const token = newToken(world, companyId)
  const input = { companyId, userId, name: name.trim(), hash: digest(token) }
  const id = await world.db.write(insertScimToken, input, world.now())
  return { id, token }
}

/** The name of a company's token; undefined if it is unknown. */
export async function nameOfScimToken(world: World, companyId: number, token: string): Promise<string | undefined> {
  const hash = digest(token)
  const found = await world.db.read.get<{ name: string; last_used: number }>(sql`select name, last_used from scim_tokens
    where company_id = ${companyId} and hash = ${hash}`)
  if (!found) return undefined
  if (found.last_used < world.now() - usedEvery) await world.db.write(touchScimToken, { companyId, hash }, world.now())
  return found.name
}

type NewToken = { companyId: number; userId: number; name: string; hash: string }

/** Stores a token and returns its id. RequestError 417 if there are too many. */
export const insertScimToken: Operation<NewToken, number> = operation(
  'scim.insertToken',
  async (tx, { companyId, userId, name, hash }) => {
    const id = await UnitOfWork.takeId(tx, companyId)
    const known = await oneRow<{ count: number }>(
      tx,
      sql`select count(*) as count from scim_tokens where company_id = ${companyId}`,
    )
    if (known.count >= tokensMax) throw new RequestError(417, 'too_many_tokens', { max: tokensMax })
    await tx.run(sql`insert into scim_tokens (company_id, id, hash, name, created, last_used, created_by_user_id)
      values (${companyId}, ${id}, ${hash}, ${name}, ${tx.now}, 0, ${userId})`)
    return id
  },
)

/** Records that a token is in use. */
export const touchScimToken: Operation<{ companyId: number; hash: string }, void> = operation(
  'scim.touchToken',
  async (tx, { companyId, hash }) => {
    await tx.run(sql`update scim_tokens set last_used = ${tx.now} where company_id = ${companyId} and hash = ${hash}`)
  },
)

/** Deletes a token. False if there is none with this id. */
export const removeScimToken: Operation<{ companyId: number; id: number }, boolean> = operation(
  'scim.removeToken',
  async (tx, { companyId, id }) =>
    (await tx.run(sql`delete from scim_tokens where company_id = ${companyId} and id = ${id}`)) > 0,
)
