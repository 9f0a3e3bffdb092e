import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { noteInAudit } from '../audit/write.ts'
import { addressAllowed } from '../company/rights/allowed_addresses.ts'
import type { Config } from '../config.ts'
import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { RecentMap } from '../engine/recent_values.ts'
import type { Identity } from '../identity/index.ts'
import { inspected } from '../rules/people/inspection.ts'
import { missingScope } from '../rules/people/scopes.ts'
import { minute } from '../rules/time/calendar.ts'
import { type Seen, underWay } from '../sight/requests.ts'
import { productVersion } from '../sight/version.ts'
import { bodyMax, textOfBody } from '../wire/body.ts'
import { deprecated, deprecationHeaders } from '../wire/deprecations.ts'
import { apiPath } from '../wire/endpoint.ts'
import { clientHeader, pathIn } from '../wire/request.ts'
import type { World } from '../world.ts'
import { queryIn } from './answers.ts'
import { type Caller, CallerLookup } from './caller.ts'

/** A request that is being answered. */
export type Visit = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly seen: Seen
  /** The headers that any response to it has, also an error. */
  readonly headers: Record<string, string>
  /** The bytes of the body, the stream of an upload, or undefined. */
  readonly body: unknown
  /** The text of the body, once it was read. */
  text?: string
  /** The time of the request, microseconds since the epoch; a long one moves on. */
  now: number
}

/**
 * Finds the caller of a request by its bearer token or browser session, checks the address and counts the request
 * toward the rate limit, unless this is a second check after a wait. Throws RequestError 401, 403, 429 or 499.
 */
export type Authenticate = (visit: Visit, isCounted?: boolean) => Caller | Promise<Caller>

/** The rate limit of a session is this many times that of a token: a page of the web app sends several requests at once. */
const sessionFactor = 10

const version = productVersion()

/** Makes the function that authenticates every request to the API. */
export function authenticator(world: World, config: Config, identity: Identity): Authenticate {
  const callers = new CallerLookup(world.db)
  const rateLimit = new RateLimit(config.rateLimit)
  const noted = new RecentMap<number>(4096)

  const find = async ({ request, seen, now }: Visit): Promise<Caller> => {
    const { headers, method } = request
    const asked = { headers, raw: request, ip: seen.address }
    const session = headers.authorization === undefined ? await identity.signedIn(asked) : undefined
    // A browser sends the cookie along with requests from any site, but a page on another site cannot hide its origin.
    if (session && method !== 'GET' && !identity.isOurs(asked)) throw new RequestError(403, 'request_from_other_page')
    const judged = world.sight.clock.judging(now)
    return session ? callers.ofSession(session, now, judged) : callers.ofToken(headers.authorization, now, judged)
  }
  const actAs = async (visit: Visit, caller: Caller, isCounted: boolean): Promise<Caller> => {
    if (caller.actor.inspects) await passInspector(world, caller.actor, visit, { isCounted, noted })
    const client = visit.request.headers[clientHeader]
    if (client === undefined) return caller
    const acting = await callers.actingFor(caller, String(client))
    visit.seen.asker = acting.actor
    refuseAddress(acting.company, visit.seen.address)
    return acting
  }
  const admit = (visit: Visit, caller: Caller, isCounted: boolean): Caller | Promise<Caller> => {
    const { request, seen, headers, now } = visit
    const { actor, company, session } = caller
    const url = request.url!
    seen.asker = actor
    refuseAddress(company, seen.address)
    if (actor.scopes) refuseScope(actor.scopes, request.method!, url)
    if (!isCounted) {
      headers['x-clockhouse-version'] = version
      if (deprecated.test(url)) Object.assign(headers, deprecationHeaders(url))
      rateLimit.count(caller, session ? sessionFactor : 1, now, headers)
    }
    const isPlain = !actor.inspects && request.headers[clientHeader] === undefined
    return isPlain ? caller : underWay.run(seen, () => actAs(visit, caller, isCounted))
  }
  return (visit, isCounted = false) => {
    const known = callers.known(visit.request.headers.authorization, visit.now)
    if (known) return admit(visit, known, isCounted)
    return underWay.run(visit.seen, async () => admit(visit, await find(visit), isCounted))
  }
}

