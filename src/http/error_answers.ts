import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, RequestError } from '../engine/errors.ts'
import { isOutOfFiles, messageOf } from '../rules/thrown.ts'
import { consolePath } from '../wire/endpoint.ts'
import { errorBody, errorBodyForApp } from '../wire/errors.ts'
import type { World } from '../world.ts'
import type { FailureLog } from './failure_log.ts'
import { jsonHeaders } from './headers.ts'

/** The response to an error, as JSON in the API's format. */
export type RefusalOf = (
  error: unknown,
  request: IncomingMessage,
) => { status: number; headers: Record<string, string>; body: string }

/** Makes the response to any error. Internal errors are logged and answered with a bland 500. */
export function refusals(failures: FailureLog, world: World): RefusalOf {
  return (error, request) => {
    const seen = world.sight.requests.of(request)
    const { id } = seen
    const { status, message, headers = {}, oauth, reason } = publicError(error, id)
    if (status >= 500) world.sight.damage.note(error)
    if (status >= 500) failures.note(error, status, { method: request.method, seen }, world.now())
    const challenge: Record<string, string> = oauth ? { 'www-authenticate': challengeFor(oauth) } : {}
    return {
      status,
      headers: { ...headers, ...challenge, ...jsonHeaders, 'cache-control': 'no-store', 'x-request-id': id },
      body: oauth || !isForApp(request) ? errorBody(status, message, oauth) : errorBodyForApp(status, message, reason),
    }
  }
}

/** Sends it, for requests that only the framework sees. */
export function sendRefusal(refusalOf: RefusalOf) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, headers, body } = refusalOf(error, request.raw)
    return reply.code(status).headers(headers).removeHeader('etag').send(body)
  }
}

/** Whether the web app asks: the API for the app, or the public one with a session. */
function isForApp({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(`${consolePath}/`) || (headers.cookie !== undefined && headers.authorization === undefined)
}

/** The challenge for a missing or bad token (RFC 6750). A request without a token gets no error code. */
function challengeFor(error: string): string {
  return error === 'invalid_request' ? 'Bearer' : 'Bearer error="invalid_token"'
}

function publicError(error: unknown, id: string): Pick<RequestError, 'status' | 'message'> & Partial<RequestError> {
  if (error instanceof RequestError || error instanceof Refusal) return error
  if (isOutOfFiles(error)) return new RequestError(503, 'too_many_files_open', {}, { cause: error })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return { status, message: messageOf(error) }
  return { status: 500, message: `something went wrong on the server; its log has the details of request ${id}` }
}
