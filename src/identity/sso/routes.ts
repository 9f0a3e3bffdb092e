import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onlyCompany } from '../../company/companies.ts'
import type { Claims } from '../../rules/people/single_sign_on.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import type { Dependencies } from '../dependencies.ts'
import { translateForBrowser } from '../language.ts'
import { slugOf } from '../names.ts'
import { messagePage } from '../pages/pages.ts'
import { goTo, sendPage } from '../pages/respond.ts'
import { publicUrl } from '../public_url.ts'
import { currentSession } from '../sessions.ts'
import { mayEnter } from '../sign_in.ts'
import { nextPath } from '../site_routes.ts'
import { countAttempt, forgive, ssoCounter, waitText } from '../throttle.ts'
import { arriveWithSso } from './arrive.ts'
import { type Attempt, keepAttempt, takeAttempt } from './attempt.ts'
import { ssoAnswerPath, ssoPath } from './button.ts'
import { type SsoClient, ssoClient } from './client.ts'
import { confirmedPath, enterFromProvider } from './entered.ts'
import { type SsoProvider, ssoProviderNamed, ssoProviderOf } from './providers.ts'
import { explained, refuse, type Why } from './refused.ts'
import { keepForSignOut, showSignedOut, signedOutPath } from './signed_out.ts'
import { beginTrial, finishTrial, trialPath } from './trial.ts'
import { askWhoItIs, whoItIsRoutes } from './who_it_is.ts'

/** Mounts single sign-on: the redirect to a company's provider, and its callback. */
export function ssoRoutes(app: FastifyInstance, deps: Dependencies): void {
  const client = ssoClient(deps)
  app.get(ssoPath, (request, reply) => begin(deps, client, request, reply))
  app.get(ssoAnswerPath, (request, reply) => finish(deps, client, request, reply))
  app.get(trialPath, (request, reply) => beginTrial(deps, client, request, reply, ssoRedirect(deps, request)))
  app.get(confirmedPath, (request, reply) => showConfirmed(deps, request, reply))
  app.get(signedOutPath, (request, reply) => showSignedOut(deps, client, request, reply))
  whoItIsRoutes(app, deps)
}

/** Sends the browser to the provider of a company. */
async function begin(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = queryOf(request)
  const next = nextPath(request)
  const again = query.has('again')
  if (!again && (await currentSession(deps, request))) return goTo(deps.site(), reply, next)
  const provider = await providerFor(deps, query.get('company') ?? '')
  if (!provider) return refuse(deps, request, reply, { why: 'off', next })
  const { companyId, issuer, label } = provider
  const redirect = ssoRedirect(deps, request)
  try {
    const { address, ...checks } = await client.begin(provider, redirect, again)
    keepAttempt(deps, reply, { ...checks, redirect, companyId, issuer, next })
    return reply.headers(deps.site().headers.page()).redirect(address, 303)
  } catch (error) {
    return refuse(deps, request, reply, { ...explained(deps, error), companyId, label, next })
  }
}

async function providerFor(deps: Dependencies, short: string): Promise<SsoProvider | undefined> {
  const { read } = deps.world.db
  const only = short === '' ? await onlyCompany(deps.world.db.read) : undefined
  const provider = only === undefined ? await ssoProviderNamed(read, slugOf(short)) : await ssoProviderOf(read, only)
  return provider?.mode === 'off' ? undefined : provider
}

/** The address that providers redirect to, as the browser sees this server. */
export function ssoRedirect({ config }: Pick<Dependencies, 'config'>, request: FastifyRequest): string {
  return ownAddress(publicUrl(config, request), ssoAnswerPath)
}

/** Handles a provider's response, which is accepted once and only in the browser that started the sign-in. */
async function finish(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { world } = deps
  const attempt = await takeAttempt(deps, request, reply, queryOf(request).get('state') ?? '')
  if (!attempt) return refuse(deps, request, reply, { why: 'expired', next: '/' })
  const { companyId, next } = attempt
  const counters = ssoCounter(request.ip)
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) {
    reply.header('retry-after', waitSeconds)
    const t = translateForBrowser(request)
    return sendPage(deps.site(), reply, messagePage(t('Please wait'), waitText(waitSeconds, t), t), 429)
  }
  if (attempt.trial) return finishTrial(deps, client, request, reply, { ...attempt, trial: attempt.trial })
  const provider = await ssoProviderOf(world.db.read, companyId)
  if (!provider || provider.mode === 'off' || provider.issuer !== attempt.issuer)
    return refuse(deps, request, reply, { why: 'off', companyId, next })
  const { label } = provider
  if (!(await mayEnter(deps, attempt, request.ip)))
    return refuse(deps, request, reply, { why: 'address', companyId, label, next })
  const arrived = await arrive(deps, client, request, { provider, attempt })
  if ('why' in arrived) return refuse(deps, request, reply, { ...arrived, companyId, label, next })
  await forgive(world, counters)
  keepForSignOut(deps, reply, provider, arrived.idToken)
  if ('claims' in arrived) return askWhoItIs(deps, reply, { provider, claims: arrived.claims, next })
  return enterFromProvider(deps, request, reply, { ...arrived, provider, next })
}

type Entered = { userId: number; authenticated: number }

/** Leads a person who has proved who they are back to what they were doing, in another tab. */
function showConfirmed(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = translateForBrowser(request)
  const text = t('You can close this tab and continue in the other one.')
  return sendPage(deps.site(), reply, messagePage(t('Thank you'), text, t))
}

/** Identifies the person whom the provider has signed in. */
async function arrive(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  { provider, attempt }: { provider: SsoProvider; attempt: Attempt },
): Promise<({ idToken: string } & (Entered | { claims: Claims })) | { why: Why; words?: string }> {
  const { world } = deps
  const { companyId, issuer } = provider
  try {
    const url = new URL(`${attempt.redirect}?${queryOf(request)}`)
    const { claims, idToken, authenticated } = await client.finish(provider, url, attempt)
    const arrived = await world.db.write(arriveWithSso, { companyId, issuer, claims }, world.now())
    if (!arrived) return { why: 'off' }
    if ('refused' in arrived) return { why: arrived.refused }
    return arrived.kind === 'ask' ? { claims, idToken } : { userId: arrived.userId, authenticated, idToken }
  } catch (error) {
    return explained(deps, error)
  }
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '')
}
