import type { FastifyReply, FastifyRequest } from 'fastify'
import { onlyCompany } from '../company/companies.ts'
import { sql } from '../engine/sql.ts'
import { identityKey } from '../rules/text/identity.ts'
import type { Dependencies } from './dependencies.ts'
import { translateForBrowser } from './language.ts'
import { type Account, slugOf } from './names.ts'
import { addressNotAllowed, companyNamed, mayEnter, type SignedIn } from './sign_in.ts'
import { enter } from './stages.ts'

/**
 * Signs in the person whom a trusted proxy names in the header of CLOCKHOUSE_USER_HEADER; undefined if it names no one.
 * It counts as two factors, like single sign-on: what the proxy asks for is up to the proxy.
 */
export async function arriveByProxy(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> {
  const { world } = deps
  const seen = world.sight.requests.of(request.raw)
  const { vouched } = seen
  if (vouched === undefined) return undefined
  const t = translateForBrowser(request)
  const person = await personOf(deps, vouched)
  if (!person) {
    world.sight.security.tell({ event: 'sign-in failed', with: 'proxy' }, seen)
    const problem = t('The proxy signed you in as {name}, but no one here has that username.', { name: vouched })
    return { status: 403, retry: { problem } }
  }
  if (!(await mayEnter(deps, person, request.ip))) return { status: 403, retry: { problem: t(addressNotAllowed) } }
  return enter(deps, request, reply, { ...person, by: 'proxy', strong: true, confirmed: 0 })
}

/** The person of a header: a username or, if the server has several companies, `company/username`. */
async function personOf(deps: Dependencies, vouched: string): Promise<Account | undefined> {
  const only = await onlyCompany(deps.world.db.read)
  const [company = '', ...rest] = only === undefined ? vouched.split('/') : ['', vouched]
  const companyId = only ?? (await companyNamed(deps, slugOf(company)))
  const name = identityKey(rest.join('/'))
  if (companyId === undefined || name === '' || name.length > nameMax) return undefined
  const found = await deps.world.db.read.get<{ id: number }>(
    sql`select id from users where company_id = ${companyId} and username_key = ${name} and active = 1`,
  )
  return found && { companyId, userId: found.id }
}

const nameMax = 500
