import { administrator } from '../../company/rights/rights.ts'
import { type Run, writeItems } from '../../engine/batch.ts'
import { type Operation, operation, sql, type Tx } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import { users } from '../../resources/users.ts'
import { firstOf } from '../../rules/elements.ts'
import {
  type Arrival,
  type Claims,
  decideArrival,
  type Known,
  mappedGroup,
  type SsoRefusal,
} from '../../rules/people/single_sign_on.ts'
import { identityKey } from '../../rules/text/identity.ts'
import { hashPassword } from '../people.ts'
import { ssoDomains } from './domains.ts'
import { type SsoProvider, ssoProviderOf } from './providers.ts'

/** The person, and how they were identified; or why they may not sign in. */
type Arrived = { kind: 'enter' | 'link' | 'create'; userId: number } | { refused: SsoRefusal }

/**
 * Finds, links or creates the person whom a company's provider has signed in, and puts them into their group, all in
 * one transaction. Undefined if the company no longer uses the provider.
 */
export const arriveWithSso: Operation<{ companyId: number; issuer: string; claims: Claims }, Arrived | undefined> =
  operation(
    'identity.arriveWithSso',
    async (tx, { companyId, issuer, claims }) => {
      await tx.lockCompany(companyId)
      const provider = await ssoProviderOf(tx, companyId)
      if (!provider || provider.mode === 'off' || provider.issuer !== issuer) return undefined
      const domains = (await ssoDomains(tx, companyId)).filter(({ verified }) => verified > 0)
      const known = await loadKnown(tx, provider, claims)
      const verified = domains.map(({ domain }) => domain)
      const arrival = decideArrival(claims, known, { createsPeople: provider.createsPeople, domains: verified })
      if (arrival.kind === 'refuse') return { refused: arrival.why }
      const group = await activeGroup(tx, companyId, mappedGroup(claims.groups, provider.groupMap))
      const userId = await settle(tx, companyId, claims, arrival, group)
      if (userId === undefined) return { refused: 'username-taken' }
      await tx.run(sql`insert into sso_people (company_id, issuer, subject, user_id, created, last_used)
        values (${companyId}, ${issuer}, ${claims.subject}, ${userId}, ${tx.now}, ${tx.now})
        on conflict (company_id, issuer, subject) do update set last_used = excluded.last_used`)
      return { kind: arrival.kind, userId }
    },
    ({ companyId }) => companyId,
  )

/** The company's data about the person with these claims. */
async function loadKnown(
  tx: Tx,
  { companyId, issuer }: SsoProvider,
  { subject, email, username }: Claims,
): Promise<Known> {
  const linked = await tx.get<{ id: number; active: number }>(sql`select u.id, u.active from sso_people s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = ${companyId} and s.issuer = ${issuer} and s.subject = ${subject}`)
  if (linked) return { linked: { id: linked.id, active: linked.active === 1 }, named: [], isTaken: false }
  const key = identityKey(email)
  const wanted = identityKey(username)
  const rows = await tx.all<{ id: number; active: number; is_linked: number; is_named: number }>(
    sql`select u.id, u.active, case when u.username_key = ${key} or u.email_key = ${key} then 1 else 0 end as is_named,
        case when s.user_id is null then 0 else 1 end as is_linked
      from users u left join sso_people s on s.company_id = u.company_id and s.user_id = u.id and s.issuer = ${issuer}
      where u.company_id = ${companyId} and ((${key} <> '' and (u.username_key = ${key} or u.email_key = ${key}))
        or (${wanted} <> '' and u.username_key = ${wanted}))`,
  )
  const named = rows.filter((row) => row.is_named === 1)
  return {
    linked: undefined,
    named: named.map(({ id, active, is_linked }) => ({ id, active: active === 1, isLinked: is_linked === 1 })),
    isTaken: rows.length > named.length,
  }
}

/** Creates the person, or moves them into their group. Returns the id; undefined if the person cannot be created. */
async function settle(
  tx: Tx,
  companyId: number,
  claims: Claims,
  arrival: Exclude<Arrival, { kind: 'refuse' }>,
  group_id: number | undefined,
): Promise<number | undefined> {
  if (arrival.kind !== 'create') {
    if (group_id !== undefined) await save(tx, companyId, 'update', { id: arrival.userId, group_id })
    return arrival.userId
  }
  const { firstName: first_name, lastName: last_name, email } = claims
  const item = { first_name, last_name, email, username: arrival.username, require_password_change: false }
  return save(tx, companyId, 'create', { ...item, ...(group_id !== undefined && { group_id }) })
}

/**
 * Writes a person as the server, following the rules of the resource. Returns the id; undefined if the rules refuse it.
 */
async function save(tx: Tx, companyId: number, verb: 'create' | 'update', item: Item): Promise<number | undefined> {
  const actor = administrator(companyId, 'Single sign-on')
  const never = () => {
    throw new Error('Single sign-on archives no one')
  }
  const unused = { uuid: never, reloadActor: never, passwordProblem: never, revokeUsers: never }
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
