import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressAllowed } from '../company/allowed_addresses.ts'
import type { Config } from '../config.ts'
import type { CompanyRow } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import type { Identity } from '../identity/index.ts'
import type { World } from '../world.ts'
import { type Caller, CallerLookup } from './caller.ts'
import { RateLimit } from './rate_limit.ts'

/**
 * Finds the caller of a request by its bearer token or browser session, checks the address and counts the request
 * against the rate limit. Throws RequestError 401, 403, 429 or 499.
 */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply, now: number) => Promise<Authenticated>

/** A caller, with the hash of the session if there is one. */
type Authenticated = Caller & { session: string | undefined }

/** The rate limit of a session is this many times that of a token: a page of the web app sends several requests at once. */
const sessionFactor = 10

/** Makes the function that authenticates every request to the API. */
export function authenticator(world: World, config: Config, identity: Identity): Authenticate {
  const callers = new CallerLookup(world.db)
  const rateLimit = new RateLimit(config.rateLimit)

  return async (request, reply, now) => {
    const { authorization } = request.headers
    const session = authorization === undefined ? await identity.signedIn(request) : undefined
    // A browser sends the cookie along with requests from any site, but a page on another site cannot hide its origin.
    if (session && request.method !== 'GET' && !identity.isOurs(request))
      throw new RequestError(403, 'with a session, requests that change data must come from our own pages')
    const caller = session ? await callers.ofSession(session, now) : await callers.ofToken(authorization, now)
    refuseAddress(caller.company, request.ip)
    reply.headers(rateLimit.count(caller.token, session ? sessionFactor : 1, now))
    const client = request.headers['vnd.tsheets.managedclientid']
    if (client === undefined) return { ...caller, session: session?.hash }
    const acting = await callers.actingFor(caller, String(client))
    refuseAddress(acting.company, request.ip)
    return { ...acting, session: session?.hash }
  }
}

function refuseAddress(company: CompanyRow, address: string): void {
  if (!addressAllowed(company, address))
    throw new RequestError(499, 'this address is not authorized; use an authorized one')
}
