import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { RequestError } from '../../engine/errors.ts'
import type { Job } from '../../exports/exporter.ts'
import type { Progress } from '../../exports/question.ts'
import type { World } from '../../world.ts'

/** Name and media type of a file. */
type FileHead = { name: string; type: string }

/**
 * Responds with the file of an export once it is complete. With `inLines`, progress is sent first, as lines of JSON.
 * The work stops when the client disconnects.
 */
export async function sendJob(
  begin: (tell: (progress: Progress) => void) => Job,
  file: FileHead,
  inLines: boolean,
  reply: FastifyReply,
  log: World['log'],
): Promise<FastifyReply> {
  if (inLines) return sendLines(begin, file, reply, log)
  const job = begin(() => {})
  onDisconnect(reply, job.cancel)
  const { bytes, stream, close } = await job.made
  onDisconnect(reply, close)
  return reply
    .headers({
      'content-type': file.type,
      'content-length': bytes,
      'content-disposition': `attachment; filename="${file.name}"`,
      'x-content-type-options': 'nosniff',
    })
    .send(stream())
}

async function sendLines(
  begin: (tell: (progress: Progress) => void) => Job,
  file: FileHead,
  reply: FastifyReply,
  log: World['log'],
): Promise<FastifyReply> {
  const { raw } = reply
  const line = (value: object): void => void raw.write(`${JSON.stringify(value)}\n`)
  // If begin throws, a normal error response is sent; the thread reports progress only after this event loop turn.
  const job = begin(line)
  onDisconnect(reply, job.cancel)
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  // The first line may have to wait.
  raw.flushHeaders()
  try {
    const { bytes, stream, close } = await job.made
    onDisconnect(reply, close)
    line({ file: { ...file, bytes } })
    await pipeline(stream(), raw)
  } catch (error) {
    if (raw.destroyed) return reply
    const isPublic = error instanceof RequestError
    if (!isPublic) log.error({ err: error }, 'an export failed')
    const message = isPublic ? error.message : 'something went wrong on the server; the details are in its log'
    line({ error: { code: isPublic ? error.status : 500, message, ...(isPublic && { reason: error.reason }) } })
    raw.end()
  }
  return reply
}

/** Calls `act` when the connection of a request closes, or immediately if it already has. */
export function onDisconnect({ raw }: FastifyReply, act: () => void): void {
  if (raw.destroyed) act()
  else raw.once('close', act)
}
