import type { IncomingMessage, ServerResponse } from 'node:http'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Notes, ReadContext } from '../engine/context.ts'
import { gone, type Shares } from '../shares/fair_shares.ts'
import type { Seen } from '../sight/requests.ts'
import { pathIn } from '../wire/request.ts'
import type { World } from '../world.ts'
import { type Answers, bytesOf, callerHeaders, jsonHeaders, readHeaders } from './answers.ts'
import type { Recognition } from './authenticate.ts'
import type { Caller } from './caller.ts'
import { encode, hasVersion } from './compress.ts'
import { corsHeaders } from './headers.ts'
import { linkHeaders, noteNext, queryIn } from './pages.ts'
import { wantsLines } from './record_lines.ts'

/** Computes a response that depends only on the company's data. */
export type Read = (query: string, ctx: ReadContext) => Promise<string | Uint8Array>

type Listener = (request: IncomingMessage, response: ServerResponse) => void

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  framework: Listener
  seen: Seen
  caller: Caller
  now: number
}

type Deps = {
  world: World
  answers: Answers
  recognition: Recognition
  shares: Shares
  /** The security headers of every response. */
  plain: () => Record<string, string>
}

/**
 * Answers the reads that programs send all day before the framework sees them, because the framework takes as long as
 * everything else together. Unusual requests and refusals are left to the framework; the responses are the same either
 * way.
 */
export function answerDirectly(
  reads: ReadonlyMap<string, Read>,
  { world, answers, recognition, shares, plain }: Deps,
): (request: IncomingMessage, response: ServerResponse, framework: Listener) => void {
  /** Without bytes, the client already has them. */
  const send = (exchange: Exchange, bytes: Buffer | undefined, etag?: string) => {
    const { request, response, framework, seen, caller, now } = exchange
    const limits = recognition.count(caller, now)
    if (!limits) return framework(request, response)
    seen.asker = caller.actor
    const headers = { ...plain(), ...limits, ...headersOf(exchange, etag) }
    if (!bytes) return response.writeHead(304, headers).end()
    const { body, ...described } = encode(request.headers, bytes, etag)
    const ofBytes = { ...jsonHeaders, ...linkHeaders(bytes), ...described, 'content-length': body.length }
    response.writeHead(200, { ...headers, ...ofBytes }).end(body)
  }

  const compute = async (exchange: Exchange, read: Read, query: string) => {
    const { request, response, framework, now } = exchange
    const notes: Notes = {}
    let { caller } = exchange
    const run = async (hasWaited: boolean) => {
      // In the meantime, the caller may have lost rights, and the company's data may have changed.
      const current = hasWaited ? recognition.recognize(request, world.now()) : caller
      if (!current) return undefined
      caller = current
      const ctx = { actor: caller.actor, now, company: new CompanySnapshot(caller.company, world.db.read), notes }
      return bytesOf(await read(query, ctx))
    }
    try {
      const bytes = await shares.here.run(caller.actor, 0, () => request.socket.destroyed, run)
      if (bytes === gone) return
      if (bytes === undefined) return framework(request, response)
      noteNext(bytes, request.url!, notes)
      if (!notes.anchored) answers.keep(caller, request.url!, bytes)
      send({ ...exchange, caller }, bytes, notes.anchored ? undefined : caller.etag)
    } catch {
      if (!response.headersSent) framework(request, response)
    }
  }

  // A trace shows what a request waited for, which only the framework's path records.
  if (world.sight.traces) return (request, response, framework) => framework(request, response)
  return (request, response, framework) => {
    const url = request.url!
    const route = pathIn(url)
    const read = request.method === 'GET' && !wantsLines(request) ? reads.get(route) : undefined
    const now = world.now()
    const caller = read && recognition.recognize(request, now)
    if (!caller) return framework(request, response)
    const seen = world.sight.requests.of(request)
    seen.route = route
    const exchange = { request, response, framework, seen, caller, now }
    const isKnown = hasVersion(request, caller.etag)
    const bytes = isKnown ? undefined : answers.get(caller, url)
    if (isKnown || bytes) return send(exchange, bytes, caller.etag)
    void compute(exchange, read, queryIn(url))
  }
}

/** The headers of a response other than those of its body, of rate limits, and of security. */
function headersOf({ request, seen }: Exchange, etag: string | undefined) {
  return { ...corsHeaders, ...callerHeaders(request.url!), 'x-request-id': seen.id, ...readHeaders(etag) }
}
