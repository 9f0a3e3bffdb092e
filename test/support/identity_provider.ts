import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** The claims of an account at the provider. */
export type ProviderAccount = { sub: string } & Record<string, unknown>

/** Answers a request instead of the provider; false leaves it to the provider. */
type Instead = (request: IncomingMessage, response: ServerResponse, path: string) => boolean | Promise<boolean>

/** A real OpenID provider on this machine. It signs in, without asking, the account that the test has chosen. */
export class IdentityProvider {
  /** Who signs in next. */
  account: ProviderAccount = { sub: 'none' }
  /** Answers in place of the provider, for tests of failures. */
  instead: Instead = () => false
  /** The requested paths, in order. */
  readonly asked: string[] = []
  readonly clientId = 'clockhouse'
  readonly clientSecret: string
  origin = ''
  readonly #key: KeyObject
  readonly #public: Record<string, unknown>
  #server: Server | undefined

  constructor(clientSecret = 'a secret of the tests, long enough') {
    this.clientSecret = clientSecret
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#key = pair.privateKey
    this.#public = pair.privateKey.export({ format: 'jwk' }) as Record<string, unknown>
  }

  /** Starts the provider for clients with these redirect addresses. */
  async start(redirects: readonly string[]): Promise<this> {
    let handle: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
    let provider: Provider | undefined
    this.#server = createServer(async (request, response) => {
      const path = request.url!.split('?')[0]!
      this.asked.push(path)
      if (await this.instead(request, response, path)) return
      if (!path.startsWith('/interaction/')) return handle!(request, response)
      const result = { login: { accountId: this.account.sub } }
      await provider!.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    provider = new Provider(this.origin, {
      clients: [{ client_id: this.clientId, client_secret: this.clientSecret, redirect_uris: [...redirects] }],
      jwks: { keys: [{ ...this.#public, kid: 'one', use: 'sig', alg: 'RS256' } as never] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'preferred_username'],
        groups: ['groups'],
      },
      scopes: ['openid', 'email', 'profile', 'groups'],
      cookies: { keys: [randomUUID()] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...this.account, sub }) }),
      async loadExistingGrant(ctx) {
        const { provider, client, session } = ctx.oidc
        const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    handle = provider.callback()
    return this
  }

  /** An ID token with these claims, signed by the provider's key or by another one. */
  idToken(claims: Record<string, unknown>, key = this.#key): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${part(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(undefined)))
  }
}

/** A key that the provider has not published. */
export function strangeKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/** Sends a JSON answer. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}
