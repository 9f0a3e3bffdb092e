import type { FastifyInstance } from 'fastify'
import type { Allowed, SecurityHeaders } from '../identity/dependencies.ts'

/** The headers of every JSON body. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

/** The security headers of this server. `secure`: the public address is https; `tiles`: where map tiles come from. */
export function securityHeaders(secure: boolean, tiles?: string): SecurityHeaders {
  const plain = {
    'x-content-type-options': 'nosniff',
    // No other site may load resources that need a cookie, such as a picture.
    'cross-origin-resource-policy': 'same-origin',
    // For everything that is not a page: a response opened in a browser cannot be framed or embedded.
    'content-security-policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  const page = (allowed: Allowed = {}) => ({
    ...plain,
    'content-security-policy': pagePolicy(allowed),
    'x-frame-options': 'DENY',
    // With no-referrer, browsers would send `Origin: null` when a form is posted to this server.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  const app = () => ({
    ...page(),
    'content-security-policy': appPolicy(tiles),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cache-control': 'no-cache',
  })
  return { plain: () => plain, page, app }
}

/**
 * Programs in browsers may call the API from pages of any site, with a token. Cookies do not work there: for a response
 * to a request with cookies, browsers require more than the star.
 */
export const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }

/** Lets pages of other sites read the responses. */
export function allowOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(corsHeaders))
}

/** The response to a browser's preflight request for a path with these methods. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    ...corsHeaders,
    'access-control-allow-methods': methods.join(', '),
    // The star does not include `authorization` (Fetch, section 3.3.5).
    'access-control-allow-headers': 'authorization, *',
    'access-control-max-age': '7200',
  }
}

/** Content Security Policy of the server-rendered pages: no scripts unless allowed. */
function pagePolicy({ target, script }: Allowed): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    "img-src 'self' data:",
    `form-action 'self'${target ? ` ${formTarget(target)}` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Content Security Policy of the web app's page: its own scripts, styles and images, map tiles, nothing inline. */
function appPolicy(tiles: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${tiles ? ` ${tiles}` : ''}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** The application's origin as a CSP source. CSP has no syntax for IPv6 addresses, so those become the scheme. */
function formTarget(target: string): string {
  const { origin, hostname, protocol } = new URL(target)
  return hostname.startsWith('[') ? protocol : origin
}

/** Sets the security headers of every response of the framework; those of a page replace them. */
export function secureAnswers(app: FastifyInstance, plain: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    for (const name in plain) reply.raw.setHeader(name, plain[name]!)
    done()
  })
}
