import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Health } from '../sight/health.ts'
import { underWay } from '../sight/requests.ts'
import type { World } from '../world.ts'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Gives every request an id, for its response and for all lines logged while it is handled. */
export function identifyRequests(app: FastifyInstance, { sight: { requests } }: World): void {
  app.addHook('onRequest', (request, reply, done) => {
    const seen = requests.of(request.raw)
    seen.route = request.routeOptions.url ?? ''
    reply.raw.setHeader('x-request-id', seen.id)
    done()
  })
  // A body is read on behalf of the connection, so the context begins after that.
  app.addHook('preValidation', (request, _reply, done) => underWay.run(requests.of(request.raw), done))
}

/** Serves `/livez` and `/readyz`, for load balancers and service managers, to everyone. */
export function serveHealth(app: FastifyInstance, world: World, config: Config): void {
  const { writes, rounds } = world.sight
  const folder = config.databaseUrl ? '' : config.data
  const health = new Health({ db: world.db, now: world.now, log: world.log, writes, rounds, folder })
  app.addHook('preClose', (done) => {
    health.stop()
    done()
  })
  app.get('/livez', (_request, reply) => reply.headers(headers).send('{"status":"alive"}'))
  app.get('/readyz', async (_request, reply) => {
    const causes = await health.causes()
    reply.code(causes.length === 0 ? 200 : 503).headers(headers)
    return causes.length === 0 ? '{"status":"ready"}' : JSON.stringify({ status: 'not ready', causes })
  })
}
