import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Exporter } from '../exports/exporter.ts'
import type { Authenticate } from '../http/authenticate.ts'
import { isGranted } from '../oauth/tokens.ts'
import type { World } from '../world.ts'
import { Background } from './background.ts'
import type { AppEndpoint, Who } from './endpoint.ts'
import { appEndpoints } from './index.ts'
import type { Live } from './live.ts'

/** What the endpoints work with. */
type Dependencies = {
  world: World
  config: Config
  live: Live
  exporter: Exporter
  authenticate: Authenticate
  /** A world whose writes succeed only while the actor is still permitted. */
  checked: (actor: Actor, who: Who) => World
}

/** Registers the app API's endpoints at their paths. Bodies and responses are JSON. */
export function registerAppApi(app: FastifyInstance, deps: Dependencies): void {
  const { config, live, exporter, authenticate } = deps
  const background = new Background(deps.world)
  app.removeContentTypeParser('text/plain')
  app.addHook('preClose', () => background.close())
  const bind = (endpoint: AppEndpoint) =>
    app.route({
      method: endpoint.method,
      url: `/api/console${endpoint.path}`,
      handler: async (request, reply) => {
        const now = deps.world.now()
        reply.header('cache-control', 'no-store')
        const { actor, company, session } = await authenticate(request, reply, now)
        if (endpoint.who === 'administrators' && !actor.isAdmin)
          throw new RequestError(403, 'only administrators may do this')
        if (endpoint.firstPartyOnly && !session) await refuseApplications(deps.world, actor, request)
        const world = deps.checked(actor, endpoint.who)
        const seen = new CompanySnapshot(company, world.db.read)
        const { params, query, body } = request
        const given = {
          actor,
          company: seen,
          now,
          world,
          config,
          live,
          exporter,
          background,
          session,
          params,
          query,
          body,
          request,
          reply,
        }
        const answer = await endpoint.run(given)
        // An awaited reply resolves to undefined, so an endpoint that sent its own response is told by `sent`.
        return reply.sent ? reply : reply.send(answer)
      },
    })
  for (const endpoint of appEndpoints) bind(endpoint)
}

/** Refuses applications, whose changes here would outlast the user's consent. Throws RequestError 403. */
async function refuseApplications(world: World, { companyId, home }: Actor, request: FastifyRequest): Promise<void> {
  const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
  if (await isGranted(world, home?.companyId ?? companyId, token))
    throw new RequestError(403, 'an application may not do this; sign in, or use a manual token')
}
