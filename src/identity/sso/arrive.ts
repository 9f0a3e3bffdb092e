import { administrator } from '../../company/rights/rights.ts'
import { type Run, writeItems } from '../../engine/batch.ts'
import { type Handle, type Operation, operation, sql, type Tx } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import { users } from '../../resources/users.ts'
import { firstOf } from '../../rules/elements.ts'
import {
  type Answered,
  type Arrival,
  type Claims,
  decideArrival,
  type Known,
  mappedGroup,
  type SsoRefusal,
} from '../../rules/people/single_sign_on.ts'
import { ssoApplication, type Voucher } from '../../rules/people/vouching.ts'
import { identityKey } from '../../rules/text/identity.ts'
import { proveAddress } from '../addresses.ts'
import { hashPassword } from '../people.ts'
import { ssoDomains } from './domains.ts'
import { type SsoProvider, ssoProviderOf } from './providers.ts'

/** The person, and how they were identified; the people whose password is asked for; or why they may not sign in. */
type Arrived =
  | { kind: 'enter' | 'link' | 'create'; userId: number }
  | { kind: 'ask'; userIds: readonly number[]; mayCreate: boolean }
  | { refused: SsoRefusal }

type Arriving = { companyId: number; issuer: string; claims: Claims; answered?: Answered }

/**
 * Finds, links or creates the person whom a company's provider has signed in, and puts them into their group, all in
 * one transaction. Undefined if the company no longer uses the provider.
 */
export const arriveWithSso: Operation<Arriving, Arrived | undefined> = operation(
  'identity.arriveWithSso',
  async (tx, { companyId, issuer, claims, answered }) => {
    await tx.lockCompany(companyId)
    const provider = await ssoProviderOf(tx, companyId)
    if (!provider || provider.mode === 'off' || provider.issuer !== issuer) return undefined
    const arrival = await foresee(tx, provider, claims, answered)
    if (arrival.kind === 'refuse') return { refused: arrival.why }
    if (arrival.kind === 'ask') return arrival
    const group = await activeGroup(tx, companyId, mappedGroup(claims.groups, provider.groupMap))
    const userId = await settle(tx, companyId, claims, arrival, group)
    if (userId === undefined) return { refused: 'username-taken' }
    const vouched = arrival.kind === 'link' ? arrival.vouched : ''
    await tx.run(sql`insert into sso_people (company_id, issuer, subject, user_id, created, last_used, vouched_by)
      values (${companyId}, ${issuer}, ${claims.subject}, ${userId}, ${tx.now}, ${tx.now}, ${vouched || 'provider'})
      on conflict (company_id, issuer, subject) do update set last_used = excluded.last_used`)
    return { kind: arrival.kind, userId }
  },
  ({ companyId }) => companyId,
)

/** What would happen to the person with these claims. Changes nothing. */
export async function foresee(
  handle: Handle,
  provider: SsoProvider,
  claims: Claims,
  answered?: Answered,
): Promise<Arrival> {
  const domains = (await ssoDomains(handle, provider.companyId)).filter(({ verified }) => verified > 0)
  const known = await loadKnown(handle, provider, claims)
  const choices = { createsPeople: provider.createsPeople, domains: domains.map(({ domain }) => domain) }
  return decideArrival(claims, known, choices, answered)
}

type CandidateRow = {
  id: number
  active: number
  is_linked: number
  is_named: number
  has_password: number
  vouched: Voucher
}

/** The company's data about the person with these claims. */
async function loadKnown(
  handle: Handle,
  { companyId, issuer }: Pick<SsoProvider, 'companyId' | 'issuer'>,
  { subject, email, username }: Claims,
): Promise<Known> {
  const linked = await handle.get<{ id: number; active: number }>(sql`select u.id, u.active from sso_people s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = ${companyId} and s.issuer = ${issuer} and s.subject = ${subject}`)
  if (linked) return { linked: { id: linked.id, active: linked.active === 1 }, named: [], isTaken: false }
  const key = identityKey(email)
  const wanted = identityKey(username)
  // Usernames are given out by those who manage people.
  const rows = await handle.all<CandidateRow>(
    sql`select u.id, u.active, case when u.username_key = ${key} or u.email_key = ${key} then 1 else 0 end as is_named,
        case when s.user_id is null then 0 else 1 end as is_linked,
        case when u.password = '' then 0 else 1 end as has_password,
        case when u.username_key = ${key} then 'administrator' else u.email_vouched_by end as vouched
      from users u left join sso_people s on s.company_id = u.company_id and s.user_id = u.id and s.issuer = ${issuer}
      where u.company_id = ${companyId} and ((${key} <> '' and (u.username_key = ${key} or u.email_key = ${key}))
        or (${wanted} <> '' and u.username_key = ${wanted}))
      order by u.id`,
  )
  const named = rows.filter((row) => row.is_named === 1)
  return {
    linked: undefined,
    named: named.map(({ id, active, is_linked, has_password, vouched }) => ({
      ...{ id, vouched, active: active === 1, isLinked: is_linked === 1, hasPassword: has_password === 1 },
    })),
    isTaken: rows.length > named.length,
  }
}

/** Creates the person, or moves them into their group. Returns the id; undefined if the person cannot be created. */
async function settle(
  tx: Tx,
  companyId: number,
  claims: Claims,
  arrival: Exclude<Arrival, { kind: 'refuse' | 'ask' }>,
  group_id: number | undefined,
): Promise<number | undefined> {
  const { firstName: first_name, lastName: last_name, email } = claims
  if (arrival.kind === 'create') {
    const item = { first_name, last_name, email, username: arrival.username, require_password_change: false }
    const made = await save(tx, companyId, 'create', { ...item, ...(group_id !== undefined && { group_id }) })
    if (made !== undefined) await proveAddress(tx, { companyId, userId: made, address: email, by: 'provider' })
    return made
  }
  const { userId } = arrival
  if (arrival.kind === 'link') await proveAddress(tx, { companyId, userId, address: email, by: 'provider' })
  if (group_id !== undefined) await save(tx, companyId, 'update', { id: userId, group_id })
  return userId
}

/**
 * Writes a person as the server, following the rules of the resource. Returns the id; undefined if the rules refuse it.
 */
async function save(tx: Tx, companyId: number, verb: 'create' | 'update', item: Item): Promise<number | undefined> {
  const actor = administrator(companyId, ssoApplication)
  const never = () => {
    throw new Error('Single sign-on archives no one')
  }
  const unused = { uuid: never, reloadActor: never, revokeUsers: never }
  const run: Run = { tx, actor, binaries: [], hashPassword, ...unused }
  const { results } = await writeItems(users, verb, { items: [item], options: {} }, run)
  const { refusal, row } = firstOf(results)
  return refusal ? undefined : row?.id
}

async function activeGroup(tx: Tx, companyId: number, groupId: number | undefined): Promise<number | undefined> {
  if (groupId === undefined) return undefined
  const found = await tx.get<{ id: number }>(
    sql`select id from groups where company_id = ${companyId} and id = ${groupId} and active = 1`,
  )
  return found?.id
}
