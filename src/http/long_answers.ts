import { Readable } from 'node:stream'
import { RequestError } from '../engine/errors.ts'
import type { LongAnswer } from '../engine/sql.ts'
import { valueAt } from '../rules/elements.ts'
import { compressor } from './answers.ts'
import type { Visit } from './authenticate.ts'
import { sendStream } from './door.ts'
import { jsonHeaders } from './headers.ts'

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
export function sendLong(answer: LongAnswer, visit: Visit, companyId: number): Promise<void> | undefined {
  const own = sending.get(companyId) ?? 0
  const all = sending.values().reduce((sum, one) => sum + one, 0)
  const { headers, socket } = visit.request
  if (socket.destroyed || own >= most.company || all >= most.all) {
    answer.close()
    if (socket.destroyed) return undefined
    throw own >= most.company
      ? tooMany(429, 'your company is receiving too many long reports')
      : tooMany(503, 'too many long reports are being sent')
  }
  sending.set(companyId, own + 1)
  // The server closes a socket that times out, and lifts the limit for the next request.
  socket.setTimeout(stalledMs)
  const body = Readable.from(answer.pieces(), { objectMode: false })
  body.once('close', () => {
    answer.close()
    const left = valueAt(sending, companyId) - 1
    if (left === 0) sending.delete(companyId)
    else sending.set(companyId, left)
  })
  const described: Record<string, string | number> = { ...jsonHeaders, vary: 'accept-encoding' }
  if (!compressor(headers)) described['content-length'] = answer.size
  return sendStream(visit, body, described, true)
}

function tooMany(status: 429 | 503, what: string): RequestError {
  return new RequestError(status, 'busy', { problem: what }, { headers: { 'retry-after': '10' } })
}
