import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import type { Identity } from '../identity/index.ts'

const built = join(import.meta.dirname, '../../web/dist')

/** Serves the web app: its files, and its page at every path without a route. Built by `npm run build`. */
export async function serveWebApp(app: FastifyInstance, identity: Identity): Promise<void> {
  const page = existsSync(join(built, 'index.html')) ? readFileSync(join(built, 'index.html')) : undefined
  if (page)
    await app.register(fastifyStatic, {
      root: built,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['index.html*'],
      setHeaders(reply, path) {
        const forever = path.startsWith(join(built, 'app/'))
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('x-content-type-options', 'nosniff')
      },
    })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (path.startsWith('/api/') || (path !== '/' && (!wantsPage || /\.\w+$/.test(path))))
      throw new RequestError(404, `there is nothing at ${request.method} ${path}`)
    if (!(await identity.signedIn(request))) return identity.refer(request, reply)
    if (!page) throw new RequestError(503, 'the web app has not been built; run npm run build')
    return reply.headers(identity.headers().app()).type('text/html; charset=utf-8').send(page)
  })
}
