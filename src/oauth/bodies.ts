import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import type { Item } from '../engine/table.ts'
import { formMax, formOfBody, textOfBody } from '../wire/body.ts'
import { parseJson } from '../wire/json.ts'

// The bodies of requests by applications: forms, and JSON, which some old clients send.

/** Why a request is refused, in the words of OAuth. */
export type Problem = { error: string; error_description: string; status?: number }

const unreadable: Problem = {
  error: 'invalid_request',
  error_description: 'the body must be a form (application/x-www-form-urlencoded) or a JSON object',
}

const limits = { levels: 8, names: 100, total: 100 }

/** Keeps bodies as bytes, to be read by the functions below. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formMax }, (_request, body, done) => done(null, body))
}

/** The fields of a form or of a JSON object, or why there are none. */
export function readForm(request: FastifyRequest): URLSearchParams | Problem {
  const { body, headers } = request
  if (!(body instanceof Uint8Array)) return new URLSearchParams()
  if (/^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? ''))
    return readOrTell(() => formOfBody(body, headers, formMax))
  const { object, problem } = readObject(request)
  if (problem) return problem
  if (!object) return unreadable
  const fields = Object.entries(object).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
}

/** A JSON object, or why it cannot be read exactly; neither if the body has another type. */
export function readObject({ body, headers }: FastifyRequest): { object?: Item; problem?: Problem } {
  if (!(body instanceof Uint8Array) || !/^application\/json/i.test(headers['content-type'] ?? '')) return {}
  const read = readOrTell(() => ({ value: parseJson(textOfBody(body, headers, formMax), limits) }))
  if ('error' in read) return { problem: read }
  return isRecord(read.value) ? { object: read.value } : {}
}

function readOrTell<T>(read: () => T): T | Problem {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return error.reason.code === 'body_not_json' ? unreadable : problemOf(error)
  }
}

/** A description is printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
function problemOf({ message, status }: RequestError): Problem {
  const error_description = message.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
  return { error: 'invalid_request', error_description, status: status === 417 ? 400 : status }
}
