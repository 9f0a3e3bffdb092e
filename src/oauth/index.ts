import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Dependencies } from '../identity/dependencies.ts'
import { publicError, registerPages } from '../identity/index.ts'
import { translateForBrowser } from '../identity/language.ts'
import { messagePage } from '../identity/pages/pages.ts'
import { english, msg, type Translate } from '../rules/language/messages.ts'
import { linksBelow } from '../rules/settings/own_address.ts'
import { endpoints } from './endpoints.ts'
import { interactionPages } from './interaction.ts'

/** Mounts OAuth 2.0 (authorize, grant, revoke, introspect, metadata) and its consent page. Call it before listening. */
export async function registerOAuth(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const provider = providerFor(deps)

  await app.register((api, _options, done) => {
    api.setErrorHandler((error, _request, reply) => {
      const { status, text } = publicError(error, deps.world, english)
      return reply
        .code(status < 500 ? 400 : status)
        .headers({ ...deps.site().headers.plain(), 'cache-control': 'no-store' })
        .send({ error: status < 500 ? 'invalid_request' : 'server_error', error_description: text })
    })
    endpoints(api, deps, provider)
    done()
  })
  await registerPages(app, deps, (pages) => interactionPages(pages, deps, provider))
}

/**
 * Loads and creates the provider when it is first needed: loading it takes a fifth of the startup time, and the public
 * address, which is its issuer, is certain only then.
 */
function providerFor(deps: Dependencies): () => Promise<Provider> {
  let made: { url: string; provider: Provider } | undefined
  return async () => {
    const { makeProvider } = await import('./provider.ts')
    const site = deps.site()
    if (made?.url !== site.url)
      made = {
        url: site.url,
        provider: makeProvider(deps, site, (ctx, { error, error_description: description }) => {
          ctx.type = 'html'
          const t = translateForBrowser(ctx)
          ctx.body = linksBelow(
            site.prefix,
            messagePage(t('Something went wrong'), errorText(error, description, t), t),
          )
        }),
      }
    return made.provider
  }
}

const errorTexts: Record<string, string> = {
  invalid_client: msg('This server does not know the application that sent you here.'),
  invalid_redirect_uri: msg('The application that sent you here gave a return address that is not registered for it.'),
  server_error: msg('The server could not handle the request. Please try again later.'),
}

function errorText(error: string, description: string | undefined, t: Translate): string {
  const known = errorTexts[error]
  if (known) return t(known)
  return t('The application sent an invalid request ({problem}).', { problem: description ?? error })
}
