import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import type { LongAnswer } from '../engine/sql.ts'
import { valueAt } from '../rules/elements.ts'
import { jsonHeaders } from './answers.ts'
import { compressor } from './compress.ts'
import { compressed } from './record_lines.ts'

/** Most long answers sent at a time, to one company and in total. Each occupies a file until it has been sent. */
const most = { company: 4, all: 16 }

/** A client that reads nothing for this many milliseconds is disconnected, because it occupies one of these places. */
const stalledMs = 60_000
const sending = new Map<number, number>()

/** Whether an answer is too long for memory. */
export function isLong(answer: object | string): answer is LongAnswer {
  return typeof answer === 'object' && 'pieces' in answer
}

/** Streams an answer that is too long for memory, and always closes it. */
export function sendLong(
  answer: LongAnswer,
  { request, reply, companyId }: { request: FastifyRequest; reply: FastifyReply; companyId: number },
): FastifyReply {
  const own = sending.get(companyId) ?? 0
  const all = sending.values().reduce((sum, one) => sum + one, 0)
  if (request.raw.socket.destroyed || own >= most.company || all >= most.all) {
    answer.close()
    if (request.raw.socket.destroyed) return reply.hijack()
    throw own >= most.company
      ? tooMany(429, 'your company is receiving too many long reports')
      : tooMany(503, 'too many long reports are being sent')
  }
  sending.set(companyId, own + 1)
  // The server closes a socket that times out, and lifts the limit for the next request.
  request.raw.socket.setTimeout(stalledMs)
  const body = Readable.from(answer.pieces(), { objectMode: false })
  body.once('close', () => {
    answer.close()
    const left = valueAt(sending, companyId) - 1
    if (left === 0) sending.delete(companyId)
    else sending.set(companyId, left)
  })
  const by = compressor(request.headers)
  reply.headers({ ...jsonHeaders, vary: 'accept-encoding', ...(by ? {} : { 'content-length': answer.size }) })
  return reply.send(compressed(body, reply, by))
}

function tooMany(status: 429 | 503, what: string): RequestError {
  return new RequestError(status, 'busy', { problem: what }, { headers: { 'retry-after': '10' } })
}
