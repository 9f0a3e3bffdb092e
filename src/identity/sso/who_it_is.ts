import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, Claims } from '../../rules/people/single_sign_on.ts'
import { identityKey } from '../../rules/text/identity.ts'
import { second } from '../../rules/time/calendar.ts'
import { readCookie, setCookie } from '../cookies.ts'
import { formToken, isOurForm } from '../csrf.ts'
import type { Dependencies } from '../dependencies.ts'
import { decrypt, encrypt } from '../factors/secrets.ts'
import { translateForBrowser } from '../language.ts'
import type { Retry } from '../pages/layout.ts'
import { goTo, sendPage } from '../pages/respond.ts'
import { whoItIsPage } from '../pages/who_it_is_page.ts'
import { isPassword } from '../people.ts'
import { currentSession } from '../sessions.ts'
import { mayEnter } from '../sign_in.ts'
import { fieldsOf, refuseForm } from '../site_routes.ts'
import { countAttempt, countersOf, forgive, waitText } from '../throttle.ts'
import { arriveWithSso, foresee } from './arrive.ts'
import { ssoPath } from './button.ts'
import { enterFromProvider } from './entered.ts'
import { type SsoProvider, ssoProviderOf } from './providers.ts'
import { refuse } from './refused.ts'

// A person arrives from a provider with an address that only the person who has it here says is theirs. They prove once,
// with the password of that person, that it is them.

const path = `${ssoPath}/who`
const cookie = 'clockhouse-sso-who'
const seconds = 600

/** Someone whom the provider has signed in, and who is asked who they are here. */
type Waiting = { companyId: number; issuer: string; claims: Claims; next: string }

/** Keeps the claims, encrypted, in the browser, and leads to the question. */
export function askWhoItIs(
  deps: Dependencies,
  reply: FastifyReply,
  { provider, claims, next }: { provider: SsoProvider; claims: Claims; next: string },
): FastifyReply {
  const { world, keys, site } = deps
  const { companyId, issuer, groupMap } = provider
  // A cookie has no room for a thousand groups; one decides.
  const counting = groupMap.find(([value]) => claims.groups?.includes(value))?.[0]
  const waiting: Waiting = { companyId, issuer, next, claims: { ...claims, groups: counting ? [counting] : [] } }
  const text = JSON.stringify({ ...waiting, expires: world.now() + seconds * second })
  setCookie(site(), reply, cookie, encrypt(keys.providers, text, world.random(12), cookie), seconds)
  return goTo(site(), reply, path)
}

/** Mounts the page that asks people from a provider for the password that they have had here. */
export function whoItIsRoutes(app: FastifyInstance, deps: Dependencies): void {
  app.get(path, (request, reply) => show(deps, request, reply))
  app.post(path, (request, reply) => answer(deps, request, reply))
}

async function show(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  retry: Retry = {},
  status = 200,
): Promise<FastifyReply> {
  const asked = await askedIn(deps, request)
  if (!asked) return refuse(deps, request, reply, { why: 'expired', next: '/' })
  const { provider, waiting } = asked
  const form = { action: path, token: formToken(deps, request, reply, await currentSession(deps, request)) }
  const about = { label: provider.label, email: waiting.claims.email, mayCreate: provider.createsPeople }
  return sendPage(deps.site(), reply, whoItIsPage(form, { ...retry, ...about }, translateForBrowser(request)), status)
}

async function answer(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { world, site } = deps
  const fields = fieldsOf(request)
  if (!isOurForm(deps, request, fields, await currentSession(deps, request))) return refuseForm(deps, request, reply)
  const asked = await askedIn(deps, request)
  if (!asked) return refuse(deps, request, reply, { why: 'expired', next: '/' })
  const { provider, waiting } = asked
  const { companyId, issuer, claims, next } = waiting
  const { label } = provider
  if (!(await mayEnter(deps, waiting, request.ip)))
    return refuse(deps, request, reply, { why: 'address', companyId, label, next })
  const t = translateForBrowser(request)
  const name = identityKey(claims.email)
  const counters = countersOf('sign-in', { company: String(companyId), name, ip: request.ip })
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) {
    reply.header('retry-after', waitSeconds)
    return show(deps, request, reply, { problem: waitText(waitSeconds, t) }, 429)
  }
  const answered = fields.intent === 'new' ? 'new' : await personWith(deps, provider, claims, fields.password ?? '')
  const arrived = await world.db.write(arriveWithSso, { companyId, issuer, claims, answered }, world.now())
  if (!arrived) return refuse(deps, request, reply, { why: 'off', companyId, label, next })
  if ('refused' in arrived) return refuse(deps, request, reply, { why: arrived.refused, companyId, label, next })
  if (arrived.kind === 'ask') {
    world.sight.security.tell({ event: 'sign-in failed', company: companyId, with: 'single sign-on', why: 'password' })
    return show(deps, request, reply, { problem: t('This is not the password of that account.') }, 403)
  }
  await forgive(world, counters)
  setCookie(site(), reply, cookie, '', 0)
  const authenticated = answered === 'new' ? 0 : world.now()
  return enterFromProvider(deps, request, reply, { provider, userId: arrived.userId, next, authenticated })
}

/** The person among those in question who has this password. */
async function personWith(
  { world }: Dependencies,
  provider: SsoProvider,
  claims: Claims,
  password: string,
): Promise<Answered> {
  const { read } = world.db
  const arrival = await foresee(read, provider, claims)
  if (arrival.kind !== 'ask') return undefined
  const { companyId } = provider
  for (const userId of arrival.userIds) if (await isPassword(read, { companyId, userId }, password)) return { userId }
  return undefined
}

/** Whom this browser is to say who they are, and the provider; undefined if no one, or no longer. */
async function askedIn(
  { world, keys, site }: Dependencies,
  request: FastifyRequest,
): Promise<{ provider: SsoProvider; waiting: Waiting } | undefined> {
  const sealed = readCookie(site(), request, cookie)
  const text = sealed && decrypt(keys.providers, sealed, cookie)
  if (!text) return undefined
  const waiting: Waiting & { expires: number } = JSON.parse(text)
  const provider = await ssoProviderOf(world.db.read, waiting.companyId)
  const isCurrent = provider && provider.mode !== 'off' && provider.issuer === waiting.issuer
  return isCurrent && waiting.expires > world.now() ? { provider, waiting } : undefined
}
