import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { RequestError } from '../../engine/errors.ts'
import type { Job } from '../../exports/exporter.ts'
import type { Progress } from '../../exports/question.ts'
import type { World } from '../../world.ts'

/** Name and media type of a file. */
type FileHead = { name: string; type: string }

/**
 * Answers with the file of an export, once all of it is there. With `inLines` its progress comes first, as lines of
 * JSON. When the client goes away, the work stops.
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
  whenLeft(reply, job.cancel)
  const { bytes, stream, close } = await job.made
  whenLeft(reply, close)
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
  // What begin refuses is an answer by itself; what the thread tells comes later than this turn.
  const job = begin(line)
  whenLeft(reply, job.cancel)
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  try {
    const { bytes, stream, close } = await job.made
    whenLeft(reply, close)
    line({ file: { ...file, bytes } })
    await pipeline(stream(), raw)
  } catch (error) {
    if (raw.destroyed) return reply
    const isPublic = error instanceof RequestError
    if (!isPublic) log.error({ err: error }, 'an export failed')
    const message = isPublic ? error.message : 'something went wrong here; the administrator finds it in the log'
    line({ error: { code: isPublic ? error.status : 500, message } })
    raw.end()
  }
  return reply
}

/** Acts when the connection of a request is closed, also when it has been already. */
export function whenLeft({ raw }: FastifyReply, act: () => void): void {
  if (raw.destroyed) act()
  else raw.once('close', act)
}
