import type { FastifyReply, FastifyRequest } from 'fastify'
import { ResponseCache } from '../db/response_cache.ts'
import { RecentMap } from '../engine/recent_values.ts'
import { productVersion } from '../sight/version.ts'
import { deprecationHeaders } from '../wire/deprecations.ts'
import type { Caller } from './caller.ts'
import { hasVersion } from './compress.ts'

const bytesMax = 32 * 1_048_576
const keyMax = 1024

/** The headers of every response body of the API. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

/** The headers of every response to an authenticated caller. `url` is the path with its query. */
export function callerHeaders(url: string): Record<string, string> {
  return { 'x-clockhouse-version': version, ...deprecationHeaders(url) }
}

const version = productVersion()

/**
 * The headers of a response that depends only on the company's data; without a tag, it depends on earlier pages, too.
 */
export function readHeaders(etag: string | undefined): Record<string, string> {
  return etag === undefined ? { 'cache-control': 'private, no-cache' } : { etag, 'cache-control': 'private, no-cache' }
}

/** The bytes of a response. */
export function bytesOf(answer: string | Uint8Array): Buffer {
  if (typeof answer === 'string') return Buffer.from(answer)
  return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
}

/**
 * Whole responses of the API by caller and URL, each valid for one version of its company's data. Most URLs are
 * requested only once, for example because they contain the time of the last poll, so a response is cached only from
 * the second request on.
 */
export class Answers {
  readonly #responses = new ResponseCache(bytesMax)
  readonly #asked = new RecentMap<true>(4096)

  get(caller: Caller, url: string): Buffer | undefined {
    return this.#responses.get(keyOf(caller, url), caller.etag)
  }

  keep(caller: Caller, url: string, bytes: Buffer): void {
    const key = keyOf(caller, url)
    if (key.length > keyMax) return
    if (this.#asked.get(key)) this.#responses.set(key, caller.etag, bytes)
    else this.#asked.set(key, true)
  }
}

/** How endpoints of the app cache responses, next to those of the public API. */
export function keeping(answers: Answers) {
  return {
    answer(request: FastifyRequest, reply: FastifyReply, caller: Caller): boolean {
      reply.headers(readHeaders(caller.etag))
      const isKnown = hasVersion(request, caller.etag)
      const known = isKnown ? undefined : answers.get(caller, request.raw.url!)
      if (isKnown) reply.code(304).send()
      else if (known) reply.headers(jsonHeaders).send(known)
      return isKnown || known !== undefined
    },
    send(request: FastifyRequest, reply: FastifyReply, caller: Caller, bytes: Buffer): FastifyReply {
      answers.keep(caller, request.raw.url!, bytes)
      return reply.headers(jsonHeaders).send(bytes)
    },
  }
}

function keyOf({ actor }: Caller, url: string): string {
  return `${actor.companyId}/${actor.userId}${actor.scopes ?? ''}${url}`
}
