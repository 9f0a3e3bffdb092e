import type { ClientAuth, Configuration } from 'openid-client'
import type { Config } from '../../config.ts'
import { type Claims, mergedClaims, missingClaims, readClaims } from '../../rules/people/single_sign_on.ts'
import { second } from '../../rules/time/calendar.ts'
import type { Dependencies } from '../dependencies.ts'
import { addressProblem, guardedFetch, Unreachable } from './guarded_fetch.ts'
import { clientSecretOf, type SsoProvider } from './providers.ts'

/** The address to send a sign-in to, and the values for checking the response. */
type Begun = { address: string; state: string; nonce: string; verifier: string }

/** The values that a sign-in was started with. `redirect`: the address that the provider redirects to. */
export type Checks = Pick<Begun, 'state' | 'nonce' | 'verifier'> & { redirect: string }

/**
 * What a provider gave: the claims that count, all of them as they came, the ID token, and when the person proved there
 * who they are, in microseconds; 0 if it does not say.
 */
type Received = { claims: Claims; given: Record<string, unknown>; idToken: string; authenticated: number }

/** Why a provider's response does not sign anyone in. */
export type SsoFailure = 'unreachable' | 'invalid' | 'expired' | 'denied'

/** Signs people in with the providers of companies. */
export interface SsoClient {
  /** Starts a sign-in; with `again`, the provider must authenticate the person again. Throws. */
  begin(provider: SsoProvider, redirect: string, again: boolean): Promise<Begun>
  /** Checks the response in `url` and returns the claims. Throws. */
  finish(provider: SsoProvider, url: URL, checks: Checks): Promise<Received>
  /** The address that signs a person out at the provider and comes back; undefined if it has none. Throws. */
  signOut(provider: SsoProvider, idToken: string, back: string): Promise<string | undefined>
}

/** How long a provider's metadata is cached, and how long a failure to get it, in microseconds. */
const metadataLife = 3_600_000_000
const failureLife = 5_000_000
const providersMax = 500

type Known = { changed: number; until: number; configuration: Promise<Configuration> }

/** The metadata of providers, kept for a while. */
function configurations({ world, config, keys }: Dependencies): (provider: SsoProvider) => Promise<Configuration> {
  const known = new Map<number, Known>()
  return (provider) => {
    const { companyId, changed } = provider
    const found = known.get(companyId)
    if (found?.changed === changed && found.until > world.now()) return found.configuration
    const secret = clientSecretOf(keys, provider)
    if (secret === undefined) throw new Unreachable('its secret cannot be decrypted: was CLOCKHOUSE_SECRET changed?')
    if (known.size >= providersMax) known.clear()
    const configuration = discoverProvider(config, provider, secret)
    const entry = { changed, until: world.now() + metadataLife, configuration }
    configuration.catch(() => {
      entry.until = world.now() + failureLife
    })
    known.set(companyId, entry)
    return configuration
  }
}

/** Creates the client that talks to providers. It caches their metadata and keys for a while. */
export function ssoClient(dependencies: Dependencies): SsoClient {
  const { config } = dependencies
  const configurationOf = configurations(dependencies)
  return {
    async begin(provider, redirect, again) {
      const client = await import('openid-client')
      const configuration = await configurationOf(provider)
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirect,
        scope: scopesOf(configuration, provider),
        response_type: 'code',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        // With a greatest age, the provider must say when the person signed in (OpenID Connect Core, section 2).
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
      })
      return { address: address.href, ...checks }
    },
    async finish(provider, url, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const configuration = await configurationOf(provider)
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await client.authorizationCodeGrant(configuration, url, checks)
      const token = tokens.claims()!
      const more =
        missingClaims(token, provider).length > 0 && configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub).catch(passOver(token))
          : {}
      const given = mergedClaims(token, more)
      const claims = readClaims(given, provider)
      if (!claims) throw new Error('the subject cannot be used')
      return { claims, given, idToken: tokens.id_token ?? '', authenticated: (token.auth_time ?? 0) * second }
    },
    async signOut(provider, idToken, back) {
      const client = await import('openid-client')
      const configuration = await configurationOf(provider)
      const { end_session_endpoint: exit } = configuration.serverMetadata()
      if (exit === undefined || addressProblem(config, new URL(exit))) return undefined
      const query = new URLSearchParams({ post_logout_redirect_uri: back })
      if (idToken !== '') query.set('id_token_hint', idToken)
      return client.buildEndSessionUrl(configuration, query).href
    },
  }
}

/**
 * Passes over a userinfo endpoint that does not answer, if the ID token already says who this is. One that answers for
 * someone else is an error.
 */
function passOver({ email }: Readonly<Record<string, unknown>>): (error: unknown) => Record<string, unknown> {
  return (error) => {
    if (email === undefined || mismatchIn(error)?.attribute === 'sub') throw error
    return {}
  }
}

