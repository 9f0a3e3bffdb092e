import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Config } from '../config.ts'
import { RequestError } from '../engine/errors.ts'
import type { World } from '../world.ts'
import { endpoints } from './endpoints.ts'
import { isOurRequest } from './forms.ts'
import { layGround, type OAuthOptions } from './ground.ts'
import { appHeaders, machineHeaders, sendPage } from './headers.ts'
import { interactionPages } from './interaction.ts'
import { linkRoutes } from './link-routes.ts'
import { messagePage } from './pages.ts'
import { currentSession, type Session } from './session.ts'
import { refer, sitePages } from './site-pages.ts'
import { unsubscribePages } from './unsubscribe.ts'

export { createApplication, deleteApplication, listApplications, rotateSecret } from './applications.ts'
export { oauthOperations } from './operations.ts'
export { hashPassword, passwordProblem } from './people.ts'
export { sweep } from './sweep.ts'
export { createToken, deleteToken, extendToken, listTokens, revokeUsers } from './tokens.ts'

/** What the rest of the server asks. */
export interface OAuth {
  /** Who is signed in with the browser that sends this request; for routes that accept a session instead of a token. */
  signedIn(request: FastifyRequest): Promise<Session | undefined>
  /** Whether a script of our own pages sent this request. */
  isOurs(request: FastifyRequest): boolean
  /** Answers whoever is not signed in: with the page of the first start, or by leading to the sign-in. */
  refer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Headers of a page that scripts of ours work in. */
  appHeaders(): Record<string, string>
}

/**
 * Mounts OAuth 2.0 (authorize, grant, revoke, introspect, metadata) and the pages of signing in. Call it before the
 * server listens; it reads the keys of this installation from the database, or makes them.
 */
export async function registerOAuth(
  app: FastifyInstance,
  world: World,
  config: Config,
  options: OAuthOptions = {},
): Promise<OAuth> {
  const ground = await layGround(app, world, config, options)
  const provider = providerFor(ground)

  await app.register((machines, _options, done) => {
    machines.setErrorHandler((error, _request, reply) => {
      const status = statusOf(error, world)
      const body = { error: status < 500 ? 'invalid_request' : 'server_error', error_description: publicText(error) }
      return reply
        .code(status < 500 ? 400 : status)
        .headers({ ...machineHeaders(ground.site()), 'cache-control': 'no-store' })
        .send(body)
    })
    endpoints(machines, ground, provider)
    done()
  })

  await app.register((pages, _options, done) => {
    pages.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: 32_768 } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, parsed) =>
      parsed(null, body),
    )
    pages.setErrorHandler((error, _request, reply) =>
      sendPage(ground.site(), reply, messagePage('Something went wrong', publicText(error)), statusOf(error, world)),
    )
    sitePages(pages, ground)
    linkRoutes(pages, ground)
    interactionPages(pages, ground, provider)
    pages.register((apart, _options, ready) => {
      unsubscribePages(apart, ground)
      ready()
    })
    done()
  })

  return {
    signedIn: (request) => currentSession(ground, request),
    isOurs: (request) => isOurRequest(ground, request),
    refer: (request, reply) => refer(ground, request, reply),
    appHeaders: () => appHeaders(ground.site()),
  }
}

/**
 * The provider is loaded and made when it is first needed: it would take a fifth of every start, and only then is the
 * public address certain, which is its name.
 */
function providerFor(ground: Awaited<ReturnType<typeof layGround>>): () => Promise<Provider> {
  let made: { origin: string; provider: Provider } | undefined
  return async () => {
    const { makeProvider } = await import('./provider.ts')
    const site = ground.site()
    if (made?.origin !== site.origin)
      made = {
        origin: site.origin,
        provider: makeProvider(ground, site, (ctx, { error, error_description: description }) => {
          ctx.type = 'html'
          ctx.body = messagePage('This did not work', errorText(error, description))
        }),
      }
    return made.provider
  }
}

const errorTexts: Record<string, string> = {
  invalid_client: 'The application that sent you here is not known to this server.',
  invalid_redirect_uri:
    'The application that sent you here gave an address to return to that is not registered for it.',
  server_error: 'The server could not handle the request. Please try again later.',
}

function errorText(error: string, description: string | undefined): string {
  return errorTexts[error] ?? `The application sent an invalid request (${description ?? error}).`
}

function statusOf(error: unknown, world: World): number {
  const { status, statusCode } = error as { status?: number; statusCode?: number }
  const known = status ?? statusCode
  if (known === undefined || known >= 500) world.log.error({ err: error }, 'A request failed')
  return known ?? 500
}

function publicText(error: unknown): string {
  if (error instanceof RequestError) return error.message
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  return statusCode < 500 ? message : 'The server could not handle the request. Please try again later.'
}
