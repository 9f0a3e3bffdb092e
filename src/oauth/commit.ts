import { type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { type Account, companyOfClient } from '../identity/names.ts'
import { second } from '../rules/time/calendar.ts'
import { bothScopes } from './scopes.ts'
import { revokeGrant } from './tokens.ts'

/** How long a confidential client that lost the response may repeat a refresh. */
const repeatSeconds = 60

/** How long the access token replaced by a refresh keeps working, at most. */
const replacedSeconds = 600

/** A row to be stored in oauth_records. */
export interface StoredRecord {
  readonly companyId: number
  readonly hash: string
  readonly kind: string
  readonly userId: number
  readonly clientId: string
  readonly grantId: string
  readonly payload: string
  readonly expires: number
}

/** An access token to be stored. */
export interface StoredToken {
  readonly companyId: number
  readonly hash: string
  readonly userId: number
  readonly clientId: string
  readonly application: string
  readonly grantId: string
  readonly expires: number
  /** Its scopes; '' is everything. */
  readonly scopes: string
}

/** A code or refresh token that is being exchanged. */
export interface Redemption {
  readonly companyId: number
  readonly hash: string
  readonly kind: 'AuthorizationCode' | 'RefreshToken'
  readonly grantId: string
  readonly clientId: string
  readonly confidential: boolean
  /** It was already spent when the request looked it up. */
  readonly late: boolean
  /** The time by which expiry is judged, because the machine's clock may be wrong. */
  readonly judged: number
  /** When the request arrived. */
  readonly started: number
  /** The response, encrypted with the token itself; stored for a client that loses it. */
  readonly answer: string
  /** The person must have allowed the application later than this, in microseconds. */
  readonly allowedSince: number
}

/** All changes of one request to the provider. */
export interface Changes {
  readonly redeem: Redemption | undefined
  /** Interactions that end with this request; each can be ended only once. */
  readonly end: readonly { companyId: number; hash: string }[]
  readonly remove: readonly { companyId: number; hash: string }[]
  readonly revoke: readonly { companyId: number; grantId: string }[]
  readonly records: readonly StoredRecord[]
  readonly tokens: readonly StoredToken[]
}

/** The result: done, refused, or the response that the same request received before. */
export type Outcome = { done: true } | { done: false; answer?: string }

/**
 * Commits all changes of one request to the provider in one transaction: a code is never spent without its tokens being
 * stored, and of any number of concurrent requests with the same code or refresh token exactly one succeeds.
 */
export const commitChanges: Operation<Changes, Outcome> = operation('oauth.commit', async (tx, changes) => {
  for (const { companyId, hash } of changes.end) {
    const ended = await tx.run(sql`delete from oauth_records where company_id = ${companyId} and hash = ${hash}`)
    if (ended === 0) return { done: false }
  }
  if (changes.redeem) {
    const refused = await redeem(tx, changes.redeem, Math.max(0, ...changes.records.map((record) => record.expires)))
    if (refused) return refused
  }
  for (const { companyId, hash } of changes.remove) {
    await tx.run(sql`delete from oauth_records where company_id = ${companyId} and hash = ${hash}`)
    await tx.run(sql`delete from access_tokens where company_id = ${companyId} and hash = ${hash}`)
  }
  for (const { companyId, grantId } of changes.revoke) await revokeGrant(tx, companyId, grantId)
  for (const record of changes.records) await putRecord(tx, record)
  for (const token of changes.tokens) await putToken(tx, token)
  return { done: true }
})

/** Spends the code or refresh token. Returns the outcome if that is not possible. */
async function redeem(tx: Tx, given: Redemption, familyExpires: number): Promise<Outcome | undefined> {
  const { companyId, hash, kind, grantId, allowedSince } = given
  // The family lives as long as its newest refresh token. Updating its row first serializes all requests that issue
  // tokens of the family or revoke it.
  const alive = await tx.run(sql`update oauth_records
    set expires = case when expires < ${familyExpires} then ${familyExpires} else expires end
    where company_id = ${companyId} and grant_id = ${grantId} and kind = ${'Grant'}
      and created > ${allowedSince}`)
  if (alive === 0) return { done: false }

  const won = await tx.run(sql`update oauth_records set consumed = ${tx.now}, answer = ${given.answer}
    where company_id = ${companyId} and hash = ${hash} and kind = ${kind} and consumed = 0 and expires > ${given.judged}`)
  if (won === 0) return spent(tx, given)

  const known = await tx.run(sql`update applications set last_used = ${tx.now}
    where company_id = ${companyOfClient(given.clientId) ?? 0} and client_id = ${given.clientId}`)
  if (known === 0) return { done: false }
  if (kind === 'RefreshToken') {
    const until = tx.now + replacedSeconds * second
    await tx.run(sql`update access_tokens set expires = ${until}
      where company_id = ${companyId} and grant_id = ${grantId} and expires > ${until}`)
  }
  return undefined
}

/**
 * Handles the second use of a code or refresh token. It suggests theft, so the family is revoked, unless the request was
 * already under way when the first one was served, or repeats a refresh whose response was lost.
 */
async function spent(tx: Tx, given: Redemption): Promise<Outcome> {
  const { companyId, hash } = given
  const row = await tx.get<{ consumed: number; answer: string }>(
    sql`select consumed, answer from oauth_records where company_id = ${companyId} and hash = ${hash}`,
  )
  if (!row || row.consumed === 0) return { done: false } // expired or gone
  const { consumed, answer } = row
  const lost = given.kind === 'RefreshToken' && given.confidential && tx.now - consumed <= repeatSeconds * second
  if (lost) return { done: false, answer }
  if (given.late && given.started >= consumed) await revokeGrant(tx, companyId, given.grantId)
  return { done: false }
}

/** Records that a person has allowed an application to act for them, within scopes; new consents only add scopes. */
export const insertConsent: Operation<Account & { clientId: string; scopes: string }, void> = operation(
  'oauth.insertConsent',
  async (tx, { companyId, userId, clientId, scopes }) => {
    const earlier = await tx.get<{ scopes: string }>(sql`select scopes from consents
      where company_id = ${companyId} and user_id = ${userId} and client_id = ${clientId}`)
    const both = earlier ? bothScopes(earlier.scopes, scopes) : scopes
    await tx.run(sql`insert into consents (company_id, user_id, client_id, created, scopes)
      values (${companyId}, ${userId}, ${clientId}, ${tx.now}, ${both})
      on conflict (company_id, user_id, client_id) do update set scopes = excluded.scopes`)
  },
)

/** Stores a record, or the new payload of an existing one; its expiry never changes. */
async function putRecord(tx: Tx, record: StoredRecord): Promise<void> {
  await tx.run(sql`insert into oauth_records
      (company_id, hash, kind, user_id, client_id, grant_id, payload, answer, created, expires, consumed)
    values (${record.companyId}, ${record.hash}, ${record.kind}, ${record.userId}, ${record.clientId},
      ${record.grantId}, ${record.payload}, ${''}, ${tx.now}, ${record.expires}, 0)
    on conflict (company_id, hash) do update set payload = excluded.payload`)
}

async function putToken(tx: Tx, token: StoredToken): Promise<void> {
  const id = await UnitOfWork.takeId(tx, token.companyId)
  await tx.run(sql`insert into access_tokens (company_id, hash, id, user_id, kind, name, client_id, application,
      grant_id, payload, created, expires, last_used, scopes)
    values (${token.companyId}, ${token.hash}, ${id}, ${token.userId}, ${'oauth'}, ${token.application},
      ${token.clientId}, ${token.application}, ${token.grantId}, ${''}, ${tx.now}, ${token.expires}, 0, ${token.scopes})`)
}
