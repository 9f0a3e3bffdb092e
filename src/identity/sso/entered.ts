import type { FastifyReply, FastifyRequest } from 'fastify'
import { onlyCompany } from '../../company/companies.ts'
import { readCookie, setCookie } from '../cookies.ts'
import type { Dependencies } from '../dependencies.ts'
import { same, seal } from '../factors/secrets.ts'
import { goTo } from '../pages/respond.ts'
import type { Session } from '../sessions.ts'
import { rememberCompany } from '../sign_in.ts'
import { nextQuery } from '../site_routes.ts'
import { enter } from '../stages.ts'
import type { SsoProvider } from './providers.ts'

/**
 * Signs in a person whom a provider has authenticated, and leads them to their page. `authenticated`: when they proved
 * who they are, in microseconds, 0 if that is unknown.
 */
export async function enterFromProvider(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, userId, next, authenticated }: Entering,
): Promise<FastifyReply> {
  const { companyId, company } = provider
  // A clock that is ahead must not make a proof last longer.
  const confirmed = Math.min(authenticated, deps.world.now())
  if ((await onlyCompany(deps.world.db.read)) === undefined) rememberCompany(deps, reply, company)
  const entered = await enter(deps, request, reply, {
    companyId,
    userId,
    by: 'single sign-on',
    strong: true,
    confirmed,
  })
  if (entered === 'next' || 'retry' in entered) return goTo(deps.site(), reply, `/sign-in${nextQuery(next)}`)
  markFreshSignIn(deps, reply, entered.session, next)
  return goTo(deps.site(), reply, next)
}

/** Where a person comes back to who has proved with the provider that they are there. */
export const confirmedPath = '/sign-in/confirmed'

type Entering = { provider: SsoProvider; userId: number; next: string; authenticated: number }

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
