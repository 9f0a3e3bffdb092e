import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Live } from '../app_api/live/live.ts'
import type { Config } from '../config.ts'
import { RequestError } from '../engine/errors.ts'
import type { Exporter } from '../exports/exporter.ts'
import { picturesWaiting } from '../files/thumbnail.ts'
import { digest, same } from '../identity/factors/secrets.ts'
import type { Shares } from '../shares/fair_shares.ts'
import { messagesWaiting } from '../sight/history.ts'
import { idsUsed } from '../sight/ids_used.ts'
import { openMetrics, type Readings } from '../sight/metrics.ts'
import type { RequestCounts } from '../sight/request_counts.ts'
import { sizesOf } from '../sight/sizes.ts'
import { productVersion } from '../sight/version.ts'
import type { World } from '../world.ts'

type Parts = { world: World; config: Config; live: Live; exporter: Exporter; shares: Shares; counts: RequestCounts }

/** Whether metrics are on, so that requests are counted. */
export function wantsMetrics({ metricsToken, metricsPort }: Config): boolean {
  return metricsToken !== '' || metricsPort !== undefined
}

/**
 * Serves `/metrics`: on the normal port with the token, and without one on a separate port that only this machine can
 * reach.
 */
export async function serveMetrics(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config, world } = parts
  const { metricsToken, metricsPort } = config
  const metrics = await openMetrics(world.sight, parts.counts, readingsOf(parts))
  const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
  if (metricsToken !== '')
    app.get('/metrics', async (request, reply) => {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (!same(digest(token), digest(metricsToken)))
        throw new RequestError(
          401,
          'metrics_token_needed',
          {},
          {
            headers: { 'www-authenticate': 'Bearer' },
          },
        )
      return reply.headers(headers).send(await metrics.text())
    })
  if (metricsPort === undefined) return
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    const text = await metrics.text().catch((error) => world.log.error({ err: error }, 'metrics could not be read'))
    return text === undefined ? response.writeHead(503).end() : response.writeHead(200, headers).end(text)
  })
  app.addHook('onListen', () => listen(server, metricsPort, world))
  app.addHook('onClose', (_app, done) => {
    server.close(() => done())
    server.closeAllConnections()
    if (!server.listening) done()
  })
}

async function listen(server: Server, port: number, { log }: World): Promise<void> {
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.error({ err: error }, 'metrics cannot be served: CLOCKHOUSE_METRICS_PORT cannot be opened')
      resolve()
    })
    server.listen({ host: '127.0.0.1', port }, resolve)
  })
}

function readingsOf({ world: { db, hooks }, config, live, exporter, shares }: Parts): Readings {
  return {
    waiting: async () => ({
      ...{ requests: shares.here.waiting + shares.elsewhere.waiting },
      ...{ reports: db.load().reports, exports: exporter.waiting, pictures: picturesWaiting() },
      ...(await deliveriesOf(db)),
    }),
    bytes: async () => {
      const { disk: _, ...bytes } = await sizesOf(db, config.data)
      return bytes
    },
    connections: () => db.load().connections,
    streams: () => live.size,
    webhooks: () => hooks.counts,
    ids: () => idsUsed(db.read).catch(() => undefined),
    info: { version: productVersion(), node: process.version, database: db.dialect },
  }
}

/** What waits to be sent, by the names of the queues. */
async function deliveriesOf({ read }: World['db']): Promise<Record<string, number>> {
  const { mails, pushes, webhooks } = await messagesWaiting(read)
  return mails === undefined ? {} : { mails, deliveries: pushes!, webhooks: webhooks! }
}
