import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import type { Identity } from '../identity/index.ts'
import { linksBelow } from '../rules/settings/own_address.ts'
import { pathIn } from '../wire/request.ts'

const built = join(import.meta.dirname, '../../web/dist')

/**
 * Serves the web app: its files, and its page at every path without a route, with the prefix before the addresses in it.
 * Built by `npm run build`.
 */
export async function serveWebApp(app: FastifyInstance, identity: Identity, prefix: string): Promise<void> {
  const page = existsSync(join(built, 'index.html')) ? readPage(prefix) : undefined
  if (page) await serveFiles(app)
  const hints = page ? readHints(prefix) : []
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathIn(request.url)
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (path.startsWith('/api/') || (path !== '/' && (!wantsPage || /\.\w+$/.test(path))))
      throw new RequestError(404, 'nothing_at_path', { method: request.method, path })
    if (!(await identity.signedIn(request))) return identity.refer(request, reply)
    if (!page) throw new RequestError(503, 'app_not_built')
    const links = hints.find(({ pattern }) => pattern.test(path))?.links
    if (links) reply.header('link', links)
    return reply.headers(identity.headers().app()).type('text/html; charset=utf-8').send(page)
  })
}

/** The page, which tells the app below which path it is. */
function readPage(prefix: string): string {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  return linksBelow(prefix, page).replace('<html ', `<html data-prefix="${prefix}" `)
}

/** The files that the page at a path loads, as `Link` headers, in the order of the app's pages. */
function readHints(prefix: string): readonly { pattern: RegExp; links: string }[] {
  const hints: Record<string, string> = JSON.parse(readFileSync(join(built, '.vite/hints.json'), 'utf8'))
  return Object.entries(hints).map(([path, links]) => {
    // `/timesheet/:date?`, as the app's router writes it.
    const pattern = path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/\/:\w+/g, '/[^/]+')
    return { pattern: new RegExp(`^${pattern}/?$`), links: linksBelow(prefix, links) }
  })
}

/**
 * Serves the app's files on a single route, because separate routes would take a quarter of the server's start time.
 */
async function serveFiles(app: FastifyInstance): Promise<void> {
  const files = filesIn(built)
  await app.register(fastifyStatic, {
    root: built,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const forever = path.startsWith(join(built, 'app/'))
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const file = request.params['*']
      return files.has(file) ? reply.sendFile(file) : reply.callNotFound()
    },
  })
}

/** The files to serve, as `app/name.js`: all except the page, which needs a session, and hidden files. */
function filesIn(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'))
  return new Set(names.filter((name) => /\.\w+$/.test(name) && !/(^|\/)\.|^index\.html/.test(name)))
}
