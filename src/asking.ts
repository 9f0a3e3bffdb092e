import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, Callers } from './actor.ts'
import type { Config } from './config.ts'
import type { CompanyRow } from './engine/company.ts'
import { RequestError } from './engine/errors.ts'
import { addressAllowed } from './oauth/addresses.ts'
import type { OAuth } from './oauth/index.ts'
import type { World } from './world.ts'

/** Who asks, by token or by the session of a browser, from where and how often. Throws RequestError 401, 403, 429, 499. */
export function asking(world: World, config: Config, oauth: OAuth) {
  const callers = new Callers(world.db)
  const limiter = new Limiter(config.rateLimit)

  return async (request: FastifyRequest, reply: FastifyReply, now: number): Promise<Asking> => {
    const { authorization } = request.headers
    const session = authorization === undefined ? await oauth.signedIn(request) : undefined
    // A browser sends the cookie whoever made it ask; a page of another origin cannot hide that it did.
    if (session && request.method !== 'GET' && !oauth.isOurs(request))
      throw new RequestError(403, 'with a session, requests that change something must come from our own pages')
    const caller = session ? await callers.ofSession(session, now) : await callers.of(authorization, now)
    refuseAddress(caller.company, request.ip)
    limiter.count(caller.token, session ? sessionFactor : 1, now, reply)
    const client = request.headers['vnd.tsheets.managedclientid']
    if (client === undefined) return { ...caller, session: session?.hash }
    const acting = await callers.actingFor(caller, String(client))
    // Of a managed client too: its walls keep out whoever comes from elsewhere.
    refuseAddress(acting.company, request.ip)
    return { ...acting, session: session?.hash }
  }
}

/** Finds out who asks. */
export type Ask = ReturnType<typeof asking>

/** A caller, and the hash of the session, if it is one. */
type Asking = Caller & { session: string | undefined }

/** A page of the app asks for several things at once. */
const sessionFactor = 10

function refuseAddress(company: CompanyRow, address: string): void {
  if (!addressAllowed(company, address))
    throw new RequestError(499, 'this address is not authorized; use an authorized one')
}

const windowSeconds = 300

/** Counts requests per token or session in windows of five minutes. */
class Limiter {
  readonly #max: number
  #window = 0
  #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  count(token: string, factor: number, now: number, reply: FastifyReply): void {
    if (this.#max === 0) return
    const max = this.#max * factor
    const seconds = Math.floor(now / 1_000_000)
    const window = Math.floor(seconds / windowSeconds)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const used = (this.#counts.get(token) ?? 0) + 1
    this.#counts.set(token, used)
    const reset = (window + 1) * windowSeconds - seconds
    const headers = {
      'ratelimit-limit': String(max),
      'ratelimit-remaining': String(Math.max(0, max - used)),
      'ratelimit-reset': String(reset),
    }
    reply.headers(headers)
    if (used > max)
      throw new RequestError(429, `more than ${max} requests in ${windowSeconds} seconds; try again in ${reset}`, {
        headers: { 'retry-after': String(reset) },
      })
  }
}
