import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Exporter } from '../exports/exporter.ts'
import type { Authenticate, Authenticated } from '../http/authenticate.ts'
import { gone, type Shares } from '../shares/fair_shares.ts'
import type { World } from '../world.ts'
import { Background } from './background.ts'
import type { AppEndpoint, Who } from './endpoint.ts'
import type { Live } from './live.ts'

/** Responses that stay valid until the company's data changes. */
type Kept = {
  /** Sends the cached response, or that nothing has changed; false if the response must be computed. */
  answer(request: FastifyRequest, reply: FastifyReply, caller: Authenticated): boolean
  /** Sends the JSON of a response, and caches it. */
  send(request: FastifyRequest, reply: FastifyReply, caller: Authenticated, bytes: Buffer): FastifyReply
}

/** The dependencies of the endpoints. */
type Dependencies = {
  world: World
  config: Config
  live: Live
  exporter: Exporter
  authenticate: Authenticate
  kept: Kept
  shares: Shares
  /** A world whose writes succeed only while the actor is still permitted. */
  checked: (actor: Actor, who: Who) => World
}

const unreadable = new RequestError(400, 'body_unusable')

/** Registers endpoints at their paths behind a prefix. Bodies and responses are JSON. */
export function registerEndpoints(
  app: FastifyInstance,
  prefix: string,
  endpoints: readonly AppEndpoint[],
  deps: Dependencies,
): void {
  const { config, live, exporter, authenticate, kept, shares } = deps
  const background = new Background(deps.world)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  // Some programs name a type with every request, even with those that have no body.
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, (error, value) => done(error && unreadable, value)),
  )
  app.addHook('preClose', () => background.close())
  const bind = (endpoint: AppEndpoint) =>
    app.route({
      method: endpoint.method,
      url: prefix + endpoint.path,
      handler: async (request, reply) => {
        const now = deps.world.now()
        reply.header('cache-control', 'no-store')
        const caller = await authenticate(request, reply, now)
        if (endpoint.isKept && kept.answer(request, reply, caller)) return reply
        const run = async (hasWaited: boolean) => {
          const current = hasWaited ? await authenticate(request, reply, now, true) : caller
          return endpoint.run(await callOf(endpoint, current, request, reply, now))
        }
        const share = shareOf(endpoint)
        const isGone = () => request.raw.socket.destroyed
        const answer = await (share ? shares[share].run(caller.actor, 0, isGone, run) : run(false))
        // An awaited reply resolves to undefined, so `sent` tells whether the endpoint sent its own response.
        if (reply.sent) return reply
        if (answer === gone) return reply.hijack()
        return answer instanceof Buffer ? kept.send(request, reply, caller, answer) : reply.send(answer)
      },
    })
  const callOf = async (
    endpoint: AppEndpoint,
    { actor, company, session }: Authenticated,
    request: FastifyRequest,
    reply: FastifyReply,
    now: number,
  ) => {
    if (endpoint.who === 'administrators' && !actor.isAdmin) throw new RequestError(403, 'administrators_only')
    if (endpoint.firstPartyOnly && actor.granted) throw new RequestError(403, 'application_may_not')
    const world = deps.checked(actor, endpoint.who)
    const { params, query, body } = request
    const seen = new CompanySnapshot(company, world.db.read)
    const given = { actor, company: seen, now, world, config, live, exporter, background, session, params, query, body }
    return { ...given, request, reply }
  }
  for (const endpoint of endpoints) bind(endpoint)
}

/** Where most of an endpoint's work is done; streams and tasks of the report thread have separate limits. */
function shareOf({ method, media, isReport }: AppEndpoint): keyof Shares | undefined {
  if (media || isReport) return undefined
  return method === 'GET' ? 'here' : 'elsewhere'
}
