import type { KoaContextWithOIDC } from 'oidc-provider'
import { RequestError } from '../engine/errors.ts'
import { propertiesOf, textOf } from '../engine/fields.ts'
import type { Dependencies, Site } from '../identity/dependencies.ts'
import { decryptWith, encryptFor } from '../identity/factors/secrets.ts'
import { translateForBrowser } from '../identity/language.ts'
import { accountOf } from '../identity/names.ts'
import { messagePage } from '../identity/pages/pages.ts'
import { countAttempt } from '../identity/throttle.ts'
import { linksBelow } from '../rules/settings/own_address.ts'
import { second } from '../rules/time/calendar.ts'
import { errorBody } from '../wire/errors.ts'
import type { World } from '../world.ts'
import type { Unit } from './adapter.ts'
import { commitChanges, type Outcome } from './commit.ts'
import { scopesIn } from './scopes.ts'

/**
 * Gives the provider's response the shape that clients of this API expect, and commits the changes of the request.
 * Responses are sent only after the changes have been stored.
 */
export async function shapeAnswer(
  { world, config }: Pick<Dependencies, 'world' | 'config'>,
  ctx: KoaContextWithOIDC,
  unit: Unit,
  { prefix }: Site,
): Promise<void> {
  hideInternals(ctx)
  const route = ctx.oidc?.route
  try {
    await countGuess(world, ctx, unit)
    if (route === 'token') await shapeGrant(world, ctx, unit, config.refreshDays)
    else if (ctx.status < 400) await finish(world, unit)
    if (route === 'authorization' || route === 'resume') shapeRedirect(ctx)
    if (route === 'revocation' || route === 'introspection') shapeError(ctx)
    if (route === 'introspection') shapeIntrospection(ctx, unit)
  } catch (error) {
    if (!(error instanceof RequestError)) world.log.error({ err: error }, 'An OAuth request could not be stored')
    const status = error instanceof RequestError ? error.status : 500
    const text = error instanceof RequestError ? error.message : 'the request could not be handled'
    const browser = route === 'authorization' || route === 'resume'
    ctx.remove('Location')
    ctx.status = status
    ctx.type = browser ? 'html' : 'json'
    const t = translateForBrowser(ctx)
    ctx.body = browser
      ? linksBelow(
          prefix,
          messagePage(t('Something went wrong'), t('Please start over: {problem}.', { problem: text }), t),
        )
      : errorBody(status, text)
  }
}

/** The eight fields of a token response, or an error that says what to do about it. */
async function shapeGrant(world: World, ctx: KoaContextWithOIDC, unit: Unit, refreshDays: number): Promise<void> {
  if (unit.blocked) {
    ctx.status = 499
    ctx.body = JSON.parse(errorBody(499, 'requests from this address are not allowed'))
    return
  }
  if (ctx.status !== 200) return shapeError(ctx)

  const { access_token, expires_in, refresh_token, scope } = propertiesOf(ctx.body)
  const { companyId, userId, clientUrl } = required(unit.owner)
  const body = {
    access_token,
    expires_in,
    token_type: 'bearer',
    scope: scopesIn(textOf(scope)),
    refresh_token,
    user_id: String(userId),
    company_id: String(companyId),
    client_url: clientUrl,
  }
  const presented = textOf(ctx.oidc.params?.refresh_token)
  const confidential = ctx.oidc.client?.clientAuthMethod !== 'none'
  const answer = presented && confidential ? encryptFor(presented, JSON.stringify(body)) : ''
  const allowedSince = refreshDays === 0 ? 0 : world.now() - refreshDays * 86_400 * second
  unit.redeem = { ...required(unit.redeem), confidential, answer, allowedSince }

  const outcome = await commit(world, unit)
  if (outcome.done) {
    ctx.body = body
  } else if (outcome.answer && presented !== undefined) {
    ctx.body = JSON.parse(decryptWith(presented, outcome.answer))
  } else {
    ctx.status = 400
    const what = presented ? 'refresh token' : 'authorization code'
    ctx.body = { error: 'invalid_grant', error_description: `The ${what} has already been used or is no longer valid` }
  }
}

/** A part of the request that every grant has. */
function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The provider granted something that was not looked up')
  return part
}

/** Counts possible guesses: of a secret, or of a code or token by a client without authentication. */
async function countGuess(world: World, { status, body, oidc }: KoaContextWithOIDC, { guesses }: Unit): Promise<void> {
  if (status < 400 || guesses.length === 0) return
  const { error } = propertiesOf(body)
  const isToken = error === 'invalid_grant' && oidc.client?.clientAuthMethod === 'none'
  if (error !== 'invalid_client' && !isToken) return
  world.sight.security.tell({ event: 'application refused', application: oidc.client?.clientId, error })
  await countAttempt(world, guesses)
}

