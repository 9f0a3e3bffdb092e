import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { msg } from '../../rules/language/messages.ts'
import type { SsoRefusal } from '../../rules/people/single_sign_on.ts'
import { readCookie, setCookie } from '../cookies.ts'
import type { Dependencies } from '../dependencies.ts'
import { same, seal } from '../factors/secrets.ts'
import { translateForBrowser } from '../language.ts'
import { messagePage } from '../pages/pages.ts'
import { goTo, sendPage } from '../pages/respond.ts'
import { currentSession, type Session } from '../sessions.ts'
import { addressNotAllowed, mayEnter, onlyCompany, rememberCompany, slugOf } from '../sign_in.ts'
import { nextPath, nextQuery } from '../site_routes.ts'
import { enter } from '../stages.ts'
import { countAttempt, forgive, ssoCounter, waitText } from '../throttle.ts'
import { arriveWithSso } from './arrive.ts'
import { type Attempt, keepAttempt, takeAttempt } from './attempt.ts'
import { ssoAnswerPath, ssoPath } from './button.ts'
import { explainSsoError, type SsoClient, type SsoFailure, ssoClient } from './client.ts'
import { type SsoProvider, ssoProviderNamed, ssoProviderOf } from './providers.ts'

/** Mounts single sign-on: the redirect to a company's provider, and its callback. */
export function ssoRoutes(app: FastifyInstance, deps: Dependencies): void {
  const client = ssoClient(deps)
  app.get(ssoPath, (request, reply) => begin(deps, client, request, reply))
  app.get(ssoAnswerPath, (request, reply) => finish(deps, client, request, reply))
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
  const only = short === '' ? await onlyCompany(deps) : undefined
  const provider = only === undefined ? await ssoProviderNamed(read, slugOf(short)) : await ssoProviderOf(read, only)
  return provider?.mode === 'off' ? undefined : provider
}

/** The address that providers redirect to, as the browser sees this server. */
export function ssoRedirect({ config }: Pick<Dependencies, 'config'>, request: FastifyRequest): string {
  return (config.url || `${request.protocol}://${request.host}`) + ssoAnswerPath
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
  const provider = await ssoProviderOf(world.db.read, companyId)
  if (!provider || provider.mode === 'off' || provider.issuer !== attempt.issuer)
    return refuse(deps, request, reply, { why: 'off', companyId, next })
  const { label } = provider
  if (!(await mayEnter(deps, attempt, request.ip)))
    return refuse(deps, request, reply, { why: 'address', companyId, label, next })
  const arrived = await arrive(deps, client, request, { provider, attempt })
  if ('why' in arrived) return refuse(deps, request, reply, { ...arrived, companyId, label, next })
  await forgive(world, counters)
  if ((await onlyCompany(deps)) === undefined) rememberCompany(deps, reply, provider.company)
  const entered = await enter(deps, request, reply, {
    companyId,
    userId: arrived.userId,
    by: 'single sign-on',
    strong: true,
  })
  if (entered === 'next' || 'retry' in entered) return goTo(deps.site(), reply, `/sign-in${nextQuery(next)}`)
  markFreshSignIn(deps, reply, entered.session, next)
  return goTo(deps.site(), reply, next)
}

/** Identifies the person whom the provider has signed in. */
async function arrive(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  { provider, attempt }: { provider: SsoProvider; attempt: Attempt },
): Promise<{ userId: number } | { why: Why; words?: string }> {
  const { world } = deps
  const { companyId, issuer } = provider
  try {
    const url = new URL(`${attempt.redirect}?${queryOf(request)}`)
    const claims = await client.finish(provider, url, attempt)
    const arrived = await world.db.write(arriveWithSso, { companyId, issuer, claims }, world.now())
    if (!arrived) return { why: 'off' }
    return 'refused' in arrived ? { why: arrived.refused } : { userId: arrived.userId }
  } catch (error) {
    return explained(deps, error)
  }
}

function explained({ world }: Dependencies, error: unknown): { why: Why; words: string } {
  const { failure, words } = explainSsoError(error)
  if (failure === 'unreachable' || failure === 'invalid') world.log.warn({ cause: words }, 'single sign-on failed')
  return { why: failure, words }
}

type Why = SsoRefusal | SsoFailure | 'off' | 'address'

const startAgain = msg(
  'This sign-in took too long, was already used, or began in another browser. Please sign in again.',
)
const asks = msg('Ask your administrator to check your account.')

const texts: Record<Why, { status: number; text: string; more?: string }> = {
  off: { status: 404, text: msg('There is no single sign-on for this company.') },
  expired: { status: 403, text: startAgain },
  denied: {
    status: 403,
    text: msg('{label} did not sign you in. You may have canceled it, or may not use Clockhouse.'),
  },
  unreachable: {
    status: 503,
    text: msg('{label} cannot be reached at the moment. Try again in a few minutes.'),
    more: msg('Administrators can sign in with a password.'),
  },
  invalid: {
    status: 502,
    text: msg('The answer of {label} cannot be accepted.'),
    more: msg('Your administrator can find the reason in the server’s log.'),
  },
  address: { status: 403, text: addressNotAllowed },
  archived: { status: 403, text: msg('Your account here is archived.'), more: asks },
  unverified: { status: 403, text: msg('{label} has not confirmed your email address.'), more: asks },
  'odd-address': {
    status: 403,
    text: msg('Your email address at {label} has letters that only look like ordinary ones.'),
    more: asks,
  },
  'foreign-domain': {
    status: 403,
    text: msg('Your email address at {label} does not belong to this company.'),
    more: asks,
  },
  ambiguous: { status: 403, text: msg('Several people here have your email address.'), more: asks },
  'linked-elsewhere': {
    status: 403,
    text: msg('The person with your email address signs in with another account of {label}.'),
    more: asks,
  },
  unknown: { status: 403, text: msg('There is no person with your email address here.'), more: asks },
  'username-taken': { status: 403, text: msg('No account could be created for you.'), more: asks },
}

type Refused = { why: Why; words?: string; companyId?: number; label?: string; next: string }

/** Explains why no one was signed in, on a page with a link back, and in a log line. */
function refuse(
  { world, site }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { why, words, companyId: company, label = '', next }: Refused,
): FastifyReply {
  const { security, requests } = world.sight
  security.tell(
    { event: 'sign-in failed', company, with: 'single sign-on', why, cause: words },
    requests.of(request.raw),
  )
  const t = translateForBrowser(request)
  const { status, text, more } = texts[why]
  const link = { href: `/sign-in${nextQuery(next)}`, text: t('Back to signing in') }
  const whole = [t(text, { label }), ...(more === undefined ? [] : [t(more)])].join(' ')
  return sendPage(site(), reply, messagePage(t('You are not signed in'), whole, t, link), status)
}

const freshCookie = 'clockhouse-fresh'
const freshSeconds = 300

/**
 * Remembers in the browser for which page the person has just signed in, because an application may have required a new
 * sign-in.
 */
function markFreshSignIn({ site, keys }: Dependencies, reply: FastifyReply, { hash }: Session, next: string): void {
  setCookie(site(), reply, freshCookie, seal(keys.stages, JSON.stringify(['fresh', hash, next])), freshSeconds)
}

/** Whether the person has just signed in with a provider for this page. */
export function isFreshSignIn(
  { site, keys }: Dependencies,
  request: FastifyRequest,
  session: Session | undefined,
): boolean {
  const value = readCookie(site(), request, freshCookie)
  if (!value || !session) return false
  return same(value, seal(keys.stages, JSON.stringify(['fresh', session.hash, request.url.split('?')[0]])))
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '')
}
