import { generateKeyPairSync } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Configuration, KoaContextWithOIDC, Provider as ProviderType } from 'oidc-provider'
import { propertiesOf, textOf } from '../engine/fields.ts'
import { type CompanyRow, oneRow, sql } from '../engine/sql.ts'
import { isConfirmed } from '../identity/confirmation.ts'
import type { Dependencies, Site } from '../identity/dependencies.ts'
import { digest, same } from '../identity/factors/secrets.ts'
import { type Account, accountName, accountOf, newToken } from '../identity/names.ts'
import { isActive } from '../identity/people.ts'
import { ownAddress } from '../rules/settings/own_address.ts'
import type { World } from '../world.ts'
import { adapters, units } from './adapter.ts'
import { mayBeUsedBy } from './applications.ts'
import { errors, interactionPolicy, Provider } from './oidc.ts'
import { mistakenParameter, paths, privateScope } from './paths.ts'
import { covers, scopesForProvider, scopesIn, scopesOffered } from './scopes.ts'
import { shapeAnswer } from './shape.ts'

const codeSeconds = 600
const interactionSeconds = 3600
const refreshGraceSeconds = 30 * 86_400

type RenderError = (ctx: KoaContextWithOIDC, error: { error: string; error_description?: string }) => void

/**
 * oidc-provider as plain OAuth 2.0 with one private scope, codes only, and our own storage. It holds no state: the
 * changes of a request are gathered in its unit (adapter.ts) and committed when the response is ready (shape.ts).
 */
export function makeProvider(deps: Dependencies, site: Site, renderError: RenderError): ProviderType {
  const { world } = deps
  const provider: ProviderType = new Provider(site.url, configuration(deps, site, renderError))

  // The public address is a setting; forwarded headers of clients never reach the provider (endpoints.ts).
  provider.proxy = true
  provider.use(async (ctx, next) => {
    await next()
    await shapeAnswer(deps, ctx as unknown as KoaContextWithOIDC, units.getStore()!, site)
  })
  const failed = (error: unknown) => world.log.error({ err: error }, 'The OAuth provider failed')
  EventEmitter.prototype.on.call(provider, 'error', failed)
  provider.on('server_error', (_ctx, error) => failed(error))
  const remember = (ctx: KoaContextWithOIDC, error: Error) => {
    ctx.state.error = error
  }
  provider.on('grant.error', remember)
  provider.on('revocation.error', remember)
  provider.on('introspection.error', remember)
  adaptModels(world, provider)
  return provider
}

/** The provider's configuration. */
function configuration(deps: Dependencies, site: Site, renderError: RenderError): Configuration {
  const { world, config, keys } = deps
  const refreshSeconds = config.tokenSeconds + refreshGraceSeconds
  const prefix = site.secure ? '__Secure-clockhouse' : 'clockhouse'
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: adapters(world, (id) => ownAddress(site.url, `${paths.authorize}/${id}`)),
    routes: {
      authorization: paths.authorize,
      token: paths.grant,
      revocation: paths.revoke,
      introspection: paths.introspect,
    },
    clients: [],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: ['company_id', 'open_to_all'] },
    // A key for signing ID tokens is required, although none are issued; so it need not outlive the process.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    responseTypes: ['code'],
    scopes: [privateScope, ...scopesOffered],
    cookies: {
      names: { session: `${prefix}-none`, interaction: `${prefix}-interaction`, resume: `${prefix}-resume` },
      long: cookie,
      short: cookie,
      keys: [keys.cookies],
    },
    extraParams: { state: requireState, display_mode: null, [mistakenParameter]: refuseMistaken },
    features,
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    allowOmittingSingleRegisteredRedirectUri: false,
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    ttl: {
      AccessToken: config.tokenSeconds,
      AuthorizationCode: codeSeconds,
      RefreshToken: refreshSeconds,
      Grant: refreshSeconds + codeSeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
    },
    interactions: {
      policy: policy(world),
      url: (_ctx, { uid }) => ownAddress(site.prefix, `${paths.interaction}/${uid}`),
    },
    findAccount: (ctx, name) => findAccount(deps, ctx, accountOf(name)),
    loadExistingGrant: (ctx) => grantFor(world, ctx),
    renderError: async (ctx, out) => renderError(ctx, out),
  }
}

const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  introspection: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId && client.clientAuthMethod !== 'none',
  },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
}

/** Adapts parts of the provider's models that cannot be configured. */
function adaptModels(world: World, provider: ProviderType): void {
  // The ids of tokens and codes begin with the company id (names.ts).
  const generateTokenId = function (this: { accountId: string; format?: string }) {
    this.format = 'opaque'
    return newToken(world, accountOf(this.accountId).companyId)
  }
  for (const model of [provider.AccessToken, provider.AuthorizationCode, provider.RefreshToken, provider.Grant])
    Object.assign(model.prototype, { generateTokenId })

  // Only the hash of a client's secret is known. A program on people's own devices takes any free port (RFC 8252, 7.3).
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, actual: string) {
      return this.clientSecret !== undefined && same(digest(actual), this.clientSecret)
    },
    redirectUriAllowed(this: { redirectUris: readonly string[] }, uri: string) {
      return this.redirectUris.some((known) => known === uri || withoutPort(known) === (withoutPort(uri) ?? ''))
    },
  })

  // Our own session says who is signed in. The provider's session lasts for one request and is filled from ours when an
  // authorization starts, and from the interaction's result when it ends, so the two never disagree.
  Object.assign(provider.Session, {
    async get(ctx: KoaContextWithOIDC) {
      const session = new provider.Session()
      const account = units.getStore()?.signedIn
      if (account && ctx.oidc.route === 'authorization')
        Object.assign(session, { accountId: accountName(account), loginTs: 0, transient: true })
      ctx.oidc.entity('Session', session)
      return session
    },
  })
}

