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
  // An application may keep a reference to the authorization window it opened; all other pages are isolated.
  if (allowed.target === undefined) reply.header('cross-origin-opener-policy', 'same-origin')
  return reply.code(status).headers(headers.page(allowed)).type('text/html; charset=utf-8').send(page)
}

/** Redirects to another page of this server. */
export function goTo({ headers }: Site, reply: FastifyReply, path: string, target?: string): FastifyReply {
  return reply.headers(headers.page({ target })).redirect(path, 303)
}
