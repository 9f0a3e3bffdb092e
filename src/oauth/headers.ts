import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Site } from './ground.ts'

/** What a page may besides showing itself. */
interface Leave {
  /**
   * Where a form may lead besides ourselves: browsers apply `form-action` to the redirect that follows, so the page that
   * sends somebody back to an application has to name it.
   */
  readonly target?: string | undefined
  /** It has the script for passkeys, which asks the server for a challenge. */
  readonly script?: boolean
}

/** Headers of every page. */
export function pageHeaders(site: Site, { target, script }: Leave = {}): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
      "img-src 'self' data:",
      `form-action 'self'${target ? ` ${formTarget(target)}` : ''}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    // Not no-referrer: with that, browsers say `Origin: null` when a form is posted to ourselves.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    ...machineHeaders(site),
  }
}

/** Headers of the app's one page: its own scripts, styles and pictures, nothing written into the page. */
export function appHeaders(site: Site): Record<string, string> {
  return {
    ...pageHeaders(site),
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cache-control': 'no-cache',
  }
}

/** Headers of every answer. */
export function machineHeaders(site: Site): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(site.secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Answers with a page. */
export function sendPage(site: Site, reply: FastifyReply, page: string, status = 200, leave: Leave = {}): FastifyReply {
  // An application may have opened its authorization in a window that it wants to hear from again; all else stands alone.
  if (leave.target === undefined) reply.header('cross-origin-opener-policy', 'same-origin')
  return reply.code(status).headers(pageHeaders(site, leave)).type('text/html; charset=utf-8').send(page)
}

/** Leads to another page of ours. */
export function goTo(site: Site, reply: FastifyReply, path: string, target?: string): FastifyReply {
  return reply.headers(pageHeaders(site, { target })).redirect(path, 303)
}

/** Sets headers on an answer that Fastify no longer writes. */
export function setRaw(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** The application's origin as a source of a policy; the grammar has no IPv6 addresses, so there it is the scheme. */
function formTarget(target: string): string {
  const { origin, hostname, protocol } = new URL(target)
  return hostname.startsWith('[') ? protocol : origin
}
