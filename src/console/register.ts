import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ask } from '../asking.ts'
import type { Config } from '../config.ts'
import { Company } from '../engine/company.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Exporter } from '../exports/exporter.ts'
import { isGranted } from '../oauth/tokens.ts'
import type { World } from '../world.ts'
import { Background } from './background.ts'
import type { ConsoleEndpoint, Who } from './endpoint.ts'
import { consoleEndpoints } from './index.ts'
import type { Live } from './live.ts'

/** What the console stands on. */
type Ground = {
  world: World
  config: Config
  live: Live
  exporter: Exporter
  ask: Ask
  /** The world in which whatever is written is written only while the actor still may. */
  checked: (actor: Actor, who: Who) => World
}

/** Binds the endpoints of the console to their paths. Bodies and answers are JSON. */
export function registerConsole(app: FastifyInstance, ground: Ground): void {
  const { config, live, exporter, ask } = ground
  const background = new Background(ground.world)
  app.removeContentTypeParser('text/plain')
  app.addHook('preClose', () => background.close())
  const bind = (endpoint: ConsoleEndpoint) =>
    app.route({
      method: endpoint.method,
      url: `/api/console${endpoint.path}`,
      handler: async (request, reply) => {
        const now = ground.world.now()
        reply.header('cache-control', 'no-store')
        const { actor, company, session } = await ask(request, reply, now)
        if (endpoint.who === 'administrators' && !actor.isAdmin)
          throw new RequestError(403, 'only administrators may do this')
        if (endpoint.byHand && !session) await refuseApplications(ground.world, actor, request)
        const world = ground.checked(actor, endpoint.who)
        const seen = new Company(company, world.db.read)
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
        // A reply that is awaited gives nothing; whoever answers by itself has sent it.
        return reply.sent ? reply : reply.send(answer)
      },
    })
  for (const endpoint of consoleEndpoints) bind(endpoint)
}

/** What would outlast somebody's taking back their consent is not for applications. */
async function refuseApplications(world: World, { companyId, home }: Actor, request: FastifyRequest): Promise<void> {
  const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
  if (await isGranted(world, home?.companyId ?? companyId, token))
    throw new RequestError(403, 'an application may not do this; sign in, or use a token that was made by hand')
}