function refuseAddress(company: CompanyRow, address: string): void {
  if (company.block_addresses === 1 && !addressAllowed(company, address))
    throw new RequestError(499, 'address_not_authorized')
}

/** Throws RequestError 403 if the token's scopes do not cover the request (RFC 6750, section 3.1). */
function refuseScope(scopes: string, method: string, url: string): void {
  if (url === assistants) return
  const challenge = 'Bearer error="insufficient_scope"'
  if (!url.startsWith(`${apiPath}/`))
    throw new RequestError(403, 'token_with_scopes', {}, { headers: { 'www-authenticate': challenge } })
  const scope = missingScope(scopes, method, url.slice(apiPath.length))
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
  visit: Visit,
  { isCounted, noted }: { isCounted: boolean; noted: RecentMap<number> },
): Promise<void> {
  const { request, now } = visit
  const url = request.url!
  const path = pathIn(url).replace(/\/+/g, '/').replace(/\/$/, '')
  const passes = inspected(request.method!, path)
  if (passes === 'refused') throw new RequestError(403, 'inspector_only_reads')
  if (passes === 'allowed' || isCounted) return
  const { start_date: from, end_date: to, user_ids, group_ids } = filtersOf(visit)
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
function filtersOf(visit: Visit): Record<string, unknown> {
  if (!(visit.body instanceof Uint8Array)) return parse(queryIn(visit.request.url!))
  try {
    return JSON.parse(textOf(visit)).data ?? {}
  } catch {
    return {}
  }
}

/** The text of a body; '' without one. Throws RequestError for bytes that cannot be read exactly. */
export function textOf(visit: Visit): string {
  const { body, request } = visit
  visit.text ??= body instanceof Uint8Array ? textOfBody(body, request.headers, bodyMax) : ''
  return visit.text
}

/** Where assistants connect. They use the API through it, and each of those requests is checked separately. */
const assistants = '/mcp'

const windowSeconds = 300

/** All tokens of a person together have this many times the limit of one token; the same is true of sessions. */
const personFactor = 4

/** Counts requests in windows of five minutes, for each token or session and for all of a person's together. */
class RateLimit {
  readonly #max: number
  #window = 0
  #counts = new Map<string, number>()

  /** `max` requests per window; 0 means no limit. */
  constructor(max: number) {
    this.#max = max
  }

  /** Counts one request and adds the RateLimit headers. Throws RequestError 429 beyond `factor` times the limit. */
  count({ token, actor }: Caller, factor: number, now: number, headers: Record<string, string>): void {
    if (this.#max === 0) return
    const seconds = this.#moveTo(now)
    const own = { used: this.#add(token), max: this.#max * factor }
    const person = personOf(actor, factor)
    const all = { used: this.#add(person), max: this.#max * factor * personFactor }
    // The limit that will be used up first.
    const { used, max } = all.max - all.used < own.max - own.used ? all : own
    const reset = (this.#window + 1) * windowSeconds - seconds
    headers['ratelimit-limit'] = String(max)
    headers['ratelimit-remaining'] = String(Math.max(0, max - used))
    headers['ratelimit-reset'] = String(reset)
    if (used > max)
      throw new RequestError(
        429,
        'too_many_requests',
        { max, seconds: windowSeconds, wait: reset },
        { headers: { 'retry-after': String(reset) } },
      )
  }

  /** Starts a new window if the instant is in another one. Returns the instant in seconds. */
  #moveTo(now: number): number {
    const seconds = Math.floor(now / 1_000_000)
    const window = Math.floor(seconds / windowSeconds)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    return seconds
  }

  #add(key: string): number {
    const used = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, used)
    return used
  }
}

function personOf({ companyId, userId }: Actor, factor: number): string {
  return `${companyId}/${userId}/${factor}`
}
