import type { FastifyInstance } from 'fastify'
import { type Config, unknownIn } from '../config.ts'
import { Guardian } from '../guardian/guardian.ts'
import { examineSetup } from '../guardian/setup/examine.ts'
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

/**
 * Serves `/livez` and `/readyz`, for load balancers and service managers, to everyone. Returns who watches over the
 * server.
 */
export function serveHealth(app: FastifyInstance, world: World, config: Config): Guardian {
  const { db, now, sight, mailer, log } = world
  const guardian = new Guardian({ db, now, sight, mailer, folder: config.databaseUrl ? '' : config.data }, log)
  sight.guardian = guardian
  const unknown = unknownIn(process.env)
  sight.examine = (t, files) => examineSetup(t, { config, unknown, files, now: now() })
  app.addHook('preClose', (done) => {
    guardian.stop()
    done()
  })
  app.get('/livez', (_request, reply) => reply.headers(headers).send('{"status":"alive"}'))
  app.get('/readyz', async (_request, reply) => {
    const causes = await guardian.causes()
    const warnings = guardian.warnings()
    const isReady = causes.length === 0
    reply.code(isReady ? 200 : 503).headers(headers)
    return JSON.stringify({
      status: isReady ? 'ready' : 'not ready',
      ...(!isReady && { causes }),
      ...(warnings.length > 0 && { warnings }),
    })
  })
  return guardian
}
