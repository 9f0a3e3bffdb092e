import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from './dependencies.ts'

/**
 * The value of one of our cookies. Over https its name has the prefix `__Host-` and only that name is read: no other
 * host and no http page can have set it. Such a cookie goes to all paths of a host, also to its other programs; so below
 * a path of a host the prefix is `__Secure-`, and the cookie goes to that path only.
 */
export function readCookie(site: Site, request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const start = `${fullName(site, name)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined
}

/**
 * Sets a cookie that scripts cannot read and other sites cannot send. Without `seconds` it lasts until the browser is
 * closed. Values consist of letters, digits and `._~-`, so they need no encoding.
 */
export function setCookie(site: Site, reply: FastifyReply, name: string, value: string, seconds?: number): void {
  const maxAge = seconds === undefined ? '' : `; Max-Age=${seconds}`
  const secure = site.secure ? '; Secure' : ''
  const path = site.prefix || '/'
  reply.header('set-cookie', `${fullName(site, name)}=${value}; Path=${path}${maxAge}; HttpOnly${secure}; SameSite=Lax`)
}

function fullName(site: Site, name: string): string {
  if (!site.secure) return name
  return site.prefix === '' ? `__Host-${name}` : `__Secure-${name}`
}
