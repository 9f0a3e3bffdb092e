import { Readable } from 'node:stream'
import type { Notes, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { valueAt } from '../rules/elements.ts'
import { gone } from '../shares/fair_shares.ts'
import { nextUrl, queryIn } from './answers.ts'
import type { Visit } from './authenticate.ts'
import type { Caller } from './caller.ts'
import { type Door, linesType, sendStream } from './door.ts'

/** The most streams per person at a time. */
const streamsMax = 2
const streams = new Map<string, number>()

/** Prints one page of a list as a line of JSON for each record. */
export type ReadLines = (query: string, ctx: ReadContext) => Promise<string>

/**
 * Sends all pages of a list as one stream of lines. Only one page is in memory at a time, and each waits its turn like
 * a separate request; before each, the caller is authenticated again. If a stream cannot continue, the connection is
 * closed without the end that the transfer encoding requires, so no client mistakes it for complete.
 */
export async function sendLines(read: ReadLines, visit: Visit, caller: Caller, door: Door): Promise<void> {
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
  const url = visit.request.url!
  const page = async (address: string, asker: Caller) => {
    let notes: Notes = {}
    const text = await door.turn(visit, asker, 'here', (ctx) => {
      notes = ctx.notes
      return read(queryIn(address), ctx)
    })
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
      ;({ text, next } = await page(next, await door.again(visit)))
    }
  }
  const lines = Readable.from(rest(), { objectMode: false, highWaterMark: 1 })
  lines.once('close', leave)
  await sendStream(visit, lines, { 'content-type': linesType, vary: 'accept-encoding' }, true)
}
