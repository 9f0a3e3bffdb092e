import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import type { World } from '../world.ts'
import { type Answers, bytesOf, jsonHeaders, readHeaders } from './answers.ts'
import type { Recognition } from './authenticate.ts'
import type { Caller } from './caller.ts'
import { encode, hasVersion } from './compress.ts'

/** Computes an answer that depends only on the company's data. */
export type Read = (query: string, ctx: ReadContext) => Promise<string | Uint8Array>

type Listener = (request: IncomingMessage, response: ServerResponse) => void

type Exchange = { request: IncomingMessage; response: ServerResponse; caller: Caller; now: number }

/**
 * Answers the reads that programs send all day before the framework sees them, because it takes as long as all the rest.
 * Whatever is unusual is left to the framework, and so is every refusal; both give the same answers. Returns a function
 * that leaves everything to the framework from then on.
 */
export function answerDirectly(
  server: Server,
  reads: ReadonlyMap<string, Read>,
  { world, answers, recognition }: { world: World; answers: Answers; recognition: Recognition },
): () => void {
  const [framework] = server.listeners('request') as [Listener]

  /** Without bytes, the client has them already. */
  const send = ({ request, response, caller, now }: Exchange, bytes: Buffer | undefined, etag?: string) => {
    const limits = recognition.count(caller, now)
    if (!limits) return framework.call(server, request, response)
    const headers = { ...limits, ...readHeaders(etag) }
    if (!bytes) return response.writeHead(304, headers).end()
    const { body, ...described } = encode(request.headers, bytes, etag)
    response.writeHead(200, { ...headers, ...jsonHeaders, ...described, 'content-length': body.length }).end(body)
  }

  const compute = async (exchange: Exchange, read: Read, query: string) => {
    const { request, response, caller, now } = exchange
    const notes: { anchored?: boolean } = {}
    const ctx = { actor: caller.actor, now, company: new CompanySnapshot(caller.company, world.db.read), notes }
    let bytes: Buffer
    try {
      bytes = bytesOf(await read(query, ctx))
    } catch {
      return framework.call(server, request, response)
    }
    if (!notes.anchored) answers.keep(caller, request.url!, bytes)
    send(exchange, bytes, notes.anchored ? undefined : caller.etag)
  }

  const take: Listener = (request, response) => {
    const url = request.url!
    const path = url.indexOf('?')
    const read = request.method === 'GET' ? reads.get(path < 0 ? url : url.slice(0, path)) : undefined
    const now = world.now()
    const caller = read && recognition.recognize(request, now)
    if (!caller) return framework.call(server, request, response)
    const exchange = { request, response, caller, now }
    const isKnown = hasVersion(request, caller.etag)
    const bytes = isKnown ? undefined : answers.get(caller, url)
    if (isKnown || bytes) return send(exchange, bytes, caller.etag)
    void compute(exchange, read, path < 0 ? '' : url.slice(path + 1))
  }
  server.removeListener('request', framework).on('request', take)
  return () => {
    server.removeListener('request', take).on('request', framework)
  }
}
