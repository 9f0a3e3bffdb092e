import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteInAudit } from '../audit/write.ts'
import { addressAllowed } from '../company/allowed_addresses.ts'
import type { Config } from '../config.ts'
import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { propertiesOf } from '../engine/fields.ts'
import { RecentMap } from '../engine/recent_values.ts'
import type { Identity } from '../identity/index.ts'
import { minute } from '../rules/calendar.ts'
import { inspected } from '../rules/inspection.ts'
import { missingScope } from '../rules/scopes.ts'
import { clientHeader, pathIn } from '../wire/request.ts'
import type { World } from '../world.ts'
import { callerHeaders } from './answers.ts'
import { type Caller, CallerLookup } from './caller.ts'
import { RateLimit } from './rate_limit.ts'

/**
 * Finds the caller of a request by its bearer token or browser session, checks the address and counts the request
 * toward the rate limit, unless this is a second check after a wait. Throws RequestError 401, 403, 429 or 499.
 */
export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
  now: number,
  isCounted?: boolean,
) => Promise<Authenticated>

/** A caller, with the hash of the session if there is one. */
export type Authenticated = Caller & { session: string | undefined }

/** The rate limit of a session is this many times that of a token: a page of the web app sends several requests at once. */
const sessionFactor = 10

/** Recognizes callers of earlier requests without asking the database. */
export interface Recognition {
  /** Undefined if the caller needs full authentication: unknown, to be refused, or acting in a managed client. */
  recognize(request: IncomingMessage, now: number): Caller | undefined
  /** Counts a request of a caller and returns the RateLimit headers; undefined if it must be refused. */
  count(caller: Caller, now: number): Record<string, string> | undefined
}

/**
 * Makes the function that authenticates every request to the API, and the fast path for callers who were seen before.
 */
export function authenticator(
  world: World,
  config: Config,
  identity: Identity,
): { authenticate: Authenticate; recognition: Recognition } {
  const callers = new CallerLookup(world.db)
  const rateLimit = new RateLimit(config.rateLimit)
  const noted = new RecentMap<number>(4096)

  const authenticate: Authenticate = async (request, reply, now, isCounted = false) => {
    const { authorization } = request.headers
    const session = authorization === undefined ? await identity.signedIn(request) : undefined
    // A browser sends the cookie along with requests from any site, but a page on another site cannot hide its origin.
    if (session && request.method !== 'GET' && !identity.isOurs(request))
      throw new RequestError(403, 'request_from_other_page')
    const caller = session ? await callers.ofSession(session, now) : await callers.ofToken(authorization, now)
    const seen = world.sight.requests.of(request.raw)
    seen.asker = caller.actor
    refuseAddress(caller.company, request.ip)
    refuseScope(caller.actor, request)
    if (!isCounted) {
      reply.headers(callerHeaders(request.raw.url!))
      reply.headers(rateLimit.count(caller, session ? sessionFactor : 1, now))
    }
    if (caller.actor.inspects) await passInspector(world, caller.actor, request, { now, isCounted, noted })
    const client = request.headers[clientHeader]
    if (client === undefined) return { ...caller, session: session?.hash }
    const acting = await callers.actingFor(caller, String(client))
    seen.asker = acting.actor
    refuseAddress(acting.company, request.ip)
    return { ...acting, session: session?.hash }
  }
  const recognition: Recognition = {
    recognize({ headers }, now) {
      const caller = callers.known(headers.authorization, now)
      if (!caller || headers[clientHeader] !== undefined || caller.company.block_addresses === 1) return undefined
      if (caller.actor.scopes || caller.actor.inspects) return undefined
      return rateLimit.isUsedUp(caller, now) ? undefined : caller
    },
    count: (caller, now) => (rateLimit.isUsedUp(caller, now) ? undefined : rateLimit.count(caller, 1, now)),
  }
  return { authenticate, recognition }
}

function refuseAddress(company: CompanyRow, address: string): void {
  if (company.block_addresses === 1 && !addressAllowed(company, address))
    throw new RequestError(499, 'address_not_authorized')
}

/** Throws RequestError 403 if the token's scopes do not cover the request (RFC 6750, section 3.1). */
function refuseScope({ scopes }: Actor, { method, url }: FastifyRequest): void {
  if (!scopes || url === assistants) return
  const challenge = 'Bearer error="insufficient_scope"'
  if (!url.startsWith(`${api}/`))
    throw new RequestError(403, 'token_with_scopes', {}, { headers: { 'www-authenticate': challenge } })
  const scope = missingScope(scopes, method, url.slice(api.length))
  if (scope === undefined) return
  throw new RequestError(
    403,
    'scope_missing',
    { scope },
    {
      headers: { 'www-authenticate': `${challenge}, scope="${scope}"` },
    },
  )
}

/** Lets an inspector read records, and audits what they looked at. Throws RequestError 403 for everything else. */
async function passInspector(
  { db }: World,
  { companyId, userId }: Actor,
  { method, url, body, query }: FastifyRequest,
  { now, isCounted, noted }: { now: number; isCounted: boolean; noted: RecentMap<number> },
): Promise<void> {
  const path = pathIn(url).replace(/\/+/g, '/').replace(/\/$/, '')
  const passes = inspected(method, path)
  if (passes === 'refused') throw new RequestError(403, 'inspector_only_reads')
  if (passes === 'allowed' || isCounted) return
  const { start_date: from, end_date: to, user_ids, group_ids } = filtersOf(body, query)
  const asked = Object.entries({ from, to, user_ids, group_ids }).filter(([, value]) => value !== undefined)
  const texts = asked.map(([name, value]) => [name, String(value).slice(0, askedMax)])
  const details = { what: path.split('/').at(-1)!, ...Object.fromEntries(texts) }
  // A page that is left open repeats its request after each change in the company.
  const key = `${companyId} ${userId} ${JSON.stringify(details)}`
  if ((noted.get(key) ?? 0) > now - 15 * minute) return
  noted.set(key, now)
  const entry = { kind: 'exports', event: 'records inspected', userId, details }
  await db.write(noteInAudit, { companyId, entry }, now)
}

/** The most characters of a filter that the audit records. */
const askedMax = 200

/** The filters of a request, from the query or the body of a report. */
function filtersOf(body: unknown, query: unknown): Record<string, unknown> {
  if (typeof body !== 'string') return propertiesOf(query)
  try {
    return JSON.parse(body).data ?? {}
  } catch {
    return {}
  }
}

const api = '/api/v1'

/** Where assistants connect. They use the API through it, and each of those requests is checked separately. */
const assistants = '/mcp'