/** An http address on a loopback IP literal without its port; undefined for any other address. */
function withoutPort(uri: string): string | undefined {
  const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/.*)?$/.exec(uri)
  return loopback && URL.canParse(uri) ? `http://${loopback[1]}${loopback[2] ?? ''}` : undefined
}

/**
 * First the person signs in, then they give consent. What the application gets outlasts the session, so who is signed in
 * has to prove that they are there, also for an application that they have allowed before.
 */
function policy(world: World) {
  const { Prompt, Check } = interactionPolicy
  const ask = (needed: boolean) => (needed ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT)
  const isTooOld = (ctx: KoaContextWithOIDC) => {
    const session = units.getStore()?.signedIn
    // At the end of an interaction, its pages have asked (interaction.ts).
    return session !== undefined && ctx.oidc.route === 'authorization' && !isConfirmed(session, world.now())
  }
  return [
    new Prompt(
      { name: 'login', requestable: true },
      new Check('no_session', 'No one is signed in', 'login_required', (ctx) => ask(!ctx.oidc.session?.accountId)),
      new Check('not_confirmed', 'The user has not signed in recently', 'login_required', (ctx) => ask(isTooOld(ctx))),
    ),
    new Prompt(
      { name: 'consent', requestable: true },
      // A grant with the scope exists only if the person has given consent, now or earlier (grantFor).
      new Check('consent_missing', 'The user has not allowed this application yet', 'consent_required', (ctx) =>
        ask(!ctx.oidc.entities.Grant?.getOIDCScope()),
      ),
    ),
  ]
}

/** The person's account, if active and if the application may be used by people in that company. */
async function findAccount({ world, mayConnect }: Dependencies, ctx: KoaContextWithOIDC, account: Account) {
  const client = ctx.oidc.client
  if (client && !mayBeUsedBy(ownership(client), account.companyId)) return undefined
  if (!(await isActive(world, account))) return undefined
  const company = await oneRow<CompanyRow>(
    world.db.read,
    sql`select * from companies where company_id = ${account.companyId}`,
  )
  const unit = units.getStore()
  if (unit && ctx.oidc.route === 'token') {
    unit.owner = { ...account, clientUrl: company.client_url }
    unit.blocked = !mayConnect(company, unit.ip)
    if (unit.blocked) throw new errors.InvalidGrant('address not allowed')
  }
  const accountId = accountName(account)
  return { accountId, claims: async () => ({ sub: accountId }) }
}

/**
 * A new grant, if the person has just given consent, or gave it earlier and the client can authenticate. Every
 * authorization has its own grant, which is the family of its tokens: reuse of a token revokes one family.
 */
async function grantFor(world: World, ctx: KoaContextWithOIDC) {
  const { account, client, params, prompts, result } = ctx.oidc
  if (!account || !client || (ctx.oidc.route === 'authorization' && (prompts.has('login') || prompts.has('consent'))))
    return undefined
  const scopes = scopesIn(textOf(params?.scope))
  const isAsked = result?.consent !== undefined
  const mayRemember = client.clientAuthMethod !== 'none'
  if (!isAsked && !(mayRemember && (await hasAgreed(world, account.accountId, client.clientId, scopes))))
    return undefined
  const grant = new ctx.oidc.provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopesForProvider(scopes))
  await grant.save()
  return grant
}

async function hasAgreed(world: World, accountId: string, clientId: string, scopes: string): Promise<boolean> {
  const { companyId, userId } = accountOf(accountId)
  const row = await world.db.read.get<{ scopes: string }>(sql`select scopes from consents
    where company_id = ${companyId} and user_id = ${userId} and client_id = ${clientId}`)
  return row !== undefined && covers(row.scopes, scopes)
}

// Both are checked after client and redirect address, so the error can be returned to the application.

/** Refuses with a redirect, because the application would get more than it asked for. */
function refuseMistaken(_ctx: unknown, scope: string | undefined): void {
  if (scope === undefined) return
  // A description is printable ASCII without quotes and backslashes (RFC 6749, section 4.1.2.1).
  const shown = scope.slice(0, 100).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
  throw new errors.InvalidScope(
    `${shown} is not a scope; scopes are read, write, and those of one type such as timesheets:read`,
    shown,
  )
}

function requireState(_ctx: unknown, state: string | undefined): void {
  if (!state) throw new errors.InvalidRequest('missing required parameter state')
}

/** Who may use the application, from the metadata set by the adapter. */
function ownership(client: object): { companyId: number; openToAll: boolean } {
  const { company_id, open_to_all } = propertiesOf(client)
  return { companyId: Number(company_id), openToAll: open_to_all === true }
}
