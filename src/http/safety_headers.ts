import type { FastifyInstance } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { keyHeader } from '../engine/idempotency.ts'
import { dryHeader } from '../wire/request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself does what the headers of writes ask for. */
    obeysWriteHeaders?: true
  }
}

/** For routes that do what the headers of writes ask for, or that do nothing at all. */
export const obeyingWriteHeaders = { obeysWriteHeaders: true } as const

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that ask to be a dry run, or to be made once, where that is not possible: anyone who asks for it relies on it,
 * so it is not ignored, but for keys of open pages of the web app. A new route refuses until it says that it obeys.
 */
export function refuseWriteHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers, routeOptions, is404 }, _reply, done) => {
    if (reading.has(method) || is404 || routeOptions.config.obeysWriteHeaders) return done()
    const field = (headers[dryHeader] ?? 'no') !== 'no' ? dryHeader : keyHeader
    if (field === keyHeader && headers[keyHeader.toLowerCase()] === undefined) return done()
    // Pages of the web app that were opened before an upgrade send a key with every write, and rely on none.
    const isOfApp = headers.authorization === undefined && routeOptions.url?.startsWith('/api/console/')
    if (field === keyHeader && isOfApp) return done()
    done(new RequestError(417, 'header_not_possible', { field }))
  })
}
