import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Notes, ReadContext } from '../engine/context.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import { gone, type Shares } from '../shares/fair_shares.ts'
import { underWay } from '../sight/requests.ts'
import { bodyMax } from '../wire/body.ts'
import type { World } from '../world.ts'
import { Answers, bytesOf, compressor, encode, nextUrl } from './answers.ts'
import { type Authenticate, textOf, type Visit } from './authenticate.ts'
import type { Caller } from './caller.ts'
import type { RefusalOf } from './error_answers.ts'
import { jsonHeaders } from './headers.ts'
import { expectNotTooOld } from './too_old.ts'

/** An answer: JSON, or a function that sends it, for files and streams. It is called when the share is free again. */
export type Answer = string | Uint8Array | (() => unknown)

/** How requests for a path are answered. */
export type Way = {
  /** The headers of every response, made by `Door.headers`. */
  headers: Record<string, string>
  /** True if the response depends only on the caller, the URL and the company's data: it is kept until these change. */
  isKept?: boolean | undefined
  /** Whose turns the work takes; streams and tasks of other threads have separate limits. */
  share: keyof Shares | undefined
  /** Sends all pages of a list as lines of JSON, if the request asks for that. */
  lines?: (visit: Visit, caller: Caller) => Promise<void>
  run(ctx: ReadContext, visit: Visit, caller: Caller): Promise<Answer>
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

type Parts = {
  world: World
  authenticate: Authenticate
  shares: Shares
  /** The security headers of every response. */
  secure: Record<string, string>
  /** The path below which the server is reached; '' without one. */
  prefix: string
  refusalOf: RefusalOf
}

/**
 * The one way to an answer of both APIs: who asks, whether they have the answer already, whether it is kept, their fair
 * share of the work, a second look at who asks if they had to wait, the work, and the response. It needs only Node.js,
 * so requests for a fixed path get here without the framework, which takes as long as everything else of a read
 * together; all others come from the framework's router, and so do bodies that are not plain JSON of a known length.
 */
export class Door {
  readonly #parts: Parts
  readonly #answers = new Answers()
  /** Ways by method and path. */
  readonly #fixed = new Map<string, Map<string, Way>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Answers requests for this exact path without the framework. */
  open(method: string, path: string, way: Way): void {
    this.#fixed.set(method, (this.#fixed.get(method) ?? new Map()).set(path, way))
  }

  /** Takes a request from its connection, and passes it on to the framework if the path is not open. */
  readonly receive = (request: IncomingMessage, response: ServerResponse, framework: Listener): void => {
    const url = request.url!
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const way = this.#fixed.get(request.method!)?.get(path)
    const reads = way && readerOf(request)
    if (!reads) framework(request, response)
    else {
      this.#parts.world.sight.requests.of(request).route = path
      reads(request, (body) => void this.answer(way, request, response, body))
    }
  }

  /** The headers of every response of a way that has some of its own. */
  headers(own: Record<string, string> = {}): Record<string, string> {
    return { ...this.#parts.secure, ...own, 'cache-control': 'no-store' }
  }

  /** Answers a request. It never throws. */
  answer(way: Way, request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    const { world } = this.#parts
    const seen = world.sight.requests.of(request)
    const headers = { ...way.headers, 'x-request-id': seen.id }
    const visit: Visit = { request, response, seen, headers, body, now: world.now() }
    return this.#pass(visit, way).catch((error) => this.#refuse(visit, error))
  }

  /**
   * Does work when it is the caller's turn. Meanwhile, the caller may have lost rights, and the company's data may have
   * changed, so who waited is authenticated again. Returns `gone` if the client has disconnected.
   */
  turn<T>(
    visit: Visit,
    caller: Caller,
    share: keyof Shares | undefined,
    work: (ctx: ReadContext & { notes: Notes }, caller: Caller) => Promise<T>,
  ): Promise<T | typeof gone> {
    const { world, authenticate, shares } = this.#parts
    const { request } = visit
    const run = (current: Caller) => {
      const company = new CompanySnapshot(current.company, world.db.read)
      const ctx = { actor: current.actor, now: visit.now, company, notes: {} }
      return underWay.run(visit.seen, () => work(ctx, current))
    }
    if (!share) return run(caller)
    return shares[share].run(
      caller.actor,
      visit.text?.length ?? 0,
      () => request.socket.destroyed,
      async (hasWaited) => run(hasWaited ? await authenticate(visit, true) : caller),
    )
  }

  /** Authenticates the caller of a long request again, at the time that it is by then. */
  again(visit: Visit): Caller | Promise<Caller> {
    const { world, authenticate } = this.#parts
    visit.now = world.now()
    return authenticate(visit, true)
  }

  async #pass(visit: Visit, way: Way): Promise<void> {
    const { request, response, headers } = visit
    expectNotTooOld(this.#parts.world)
    let caller = await this.#parts.authenticate(visit)
    const url = request.url!
    if (way.lines && request.headers.accept?.includes(linesType)) return way.lines(visit, caller)
    if (way.isKept) {
      if (hasVersion(request, caller.etag)) {
        headers['cache-control'] = revalidated
        headers.etag = caller.etag
        response.writeHead(304, headers).end()
        return
      }
      const known = this.#answers.get(caller, url)
      if (known) return send(visit, known, caller.etag)
    }
    textOf(visit)
    let notes: Notes = {}
    const answer = await this.turn(visit, caller, way.share, (ctx, current) => {
      caller = current
      notes = ctx.notes
      return way.run(ctx, visit, current)
    })
    if (answer === gone) return
    if (typeof answer === 'function') return void (await answer())
    const bytes = bytesOf(answer)
    if (notes.next !== undefined) keepNext(bytes, ownAddress(this.#parts.prefix, nextUrl(url, notes.next)))
    if (!way.isKept) return send(visit, bytes)
    headers['cache-control'] = revalidated
    // A page that continues an earlier one depends on when that one was read.
    if (notes.anchored) return send(visit, bytes)
    this.#answers.keep(caller, url, bytes)
    send(visit, bytes, caller.etag)
  }

  #refuse({ request, response, headers }: Visit, error: unknown): void {
    const { status, body: text, headers: own } = this.#parts.refusalOf(error, request)
    if (response.headersSent) return void response.destroy()
    const body = encode(request.headers, Buffer.from(text), Object.assign(headers, own))
    response.writeHead(status, headers).end(body)
  }
}

/** Reads the body of a request. A client that leaves before its end gets no answer. */
type Reader = (request: IncomingMessage, then: (body?: Buffer) => void) => void

/** How to read the body of a request; undefined if that is left to the framework, which also refuses what is too long. */
function readerOf({ method, headers }: IncomingMessage): Reader | undefined {
  if (method === 'GET') return readNothing
  if (headers['transfer-encoding'] !== undefined) return undefined
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0) return method === 'DELETE' ? readNothing : undefined
  const isJson = plainJson.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined
  return isJson && length <= bodyMax ? readBytes : undefined
}

/** The type of a body, as nearly every program names it; the framework knows which others can be read. */
const plainJson = /^application\/json(; ?charset=utf-8)?$/i

const readNothing: Reader = (_request, then) => then()

const readBytes: Reader = (request, then) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => then(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
  // The connection was lost.
  request.on('error', () => {})
}

/** The media type of lines of JSON. */
export const linesType = 'application/x-ndjson'

/** Whether the client already has this version. The comparison ignores whether validators are weak. */
export function hasVersion({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const given = headers['if-none-match']
  return given === etag || given === `W/${etag}`
}

/** The URLs of the pages that follow (RFC 8288), for as long as the bytes of an answer are kept. */
const nextPages = new WeakMap<Uint8Array, string>()

/** The longest URL in a response: clients and proxies limit the headers of all of it together to 16 KiB or less. */
const nextMax = 8000

function keepNext(bytes: Buffer, url: string): void {
  if (url.length <= nextMax) nextPages.set(bytes, url)
}

/** The client may keep it, and asks each time whether it is still valid. */
const revalidated = 'private, no-cache'

/** Sends JSON. With a tag, it is valid until the company's data changes. */
function send({ request, response, headers }: Visit, bytes: Buffer, etag?: string): void {
  if (etag !== undefined) {
    headers['cache-control'] = revalidated
    headers.etag = etag
  }
  headers['content-type'] = jsonHeaders['content-type']
  const next = nextPages.get(bytes)
  if (next !== undefined) headers.link = `<${next}>; rel="next"`
  const body = encode(request.headers, bytes, headers)
  response.writeHead(200, headers).end(body)
}

/**
 * Sends a stream, compressed if `compresses`. If it fails before its first bytes, this throws, and the request is
 * refused; after that, the connection is closed, so no client mistakes the response for complete.
 */
export async function sendStream(
  { request, response, headers }: Visit,
  body: Readable,
  own: Record<string, string | number>,
  compresses = false,
): Promise<void> {
  const by = compresses ? compressor(request.headers) : undefined
  if (!body.readableEnded) await once(body, 'readable')
  // Sent with the first bytes: an empty stream has a length.
  response.setHeaders(new Map(Object.entries({ ...headers, ...own, ...(by && { 'content-encoding': by.name }) })))
  await new Promise<void>((done) => pipeline(by ? [body, by.stream, response] : [body, response], () => done()))
}
