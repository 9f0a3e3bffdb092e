import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Handle, sql } from '../../engine/sql.ts'
import { type Arrival, type Claims, mappedGroup, missingClaims } from '../../rules/people/single_sign_on.ts'
import { second } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import type { Dependencies } from '../dependencies.ts'
import { decrypt, encrypt, type Keys } from '../factors/secrets.ts'
import { translateForBrowser } from '../language.ts'
import { sendPage } from '../pages/respond.ts'
import { type Trial, trialPage } from '../pages/trial_page.ts'
import { currentSession } from '../sessions.ts'
import { foresee } from './arrive.ts'
import { type Attempt, keepAttempt, type Tried } from './attempt.ts'
import { ssoPath } from './button.ts'
import type { SsoClient } from './client.ts'
import type { SsoProvider } from './providers.ts'
import { explained, reasonOf, refuse } from './refused.ts'

// An administrator tries a provider before anything is switched on: signs in there, and reads what would have happened.

/** The path that starts a trial. */
export const trialPath = `${ssoPath}/try`

const place = 'sso trial'
const trialSeconds = 300

/** The most characters of a map of groups that fit into a cookie with the rest. */
const mapMax = 1200

type Sealed = { provider: Tried; userId: number; expires: number }

/** The path at which this person can try a provider in their browser. The settings are in it, encrypted. */
export function trialPathFor(
  world: Pick<World, 'now' | 'random'>,
  keys: Keys,
  { provider, userId }: Omit<Sealed, 'expires'>,
): string {
  const expires = world.now() + trialSeconds * second
  const fits = JSON.stringify(provider.groupMap).length <= mapMax
  const tried: Tried = { ...provider, changed: expires, ...(!fits && { groupMap: [], isCut: true }) }
  const text = JSON.stringify({ provider: tried, userId, expires })
  return `${trialPath}?${new URLSearchParams({ with: encrypt(keys.providers, text, world.random(12), place) })}`
}

/** Sends the administrator's browser to the provider that they try. */
export async function beginTrial(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  reply: FastifyReply,
  redirect: string,
): Promise<FastifyReply> {
  const { world, keys, site } = deps
  const sealed = new URL(request.url, 'http://here.invalid').searchParams.get('with') ?? ''
  const text = decrypt(keys.providers, sealed, place)
  const session = await currentSession(deps, request)
  const given: Sealed | undefined = text === undefined ? undefined : JSON.parse(text)
  if (!given || given.expires <= world.now() || given.userId !== session?.userId)
    return refuse(deps, request, reply, { why: 'expired', next: '/' })
  const { provider: trial } = given
  const { companyId, issuer } = trial
  try {
    const { address, ...checks } = await client.begin(trial, redirect, true)
    keepAttempt(deps, reply, { ...checks, redirect, companyId, issuer, next: '/', trial })
    return reply.headers(site().headers.page()).redirect(address, 303)
  } catch (error) {
    return showFailure(deps, request, reply, trial, error)
  }
}

/** Shows what the provider said, and what would have happened. Changes nothing. */
export async function finishTrial(
  deps: Dependencies,
  client: SsoClient,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt & { trial: Tried },
): Promise<FastifyReply> {
  const { trial } = attempt
  const { label } = trial
  const t = translateForBrowser(request)
  const url = new URL(`${attempt.redirect}?${request.url.split('?')[1] ?? ''}`)
  const received = await client.finish(trial, url, attempt).catch((error: unknown) => ({ error }))
  if ('error' in received) return showFailure(deps, request, reply, trial, received.error)
  const { claims, given } = received
  const { read } = deps.world.db
  const arrival = await foresee(read, trial, claims)
  const outcome = await outcomeOf(read, trial, claims, arrival)
  const why = arrival.kind === 'refuse' ? reasonOf(arrival.why, label, t) : ''
  const shown = { label, given, missing: missingClaims(given, trial), isCut: trial.isCut === true }
  return sendPage(deps.site(), reply, trialPage({ ...shown, ...outcome, why, arrival, claims }, t))
}

function showFailure(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { label }: SsoProvider,
  error: unknown,
): FastifyReply {
  const t = translateForBrowser(request)
  const { why, words } = explained(deps, error)
  return sendPage(deps.site(), reply, trialPage({ label, why: `${reasonOf(why, label, t)} ${words}` }, t))
}

/** The names of the people and the group in question. */
async function outcomeOf(
  handle: Handle,
  { companyId, groupMap }: SsoProvider,
  { groups }: Claims,
  arrival: Arrival,
): Promise<Pick<Trial, 'people' | 'group'>> {
  const ids = arrival.kind === 'ask' ? arrival.userIds : 'userId' in arrival ? [arrival.userId] : []
  const people: string[] = []
  for (const id of ids) {
    const row = await handle.get<{
      name: string
    }>(sql`select first_name || ' ' || last_name || ' (' || username || ')' as name
      from users where company_id = ${companyId} and id = ${id}`)
    if (row) people.push(row.name)
  }
  const groupId = mappedGroup(groups, groupMap) ?? 0
  const group = await handle.get<{ name: string }>(
    sql`select name from groups where company_id = ${companyId} and id = ${groupId} and active = 1`,
  )
  return { people, group: arrival.kind === 'refuse' ? undefined : group?.name }
}
