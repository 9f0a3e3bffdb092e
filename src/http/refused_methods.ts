import type { FastifyInstance } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { propertiesOf } from '../engine/fields.ts'
import { preflightHeaders } from './headers.ts'
import { obeyingWriteHeaders } from './safety_headers.ts'

const anyMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Responds 405 to methods that a path behind a prefix does not serve, and responds to preflight requests. */
export function refuseOthers(
  app: FastifyInstance,
  prefix: string,
  served: ReadonlyMap<string, readonly string[]>,
): void {
  const patterns = [...served].map(([path, methods]) => ({ methods, matches: pathPattern(path) }))
  app.all(`${prefix}/*`, { config: obeyingWriteHeaders }, (request, reply) => {
    const asked = `/${propertiesOf(request.params)['*']}`
    const methods = served.get(asked) ?? patterns.find(({ matches }) => matches.test(asked))?.methods
    const asks = request.method === 'OPTIONS' ? request.headers['access-control-request-method'] : undefined
    const allowed = methods?.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    // For a path that does not exist, the page may send its request, and can then read the 404.
    if (asks !== undefined)
      return reply
        .code(204)
        .headers(preflightHeaders(allowed ?? anyMethods))
        .send()
    if (!methods || !allowed) return reply.callNotFound()
    reply.header('allow', allowed.join(', '))
    throw new RequestError(405, 'method_not_possible', { method: request.method, methods: methods.join(', ') })
  })
}

/** The pattern of a path; a segment that begins with a colon matches anything. */
function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
}
