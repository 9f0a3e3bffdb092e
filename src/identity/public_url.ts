import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The public URL of the server, without a slash at the end: the configured one or, without it, the one that the browser
 * or program has used.
 */
export function publicUrl({ url }: Pick<Config, 'url'>, request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return url || `${request.protocol}://${request.host}`
}
