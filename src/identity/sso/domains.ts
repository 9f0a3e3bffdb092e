import { RequestError } from '../../engine/errors.ts'
import { type Handle, type Operation, operation, sql } from '../../engine/sql.ts'
import { domainRecord, readDomain } from '../../rules/people/single_sign_on.ts'
import type { World } from '../../world.ts'

/** The most domains per company. */
const domainsMax = 100

/** A domain of a company. `verified`: when, in microseconds; 0 for not yet. */
type SsoDomain = { domain: string; token: string; verified: number }

/** The domains of a company, by name. */
export function ssoDomains(handle: Handle, companyId: number): Promise<SsoDomain[]> {
  return handle.all<SsoDomain>(sql`select domain, token, verified from sso_domains
    where company_id = ${companyId} order by domain`)
}

/** Adds a domain, which counts once it is verified. Returns it as stored. RequestError 417. */
export async function addDomain(world: World, companyId: number, given: string, verified = false): Promise<string> {
  const domain = readDomain(given)
  if (domain === undefined) throw new RequestError(417, 'domain_malformed')
  const token = world.random(16).toString('hex')
  await world.db.write(insertSsoDomain, { companyId, domain, token, verified }, world.now())
  return domain
}

/**
 * Looks for the TXT record of a domain, and marks the domain as verified if it is there. RequestError 404 for an
 * unknown domain, 417 if the record is not there.
 */
export async function verifyDomain(world: World, companyId: number, domain: string): Promise<void> {
  const found = (await ssoDomains(world.db.read, companyId)).find((one) => one.domain === domain)
  if (!found) throw new RequestError(404, 'no_such_domain')
  const records = await world.resolveTxt(domain).catch((): string[][] => [])
  const wanted = domainRecord(found.token)
  if (!records.some((parts) => parts.join('').trim() === wanted))
    throw new RequestError(417, 'domain_record_missing', { domain, record: wanted })
  await world.db.write(markSsoDomain, { companyId, domain, token: found.token }, world.now())
}

/**
 * Stores a domain. Throws RequestError 417 if it already exists or there are too many. `verified`: the operator vouches
 * for it.
 */
export const insertSsoDomain: Operation<{ companyId: number; domain: string; token: string; verified: boolean }, void> =
  operation(
    'identity.insertSsoDomain',
    async (tx, { companyId, domain, token, verified }) => {
      await tx.lockCompany(companyId)
      const known = await ssoDomains(tx, companyId)
      if (known.some((one) => one.domain === domain && (one.verified > 0 || !verified)))
        throw new RequestError(417, 'domain_exists', { domain })
      if (known.length >= domainsMax) throw new RequestError(417, 'too_many_domains', { max: domainsMax })
      const since = verified ? tx.now : 0
      await tx.run(sql`insert into sso_domains (company_id, domain, token, verified, created)
      values (${companyId}, ${domain}, ${token}, ${since}, ${tx.now})
      on conflict (company_id, domain) do update set verified = excluded.verified`)
    },
    ({ companyId }) => companyId,
  )

/** Marks a domain as verified. */
export const markSsoDomain: Operation<{ companyId: number; domain: string; token: string }, void> = operation(
  'identity.markSsoDomain',
  async (tx, { companyId, domain, token }) => {
    await tx.run(sql`update sso_domains set verified = ${tx.now}
      where company_id = ${companyId} and domain = ${domain} and token = ${token}`)
  },
)

/** Removes a domain. False if it was not there. */
export const removeSsoDomain: Operation<{ companyId: number; domain: string }, boolean> = operation(
  'identity.removeSsoDomain',
  async (tx, { companyId, domain }) =>
    (await tx.run(sql`delete from sso_domains where company_id = ${companyId} and domain = ${domain}`)) > 0,
)
