import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import type { Translate } from '../rules/language/messages.ts'
import { messageOf, statusOf } from '../rules/thrown.ts'
import { formMax, formOfBody } from '../wire/body.ts'
import { isOurRequest } from './csrf.ts'
import type { Dependencies, SecurityHeaders } from './dependencies.ts'
import { translateForBrowser } from './language.ts'
import { linkRoutes } from './links/routes.ts'
import { messagePage } from './pages/pages.ts'
import { sendPage } from './pages/respond.ts'
import { currentSession, type Session, type Visitor } from './sessions.ts'
import { refer, siteRoutes } from './site_routes.ts'
import { ssoRoutes } from './sso/routes.ts'

/** Functions for the rest of the server about people and their browsers. */
export interface Identity {
  /** The session of the browser that sent this request; for routes that accept a session instead of a token. */
  signedIn(request: Visitor): Promise<Session | undefined>
  /** Whether a script on one of our own pages sent this request. */
  isOurs(request: Pick<FastifyRequest, 'headers'>): boolean
  /** Answers a visitor who is not signed in: with the setup page on first start, otherwise with a redirect to sign in. */
  refer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  headers(): SecurityHeaders
}

/** Mounts the pages for signing in and out, setup, links from emails, and passwords. Call it before the server listens. */
export async function registerIdentity(app: FastifyInstance, deps: Dependencies): Promise<Identity> {
  await registerPages(app, deps, (pages) => {
    siteRoutes(pages, deps)
    linkRoutes(pages, deps)
    ssoRoutes(pages, deps)
  })
  return {
    signedIn: (request) => currentSession(deps, request),
    isOurs: (request) => isOurRequest(deps, request),
    refer: (request, reply) => refer(deps, request, reply),
    headers: () => deps.site().headers,
  }
}

/** Mounts server-rendered pages: parses their forms and renders errors as pages. */
export async function registerPages(
  app: FastifyInstance,
  { site, world }: Dependencies,
  mount: (pages: FastifyInstance) => void,
): Promise<void> {
  await app.register((pages, _options, done) => {
    pages.removeAllContentTypeParsers()
    const form = { parseAs: 'buffer', bodyLimit: formMax } as const
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      form,
      async (request: FastifyRequest, body: Buffer) => formOfBody(body, request.headers, formMax),
    )
    pages.setErrorHandler((error, request, reply) => {
      const t = translateForBrowser(request)
      const { status, text } = publicError(error, world, t)
      return sendPage(site(), reply, messagePage(t('Something went wrong'), text, t), status)
    })
    mount(pages)
    done()
  })
}

/** The status and public text of an error. Unexpected errors are logged. */
export function publicError(error: unknown, { log }: Pick<Dependencies['world'], 'log'>, t: Translate): PublicError {
  const known = statusOf(error) ?? 500
  if (known >= 500) log.error({ err: error }, 'A request failed')
  if (error instanceof RequestError || known < 500) return { status: known, text: messageOf(error) }
  return { status: known, text: t('The server could not handle the request. Please try again later.') }
}

type PublicError = { status: number; text: string }
