import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, RequestError } from '../engine/errors.ts'
import { messageOf } from '../rules/thrown.ts'
import { errorBody } from '../wire/errors.ts'
import type { World } from '../world.ts'
import { jsonHeaders } from './answers.ts'
import type { FailureLog } from './failure_log.ts'

/** Sends any error as JSON in the API's format. Internal errors are logged and answered with a bland 500. */
export function errorAnswers(failures: FailureLog, world: World) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, message, headers = {}, oauth, reason } = publicError(error, request.id)
    if (status >= 500) failures.note(error, status, request, world.now())
    return reply
      .code(status)
      .headers(headers)
      .headers(oauth ? { 'www-authenticate': challengeFor(oauth) } : {})
      .headers({ ...jsonHeaders, 'cache-control': 'no-store', 'x-request-id': request.id })
      .removeHeader('etag')
      .send(errorBody(status, message, oauth, isForApp(request) ? reason : undefined))
  }
}

/** Whether the web app asks: the API for the app, or the public one with a session. */
function isForApp({ url, headers }: FastifyRequest): boolean {
  return url.startsWith('/api/console/') || (headers.cookie !== undefined && headers.authorization === undefined)
}

/** The challenge for a missing or bad token (RFC 6750). A request without a token gets no error code. */
function challengeFor(error: string): string {
  return error === 'invalid_request' ? 'Bearer' : 'Bearer error="invalid_token"'
}

function publicError(error: unknown, id: string): Pick<RequestError, 'status' | 'message'> & Partial<RequestError> {
  if (error instanceof RequestError || error instanceof Refusal) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return { status, message: messageOf(error) }
  return { status: 500, message: `something went wrong on the server; its log has the details of request ${id}` }
}
