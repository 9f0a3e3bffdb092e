import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { isRecord, propertiesOf } from '../engine/fields.ts'
import { errorBody, phrase } from '../wire/errors.ts'
import type { Fault } from './faults.ts'

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer }

const details: Record<number, string> = {
  429: 'too many requests; try again later',
  499: 'this address is not authorized; use an authorized one',
}

/**
 * Makes a request fail. False if it should be handled as usual, because the fault was only a delay, or there is no such
 * item.
 */
export async function failWith(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  app: FastifyInstance,
): Promise<boolean> {
  const { cut, status, expired_token, refuse_item, message } = fault
  if (cut === 'before') {
    request.socket.destroy()
    return true
  }
  if (status !== undefined || expired_token) {
    // The body is read to its end, so the connection can be reused.
    await buffer(request)
    const answer = status === undefined ? expired(message) : refusal(status, fault)
    const headers = { ...(await usualHeaders(request, app, status !== undefined)), ...answer.headers }
    return send({ ...answer, headers }, response, cut)
  }
  if (refuse_item !== undefined && (request.method === 'POST' || request.method === 'PUT'))
    return send(await withItemRefused(refuse_item, message, request, app), response, cut)
  if (cut === undefined) return false
  return send(await handled(request, await buffer(request), app), response, cut)
}

function refusal(status: number, { retry_after, message }: Fault): Answer {
  const seconds = retry_after ?? (status === 429 ? 1 : undefined)
  const detail = message ?? details[status] ?? 'the sandbox was asked for this error'
  return {
    status,
    headers: {
      ...json,
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
      ...(status === 429 ? { 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) } : {}),
    },
    body: Buffer.from(errorBody(status, detail)),
  }
}

function expired(message = 'The access token provided has expired'): Answer {
  const headers = { ...json, 'www-authenticate': 'Bearer error="invalid_token"' }
  return { status: 401, headers, body: Buffer.from(errorBody(401, message, 'invalid_grant')) }
}

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The headers that every response to this caller has, such as those for CORS and the rate limit. */
async function usualHeaders(request: IncomingMessage, app: FastifyInstance, withToken: boolean): Promise<object> {
  const { authorization, origin, 'x-request-id': id } = request.headers
  const { headers } = await app.inject({
    url: '/api/v1/current_user',
    headers: {
      ...(withToken && authorization !== undefined ? { authorization } : {}),
      ...(origin === undefined ? {} : { origin }),
      ...(id === undefined ? {} : { 'x-request-id': id }),
    },
    remoteAddress: request.socket.remoteAddress ?? '',
  })
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}

/** Headers that belong to one response: its body, its connection, or why it was refused. */
const own = [
  ...['content-type', 'content-length', 'content-encoding', 'etag', 'vary', 'connection', 'date'],
  ...['www-authenticate', 'retry-after'],
]

/** Handles a request without answering it. */
async function handled(request: IncomingMessage, body: Buffer, app: FastifyInstance): Promise<Answer> {
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = request.headers
  const {
    statusCode,
    headers: given,
    rawPayload,
  } = await app.inject({
    method: request.method as 'GET',
    url: request.url!,
    headers,
    remoteAddress: request.socket.remoteAddress ?? '',
    ...(body.length > 0 && { payload: body }),
  })
  return { status: statusCode, headers: given, body: rawPayload }
}

/** Handles a request with one refused item, of which nothing is stored. */
async function withItemRefused(
  number: number,
  message = 'the sandbox was asked to refuse this item',
  request: IncomingMessage,
  app: FastifyInstance,
): Promise<Answer> {
  const sent = await buffer(request)
  const { data, ...rest } = propertiesOf(parsed(sent))
  const items: unknown[] = Array.isArray(data) ? data : isRecord(data) ? [data] : []
  const item = items[number - 1]
  if (!isRecord(item)) return handled(request, sent, app)
  // No resource accepts an item that is not an object.
  const body = JSON.stringify({ ...rest, data: items.with(number - 1, 0) })
  delete request.headers['accept-encoding']
  const answer = await handled(request, Buffer.from(body), app)
  const told: { results?: Record<string, Record<string, unknown>> } = parsed(answer.body)
  const results = Object.values(told.results ?? {})[0]
  if (!results) return answer
  results[number] = { _status_code: 417, _status_message: phrase(417), _status_extra: message, ...item }
  return { ...answer, body: Buffer.from(JSON.stringify(told)) }
}

function parsed(bytes: Buffer): object {
  try {
    const value = JSON.parse(bytes.toString())
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function send({ status, headers, body }: Answer, response: ServerResponse, cut: Fault['cut']): true {
  const socket = response.socket
  if (cut === 'after') socket?.destroy()
  if (cut === 'after' || response.destroyed) return true
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, date: ____, ...kept } = headers
  response.writeHead(status, { ...(kept as Record<string, string>), 'content-length': body.length })
  if (cut === 'halfway') response.write(body.subarray(0, body.length >> 1), () => socket?.destroy())
  else response.end(body)
  return true
}
