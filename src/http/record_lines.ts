import { Readable, type Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Notes, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { valueAt } from '../rules/elements.ts'
import { gone, type Shares } from '../shares/fair_shares.ts'
import type { World } from '../world.ts'
import type { Authenticate, Authenticated } from './authenticate.ts'
import { compressor } from './compress.ts'
import { nextUrl, queryIn } from './pages.ts'

const linesType = 'application/x-ndjson'

/** The most streams per person at a time. */
const streamsMax = 2
const streams = new Map<string, number>()

/** Prints one page of a list as a line of JSON for each record. */
export type ReadLines = (query: string, ctx: ReadContext) => Promise<string>

type Deps = { world: World; authenticate: Authenticate; shares: Shares }

/** Whether a request asks for a list as lines. */
export function wantsLines({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes(linesType) ?? false
}

/**
 * Sends all pages of a list as one stream of lines. Only one page is in memory at a time, and each waits its turn like
 * a separate request; before each, the caller is authenticated again. If a stream cannot continue, the connection is
 * closed without the end that the transfer encoding requires, so no client mistakes it for complete.
 */
export async function sendLines(
  read: ReadLines,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Authenticated },
  { world, authenticate, shares }: Deps,
): Promise<FastifyReply> {
  const { companyId, userId } = caller.actor
  const person = `${companyId}/${userId}`
  const running = streams.get(person) ?? 0
  if (running >= streamsMax)
    throw new RequestError(429, 'too_many_streams', { max: streamsMax }, { headers: { 'retry-after': '5' } })
  streams.set(person, running + 1)
  const leave = () => {
    const left = valueAt(streams, person) - 1
    if (left === 0) streams.delete(person)
    else streams.set(person, left)
  }
  const url = request.raw.url!
  const page = async (address: string, caller: Authenticated) => {
    const notes: Notes = {}
    const run = async (hasWaited: boolean) => {
      const now = world.now()
      const current = hasWaited ? await authenticate(request, reply, now, true) : caller
      const company = new CompanySnapshot(current.company, world.db.read)
      return read(queryIn(address), { actor: current.actor, now, company, notes })
    }
    const text = await shares.here.run(caller.actor, 0, () => request.raw.socket.destroyed, run)
    return { text, next: notes.next === undefined ? undefined : nextUrl(url, notes.next) }
  }
  // An invalid request is refused before a stream begins.
  let { text, next } = await page(url, caller).catch((error: unknown) => {
    leave()
    throw error
  })
  const rest = async function* () {
    while (text !== gone) {
      if (text !== '') yield text
      if (next === undefined) return
      ;({ text, next } = await page(next, await authenticate(request, reply, world.now(), true)))
    }
  }
  const lines = Readable.from(rest(), { objectMode: false, highWaterMark: 1 })
  lines.once('close', leave)
  reply
    .headers({ 'content-type': linesType, 'cache-control': 'no-store', vary: 'accept-encoding' })
    .removeHeader('etag')
  return reply.send(compressed(lines, reply, compressor(request.headers)))
}

/** Compresses the stream in a way that the client accepts, if any, and sets the header. */
export function compressed(
  lines: Readable,
  reply: FastifyReply,
  by: { name: string; stream: Transform } | undefined,
): Readable {
  if (!by) return lines
  reply.header('content-encoding', by.name)
  lines.once('error', (error) => {
    // If nothing was sent yet, the refusal is sent instead, as plain JSON.
    if (!reply.raw.headersSent) reply.removeHeader('content-encoding').raw.removeHeader('content-encoding')
    by.stream.destroy(error)
  })
  by.stream.once('close', () => lines.destroy())
  return lines.pipe(by.stream)
}
