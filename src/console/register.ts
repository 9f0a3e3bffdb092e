import type { FastifyInstance } from 'fastify'
import type { Ask } from '../asking.ts'
import type { Config } from '../config.ts'
import { Company } from '../engine/company.ts'
import { RequestError } from '../engine/errors.ts'
import type { World } from '../world.ts'
import type { ConsoleEndpoint } from './endpoint.ts'
import { consoleEndpoints } from './index.ts'
import type { Live } from './live.ts'

/** Binds the endpoints of the console to their paths. Bodies and answers are JSON. */
export function registerConsole(app: FastifyInstance, world: World, config: Config, live: Live, ask: Ask): void {
  const bind = (endpoint: ConsoleEndpoint) =>
    app.route({
      method: endpoint.method,
      url: `/api/console${endpoint.path}`,
      handler: async (request, reply) => {
        const now = world.now()
        reply.header('cache-control', 'no-store')
        const { actor, company, session } = await ask(request, reply, now)
        if (endpoint.who === 'administrators' && !actor.isAdmin)
          throw new RequestError(403, 'only administrators may do this')
        const seen = new Company(company, world.db.read)
        const { query, body } = request
        const given = { actor, company: seen, now, world, config, live, session, query, body, request, reply }
        const answer = await endpoint.run(given)
        return answer === reply ? reply : reply.send(answer)
      },
    })
  for (const endpoint of consoleEndpoints) bind(endpoint)
}