/** Requests groups only if the provider offers them as a scope. */
function scopesOf(configuration: Configuration, { groupsClaim }: SsoProvider): string {
  const { scopes_supported: offered } = configuration.serverMetadata()
  const more = groupsClaim !== '' && offered?.includes(groupsClaim) ? [groupsClaim] : []
  return ['openid', 'email', 'profile', ...more].join(' ')
}

/**
 * The issuer as the provider calls itself, with or without a slash at the end, as people copy it either way. The spelling
 * from `before` stays if it is right, because people are linked under it. Throws like `discoverProvider`.
 */
export async function findIssuer(
  config: Config,
  { issuer, clientId }: Pick<SsoProvider, 'issuer' | 'clientId'>,
  before?: string,
): Promise<string> {
  const found = await discoverProvider(config, { issuer, clientId }, '').catch(async (error: unknown) => {
    const own = ownIssuer(error)
    if (own === undefined || !isSameIssuer(own, issuer)) throw error
    return discoverProvider(config, { issuer: own, clientId }, '')
  })
  const { issuer: own } = found.serverMetadata()
  return before !== undefined && URL.canParse(before) && new URL(before).href === new URL(own).href ? before : own
}

/** Whether two issuers differ at most by a slash at the end. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}

/** What a provider calls itself that did not do so as expected. */
function ownIssuer(error: unknown): string | undefined {
  const { attribute, body } = mismatchIn(error) ?? {}
  return attribute === 'issuer' && typeof body?.issuer === 'string' ? body.issuer : undefined
}

type Mismatch = { attribute: string; body?: { issuer?: unknown } }

/** The attribute of an answer that is not as expected, if that is what an error is about. */
function mismatchIn(error: unknown): Mismatch | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { cause } = at as { cause?: Partial<Mismatch> }
    if (typeof cause?.attribute === 'string') return { ...cause, attribute: cause.attribute }
  }
  return undefined
}

/** Gets a provider's metadata. Throws Unreachable, or the library's error for unusable metadata. */
async function discoverProvider(
  config: Config,
  { issuer, clientId }: Pick<SsoProvider, 'issuer' | 'clientId'>,
  secret: string,
): Promise<Configuration> {
  const client = await import('openid-client')
  const url = new URL(issuer)
  const problem = addressProblem(config, url)
  if (problem) throw new Unreachable(problem)
  const insecure = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const fetching = guardedFetch(config) as NonNullable<Configuration[typeof client.customFetch]>
  const found = await client.discovery(url, clientId, undefined, client.None(), {
    [client.customFetch]: fetching,
    execute: insecure,
  })
  const metadata = found.serverMetadata()
  const { authorization_endpoint: entrance, token_endpoint_auth_methods_supported: methods } = metadata
  // The browser is redirected to this endpoint.
  const refused =
    entrance === undefined ? 'it names no authorization endpoint' : addressProblem(config, new URL(entrance))
  if (refused) throw new Unreachable(refused)
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  const proof = isBasic ? secretInHeader(secret) : client.ClientSecretPost(secret)
  const configuration = new client.Configuration(metadata, clientId, {}, secret === '' ? client.None() : proof)
  configuration[client.customFetch] = fetching
  for (const setUp of [...insecure, client.enableNonRepudiationChecks]) setUp(configuration)
  return configuration
}

/**
 * Sends the secret in the header, form-encoded (RFC 6749, section 2.3.1). Only what must be encoded is: several providers
 * do not decode it, and the library's own method encodes even hyphens.
 */
function secretInHeader(secret: string): ClientAuth {
  const encoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)
  return (_server, { client_id }, _body, headers) => {
    const credentials = Buffer.from(`${encoded(client_id)}:${encoded(secret)}`).toString('base64')
    headers.set('authorization', `Basic ${credentials}`)
  }
}

/** The kind of failure of a client error, and words for the log, which contain no secrets. */
export function explainSsoError(error: unknown): { failure: SsoFailure; words: string } {
  const chain: unknown[] = []
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at, at.cause)
  const unreachable = chain.find((one) => one instanceof Unreachable)
  if (unreachable) return { failure: 'unreachable', words: unreachable.message }
  const busy = chain.find((one) => one instanceof Response && one.status >= 500) as Response | undefined
  if (busy) return { failure: 'unreachable', words: `it answered ${busy.status}` }
  const { error: code, name, message } = error as { error?: unknown; name?: string; message?: string }
  const words = [code, message].filter((part) => typeof part === 'string').join(': ')
  const own = ownIssuer(error)
  if (own !== undefined) return { failure: 'invalid', words: `the provider calls itself ${own.slice(0, 200)}` }
  if (code === 'invalid_grant') return { failure: 'expired', words }
  if (name === 'AuthorizationResponseError') return { failure: 'denied', words }
  return { failure: 'invalid', words }
}
