import type { FastifyReply } from 'fastify'
import type { Allowed, Site } from '../dependencies.ts'

/** Answers with a page. */
export function sendPage(
  { headers }: Site,
  reply: FastifyReply,
  page: string,
  status = 200,
  allowed: Allowed = {},
): FastifyReply {
  // An application may have opened its authorization in a window that it wants to hear from again; others stand alone.
  if (allowed.target === undefined) reply.header('cross-origin-opener-policy', 'same-origin')
  return reply.code(status).headers(headers.page(allowed)).type('text/html; charset=utf-8').send(page)
}

/** Redirects to another page of this server. */
export function goTo({ headers }: Site, reply: FastifyReply, path: string, target?: string): FastifyReply {
  return reply.headers(headers.page({ target })).redirect(path, 303)
}
