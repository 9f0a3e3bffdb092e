import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Dependencies } from '../identity/dependencies.ts'
import { publicError, registerPages } from '../identity/index.ts'
import { messagePage } from '../identity/pages/pages.ts'
import { endpoints } from './endpoints.ts'
import { interactionPages } from './interaction.ts'

/** Mounts OAuth 2.0 (authorize, grant, revoke, introspect, metadata) and its consent page. Call it before listening. */
export async function registerOAuth(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const provider = providerFor(deps)

  await app.register((machines, _options, done) => {
    machines.setErrorHandler((error, _request, reply) => {
      const { status, text } = publicError(error, deps.world)
      return reply
        .code(status < 500 ? 400 : status)
        .headers({ ...deps.site().headers.plain(), 'cache-control': 'no-store' })
        .send({ error: status < 500 ? 'invalid_request' : 'server_error', error_description: text })
    })
    endpoints(machines, deps, provider)
    done()
  })
  await registerPages(app, deps, (pages) => interactionPages(pages, deps, provider))
}

/**
 * The provider is loaded and made when it is first needed: it would take a fifth of every start, and only then is the
 * public address certain, which is its name.
 */
function providerFor(deps: Dependencies): () => Promise<Provider> {
  let made: { origin: string; provider: Provider } | undefined
  return async () => {
    const { makeProvider } = await import('./provider.ts')
    const site = deps.site()
    if (made?.origin !== site.origin)
      made = {
        origin: site.origin,
        provider: makeProvider(deps, site, (ctx, { error, error_description: description }) => {
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
