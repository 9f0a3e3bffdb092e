import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../engine/sql.ts'
import { second } from '../rules/time/calendar.ts'
import { readCookie, setCookie } from './cookies.ts'
import { browserOf } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { same, seal } from './factors/secrets.ts'
import { requiresTwoSteps } from './factors/two_steps.ts'
import { rememberDevice } from './known_devices.ts'
import { translateForPerson } from './language.ts'
import type { Account } from './names.ts'
import type { Retry } from './pages/layout.ts'
import { beginSession, type Session } from './sessions.ts'
import { enforcedProvider } from './sso/enforced.ts'

const stageCookie = 'clockhouse-stage'

/** How long a person may take for the remaining stages. */
const stageSeconds = 600

/** A person who has proved who they are, and how. */
interface Proven extends Account {
  readonly by: 'password' | 'passkey' | 'link' | 'single sign-on' | 'proxy'
  /** Company and name as typed, used to recognize the device next time; undefined for a link or a passkey. */
  readonly typed?: { company: string; name: string } | undefined
  /** True if the proof counts as two factors. */
  readonly strong?: boolean | undefined
  /**
   * True after the person has set up two-step verification during sign-in, until they have saved the recovery codes.
   */
  readonly hasNewCodes?: boolean | undefined
  /** When someone else saw the proof, such as a provider, in microseconds; 0 if that is unknown, undefined for now. */
  readonly confirmed?: number | undefined
}

/** What a person still has to do before they are signed in. */
type Stage = 'code' | 'set-up' | 'recovery-codes' | 'new-password'

/** A sign-in that is not complete. Only its next stage is accessible. */
interface Pending {
  readonly proven: Proven
  readonly stage: Stage
}

/** Signs in a person who has proved who they are, or stores the next stage in the browser. */
export async function enter(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  proven: Proven,
): Promise<{ session: Session } | 'next' | { status: number; retry: Retry }> {
  const label = proven.by === 'single sign-on' ? undefined : await enforcedProvider(deps, proven)
  if (label !== undefined) {
    const t = await translateForPerson(deps.world, request, proven)
    deps.world.sight.security.tell(
      { event: 'sign-in failed', company: proven.companyId, user: proven.userId, why: 'single sign-on is enforced' },
      deps.world.sight.requests.of(request.raw),
    )
    const problem = t('Your company signs in with {label}. Only administrators can sign in without it.', { label })
    const values = proven.typed && { company: proven.typed.company, username: proven.typed.name }
    return { status: 403, retry: { problem, ...(values && { values }) } }
  }
  const person = await signInState(deps, proven)
  const stage = person && nextStage(person, proven)
  if (stage) {
    saveStage(deps, request, reply, { proven, stage }, person)
    return 'next'
  }
  const { companyId, userId, typed, by, strong, confirmed } = proven
  if (typed) rememberDevice(deps, request, reply, typed.company, typed.name)
  if (readCookie(deps.site(), request, stageCookie)) clearStage(deps, reply)
  const how = strong && (by === 'password' || by === 'link') ? `${by} and code` : by
  return { session: await beginSession(deps, request, reply, { companyId, userId }, { how, confirmed }) }
}

/**
 * The pending sign-in of this browser. Undefined once it has expired, the password has changed, the person was archived,
 * or nothing is left to do. `was` is the hash of the password.
 */
export async function currentStage(
  deps: Dependencies,
  request: FastifyRequest,
): Promise<(Pending & { was: string }) | undefined> {
  const [text = '', sealed = ''] = (readCookie(deps.site(), request, stageCookie) ?? '').split('.')
  const browser = browserOf(deps, request)
  if (text === '' || browser === undefined) return undefined
  const held = parse(text)
  const person = held && (await signInState(deps, held.proven))
  if (!person || !same(sealed, sealOf(deps, text, browser, person))) return undefined
  if (held.expires <= deps.world.now() || nextStage(person, held.proven) !== held.stage) return undefined
  return { ...held, was: person.password }
}

/** Discards the pending sign-in. */
export function clearStage({ site }: Dependencies, reply: FastifyReply): void {
  setCookie(site(), reply, stageCookie, '', 0)
}

type SignInState = { password: string; require_password_change: number; totp: number; isRequired: boolean }

/** What determines the stages of an active person; undefined if there is no such person. */
async function signInState({ world }: Dependencies, of: Proven): Promise<SignInState | undefined> {
  const { companyId, userId } = of
  const row = await world.db.read.get<
    Omit<SignInState, 'isRequired'>
  >(sql`select u.password, u.require_password_change, coalesce(t.confirmed, 0) as totp
    from users u left join totp t on t.company_id = u.company_id and t.user_id = u.id
    where u.company_id = ${companyId} and u.id = ${userId} and u.active = 1`)
  return row && { ...row, isRequired: row.totp === 0 && !of.strong && (await requiresTwoSteps(world, of)) }
}

/** The next stage for a person with this proof; undefined if none is left. */
function nextStage(person: SignInState, { strong, hasNewCodes, by }: Proven): Stage | undefined {
  if (person.totp > 0 && !strong) return 'code'
  if (person.isRequired) return 'set-up'
  if (hasNewCodes) return 'recovery-codes'
  // No password is involved.
  if (by === 'single sign-on' || by === 'proxy') return undefined
  return person.require_password_change === 1 ? 'new-password' : undefined
}

function saveStage(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { proven, stage }: Pending,
  person: SignInState,
): void {
  const { companyId, userId, by, typed, strong, hasNewCodes, confirmed } = proven
  const expires = deps.world.now() + stageSeconds * second
  const held: Held = { proven: { companyId, userId, by, typed, strong, hasNewCodes, confirmed }, stage, expires }
  const text = Buffer.from(JSON.stringify(held)).toString('base64url')
  const sealed = sealOf(deps, text, browserOf(deps, request) ?? '', person)
  setCookie(deps.site(), reply, stageCookie, `${text}.${sealed}`, stageSeconds)
}

/** The MAC of the cookie: invalid in another browser, and once the password has changed. */
function sealOf({ keys }: Dependencies, text: string, browser: string, { password }: SignInState): string {
  return seal(keys.stages, JSON.stringify([text, browser, password]))
}

type Held = Pending & { expires: number }

/** Parses the cookie, which is trusted only after its MAC has been checked. */
function parse(text: string): Held | undefined {
  try {
    const held = JSON.parse(Buffer.from(text, 'base64url').toString())
    const { companyId, userId } = held.proven
    return [companyId, userId, held.expires].every(Number.isSafeInteger) ? held : undefined
  } catch {
    return undefined
  }
}