/** Commits the changes. Throws RequestError 400 if another request has already ended the interaction. */
async function finish(world: World, unit: Unit): Promise<void> {
  if (unit.isEmpty) return
  const outcome = await commit(world, unit)
  if (!outcome.done) throw new RequestError(400, 'sign_in_completed')
}

function commit(world: World, unit: Unit): Promise<Outcome> {
  return world.db.write(commitChanges, unit.changes(), world.now())
}

type ProviderError = Error & { error_detail?: string }

// Details of a refusal that the provider leaves out, worded for the application's developers.
const explanations: Record<string, string> = {
  'authorization code is expired': 'The authorization code has expired',
  'authorization code not found': 'The authorization code is not valid',
  'authorization code redirect_uri mismatch': 'redirect_uri differs from the one in the authorization request',
  'refresh token is expired': 'The refresh token has expired',
  'refresh token not found': 'The refresh token is not valid',
  'client mismatch': 'The authorization code or refresh token was issued to another application',
  'grant not found': 'The authorization has already been used or was revoked',
  'grant is expired': 'The authorization has expired',
  'code_verifier must be provided': 'missing required parameter code_verifier',
  'code_verifier does not match code_challenge': 'code_verifier does not match code_challenge',
}

const wrongMechanism =
  'the provided authentication mechanism does not match the registered client authentication method'

/** Errors have two fields and status 400; only clients that used HTTP Basic get 401, with its challenge. */
function shapeError(ctx: KoaContextWithOIDC): void {
  if (ctx.status < 400) return
  const error: ProviderError | undefined = ctx.state.error
  const basic = ctx.get('authorization') !== ''
  const { error: code, error_description: description } = propertiesOf(ctx.body)
  const detail = error?.error_detail
  ctx.body = { error: code, error_description: (detail && explanations[detail]) || description || code }
  if (code === 'invalid_client') {
    ctx.body = { error: code, error_description: 'client_id or client_secret is wrong' }
    const secret = ctx.oidc.params?.client_secret
    if (detail === wrongMechanism && !secret && !basic)
      ctx.body = { error: 'invalid_request', error_description: 'missing required parameter client_secret' }
  }
  if (ctx.status === 401 && !basic) ctx.status = 400
}

const redirectErrors: Record<string, string> = {
  unsupported_response_mode: 'response_mode must be query',
  request_not_supported: 'request objects are not supported',
  request_uri_not_supported: 'request objects are not supported',
  registration_not_supported: 'registration is not supported',
}

/**
 * Redirects back to an application have the error codes of RFC 6749, each with a description. They include `iss` (RFC
 * 9207) only if the request used PKCE: a library configured for the original API rejects an unexpected issuer.
 */
function shapeRedirect(ctx: KoaContextWithOIDC): void {
  const location = ctx.response.get('location')
  if (!location || !URL.canParse(location)) return
  const url = new URL(location)
  if (!ctx.oidc.params?.code_challenge) url.searchParams.delete('iss')
  const description = redirectErrors[url.searchParams.get('error') ?? '']
  if (description) {
    url.searchParams.set('error', 'invalid_request')
    url.searchParams.set('error_description', description)
  }
  ctx.set('location', url.href)
}

/** Introspection with token times from our clock, and our own user and company ids. */
function shapeIntrospection(ctx: KoaContextWithOIDC, unit: Unit): void {
  const body = propertiesOf(ctx.body)
  if (!body.active) return
  const { companyId, userId } = accountOf(String(body.sub))
  const known = unit.known.get(String(ctx.oidc.params?.token))
  if (!known || known.spent) {
    ctx.body = { active: false }
    return
  }
  ctx.body = {
    active: true,
    client_id: body.client_id,
    ...(body.token_type ? { token_type: 'bearer' } : {}),
    scope: scopesIn(textOf(body.scope)),
    sub: String(userId),
    user_id: String(userId),
    company_id: String(companyId),
    exp: known.exp,
    iat: known.iat,
    iss: body.iss,
  }
}

/** Removes what the provider adds but we do not use: its session cookie, CORS, headers of its framework. */
function hideInternals(ctx: KoaContextWithOIDC): void {
  for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name)
  ctx.remove('vary')
  const cookies = ctx.response.get('set-cookie') as unknown as string[] | ''
  if (Array.isArray(cookies)) {
    const ours = cookies.filter((cookie) => !/^[\w-]+-none(\.sig)?=/.test(cookie))
    if (ours.length > 0) ctx.set('set-cookie', ours)
    else ctx.remove('set-cookie')
  }
}
