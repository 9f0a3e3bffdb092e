import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, operation, sql } from '../../engine/sql.ts'
import { second } from '../../rules/time/calendar.ts'
import { readCookie, setCookie } from '../cookies.ts'
import type { Dependencies } from '../dependencies.ts'
import { decrypt, digest, encrypt } from '../factors/secrets.ts'
import type { Checks } from './client.ts'
import type { SsoProvider } from './providers.ts'

/** A provider that an administrator tries. `isCut`: without its map of groups, which would not fit into a cookie. */
export type Tried = SsoProvider & { isCut?: true }

/**
 * A sign-in that waits for the provider's response. `next`: the page to continue to. `trial`: the provider that an
 * administrator tries; no one is signed in then.
 */
export type Attempt = Checks & { companyId: number; issuer: string; next: string; trial?: Tried }

/** How long a person may take at the provider. */
const attemptSeconds = 600

/** Stores a sign-in, encrypted, in the browser that started it. Several can be pending, one in each tab. */
export function keepAttempt({ world, keys, site }: Dependencies, reply: FastifyReply, attempt: Attempt): void {
  const text = JSON.stringify({ ...attempt, expires: world.now() + attemptSeconds * second })
  const sealed = encrypt(keys.providers, text, world.random(12), placeOf(attempt.state))
  setCookie(site(), reply, cookieOf(attempt.state), sealed, attemptSeconds)
}

/**
 * The sign-in that this browser started with a state, which can be used once; undefined if there is none or it took too
 * long.
 */
export async function takeAttempt(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<Attempt | undefined> {
  const { world, keys, site } = deps
  if (!/^[\w-]{20,100}$/.test(state)) return undefined
  const sealed = readCookie(site(), request, cookieOf(state))
  const text = sealed && decrypt(keys.providers, sealed, placeOf(state))
  if (!text) return undefined
  setCookie(site(), reply, cookieOf(state), '', 0)
  const { expires, ...attempt }: Attempt & { expires: number } = JSON.parse(text)
  if (expires <= world.now()) return undefined
  return (await world.db.write(useSsoState, { hash: digest(state) }, world.now())) ? attempt : undefined
}

/** Records that a state was used. False if it was used before. */
export const useSsoState: Operation<{ hash: string }, boolean> = operation(
  'identity.useSsoState',
  async (tx, { hash }) =>
    (await tx.run(sql`insert into sso_used_states (hash, created) values (${hash}, ${tx.now})
      on conflict (hash) do nothing`)) > 0,
)

function cookieOf(state: string): string {
  return `clockhouse-sso-${state.slice(0, 8)}`
}

function placeOf(state: string): string {
  return `sso attempt ${state}`
}
