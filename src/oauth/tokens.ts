import { Refusal } from '../engine/errors.ts'
import { inList, name, type Operation, oneRow, operation, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { digest } from '../identity/factors/secrets.ts'
import { type Account, newToken } from '../identity/names.ts'
import { day } from '../rules/time/calendar.ts'
import { tables } from '../tables/tables.ts'
import type { World } from '../world.ts'
import { readScopes } from './scopes.ts'

/** Default life of a manually created token: 60 days, in microseconds. */
const manualTokenLife = 60 * day

/** Maximum life of a manually created token: ten years. */
const manualTokenLifeMax = 3653 * day

/** Most manually created tokens that one person may have at once. */
const tokensMax = 100

/** An access token as shown to its owner, created manually or granted to an application. */
export interface TokenInfo {
  readonly id: number
  readonly userId: number
  readonly kind: 'oauth' | 'manual'
  readonly name: string
  readonly application: string
  readonly clientId: string
  readonly created: number
  readonly expires: number
  readonly lastUsed: number
  /** Its scopes; '' is everything. */
  readonly scopes: string
}

/**
 * Creates a token manually. Its text is returned only here. `expires` is an instant, by default in 60 days; `scopes` are
 * separated by spaces, by default everything.
 */
export async function createToken(
  world: World,
  given: Account & { name: string; application?: string; expires?: number; scopes?: string },
): Promise<{ id: number; token: string; expires: number }> {
  const now = world.now()
  const expires = given.expires ?? now + manualTokenLife
  if (given.name.trim() === '' || given.name.length > 100) throw new Refusal(417, 'name_length')
  checkExpiry(expires, now)
  const token = newToken(world, given.companyId)
  const { companyId, userId, name } = given
  const scopes = readScopes(given.scopes ?? '')
  const row = { companyId, userId, name: name.trim(), application: given.application ?? name.trim(), expires, scopes }
  const id = await world.db.write(insertToken, { ...row, hash: digest(token) }, now)
  return { id, token, expires }
}

/** Valid tokens of one user, or of the whole company, newest first. */
export async function listTokens(world: World, companyId: number, userId?: number): Promise<TokenInfo[]> {
  const owner = userId === undefined ? sql`1 = 1` : sql`user_id = ${userId}`
  return world.db.read.all<TokenInfo>(sql`select id, user_id as "userId", kind, name, application,
      client_id as "clientId", created, expires, last_used as "lastUsed", scopes
    from access_tokens where company_id = ${companyId} and ${owner} and expires > ${world.sight.clock.judging(world.now())}
    order by created desc, id desc`)
}

/** Changes the expiry of a manually created token. False if the user has no such token. */
export async function extendToken(world: World, of: Account & { id: number; expires: number }): Promise<boolean> {
  checkExpiry(of.expires, world.now())
  return world.db.write(moveExpiry, of, world.now())
}

/** Deletes a token, or the whole family of one granted to an application. False if the user has no such token. */
export async function deleteToken(world: World, of: Account & { id: number }): Promise<boolean> {
  return world.db.write(removeToken, of, world.now())
}

/** Revokes all access of users: tokens, grants, consents, sessions, links, feeds. For use inside a transaction. */
export async function revokeUsers(tx: Tx, companyId: number, userIds: readonly number[]): Promise<void> {
  const theirs = sql`company_id = ${companyId} and ${inList(sql`user_id`, userIds)}`
  await tx.run(sql`delete from oauth_records where ${theirs} and kind = ${'Grant'}`)
  for (const [table, { access }] of Object.entries(tables))
    if (access) await tx.run(sql`delete from ${name(table)} where ${theirs}`)
}

/** Revokes a family: the grant with its codes, refresh and access tokens. For use inside a transaction. */
export async function revokeGrant(tx: Tx, companyId: number, grantId: string): Promise<void> {
  // The grant first: issuing a token locks that row, so no token can be issued after this.
  await tx.run(sql`delete from oauth_records
    where company_id = ${companyId} and grant_id = ${grantId} and kind = ${'Grant'}`)
  await tx.run(sql`delete from oauth_records where company_id = ${companyId} and grant_id = ${grantId}`)
  await tx.run(sql`delete from access_tokens where company_id = ${companyId} and grant_id = ${grantId}`)
}

type NewToken = Account & { name: string; application: string; expires: number; hash: string; scopes: string }

/** Stores a manually created token and returns its id. */
export const insertToken: Operation<NewToken, number> = operation('oauth.insertToken', async (tx, given) => {
  const id = await UnitOfWork.takeId(tx, given.companyId)
  const known = await oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from access_tokens
    where company_id = ${given.companyId} and user_id = ${given.userId} and kind = ${'manual'} and expires > ${tx.now}`,
  )
  if (known.count >= tokensMax) throw new Refusal(417, 'too_many_manual_tokens', { max: tokensMax })
  await tx.run(sql`insert into access_tokens (company_id, hash, id, user_id, kind, name, client_id, application,
      grant_id, payload, created, expires, last_used, scopes)
    values (${given.companyId}, ${given.hash}, ${id}, ${given.userId}, ${'manual'}, ${given.name}, ${''},
      ${given.application}, ${''}, ${''}, ${tx.now}, ${given.expires}, 0, ${given.scopes})`)
  return id
})

/** Changes when a manually created token expires. */
export const moveExpiry: Operation<Account & { id: number; expires: number }, boolean> = operation(
  'oauth.moveExpiry',
  async (tx, { companyId, userId, id, expires }) => {
    const changed = await tx.run(sql`update access_tokens set expires = ${expires}
      where company_id = ${companyId} and user_id = ${userId} and id = ${id} and kind = ${'manual'}`)
    return changed > 0
  },
)

/** Removes a token, with its family if it was granted. */
export const removeToken: Operation<Account & { id: number }, boolean> = operation(
  'oauth.removeToken',
  async (tx, { companyId, userId, id }) => {
    const row = await tx.get<{ grant_id: string }>(sql`select grant_id from access_tokens
      where company_id = ${companyId} and user_id = ${userId} and id = ${id}`)
    if (!row) return false
    if (row.grant_id) await revokeGrant(tx, companyId, row.grant_id)
    else await tx.run(sql`delete from access_tokens where company_id = ${companyId} and id = ${id}`)
    return true
  },
)

function checkExpiry(expires: number, now: number): void {
  if (!Number.isSafeInteger(expires) || expires <= now) throw new Refusal(417, 'expiry_in_past')
  if (expires > now + manualTokenLifeMax) throw new Refusal(417, 'expiry_too_late')
}
