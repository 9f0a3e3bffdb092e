import type { FastifyInstance } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { preflightHeaders } from './headers.ts'

/** Responds 405 to methods that a path behind a prefix does not serve, and responds to preflight requests. */
export function refuseOthers(
  app: FastifyInstance,
  prefix: string,
  served: ReadonlyMap<string, readonly string[]>,
): void {
  const patterns = [...served].map(([path, methods]) => ({ methods, matches: pathPattern(path) }))
  app.all(`${prefix}/*`, (request, reply) => {
    const asked = `/${(request.params as { '*': string })['*']}`
    const methods = served.get(asked) ?? patterns.find(({ matches }) => matches.test(asked))?.methods
    if (!methods) return reply.callNotFound()
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isPreflight) return reply.code(204).headers(preflightHeaders(allowed)).send()
    reply.header('allow', allowed.join(', '))
    throw new RequestError(405, `${request.method} is not possible here, only ${methods.join(', ')}`)
  })
}

/** The pattern of a path; a segment that begins with a colon matches anything. */
function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
}
