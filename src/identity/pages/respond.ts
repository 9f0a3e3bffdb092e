import type { FastifyReply } from 'fastify'
import { linksBelow, ownAddress } from '../../rules/settings/own_address.ts'
import type { Allowed, Site } from '../dependencies.ts'

/** Answers with a page. Its links are the server's own paths, which get their addresses here. */
export function sendPage(
  { headers, prefix }: Site,
  reply: FastifyReply,
  page: string,
  status = 200,
  allowed: Allowed = {},
): FastifyReply {
  // An application may keep a reference to the authorization window it opened; all other pages are isolated.
  if (allowed.target === undefined) reply.header('cross-origin-opener-policy', 'same-origin')
  return reply
    .code(status)
    .headers(headers.page(allowed))
    .type('text/html; charset=utf-8')
    .send(linksBelow(prefix, page))
}

/** Redirects to another page of this server, at one of its own paths. */
export function goTo({ headers, prefix }: Site, reply: FastifyReply, path: string, target?: string): FastifyReply {
  return reply.headers(headers.page({ target })).redirect(ownAddress(prefix, path), 303)
}
