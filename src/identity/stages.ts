import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../engine/sql.ts'
import { second } from '../rules/calendar.ts'
import { readCookie, setCookie } from './cookies.ts'
import { browserOf } from './csrf.ts'
import type { Dependencies } from './dependencies.ts'
import { rememberDevice } from './known_devices.ts'
import type { Account } from './names.ts'
import { same, seal } from './secrets.ts'
import { beginSession, type Session } from './sessions.ts'

const stageCookie = 'clockhouse-stage'

/** How long somebody may take for the rest of signing in. */
const stageSeconds = 600

/** Who has proved to be somebody, as whom they signed in, and whether that was enough. */
interface Proven extends Account {
  /** Company and name as they were typed, by which the device is known the next time; none for a link or a passkey. */
  readonly typed?: { company: string; name: string } | undefined
  /** True when what they have shown is as good as two factors. */
  readonly strong?: boolean | undefined
}

/** What is missing before somebody who has proved to be somebody is signed in. */
type Stage = 'code' | 'new-password'

/** Somebody half-way through signing in. Nothing is open to them but the next step. */
interface Pending {
  readonly proven: Proven
  readonly stage: Stage
}

/** Signs in somebody who has proved who they are, or notes in the browser what is missing. */
export async function enter(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  proven: Proven,
): Promise<{ session: Session } | 'next'> {
  const person = await standing(deps, proven)
  const stage = person && missing(person, proven)
  if (stage) {
    saveStage(deps, request, reply, { proven, stage }, person)
    return 'next'
  }
  const { companyId, userId, typed } = proven
  if (typed) rememberDevice(deps, request, reply, typed.company, typed.name)
  if (readCookie(deps.site(), request, stageCookie)) clearStage(deps, reply)
  return { session: await beginSession(deps, request, reply, { companyId, userId }) }
}

/**
 * Who is half-way through signing in in this browser. Nobody once the time is up, when the password has been changed
 * meanwhile, when the person was archived, or when nothing is missing any more. `was` is the hash of the password.
 */
export async function currentStage(
  deps: Dependencies,
  request: FastifyRequest,
): Promise<(Pending & { was: string }) | undefined> {
  const [text = '', sealed = ''] = (readCookie(deps.site(), request, stageCookie) ?? '').split('.')
  const browser = browserOf(deps, request)
  if (text === '' || browser === undefined) return undefined
  const held = parse(text)
  const person = held && (await standing(deps, held.proven))
  if (!person || !same(sealed, sealOf(deps, text, browser, person))) return undefined
  if (held.expires <= deps.world.now() || missing(person, held.proven) !== held.stage) return undefined
  return { ...held, was: person.password }
}

/** Forgets who was half-way through signing in. */
export function clearStage({ site }: Dependencies, reply: FastifyReply): void {
  setCookie(site(), reply, stageCookie, '', 0)
}

type Standing = { password: string; require_password_change: number; totp: number }

/** How somebody active stands; undefined when there is nobody. */
function standing({ world }: Dependencies, { companyId, userId }: Account): Promise<Standing | undefined> {
  return world.db.read.get<Standing>(sql`select u.password, u.require_password_change, coalesce(t.confirmed, 0) as totp
    from users u left join totp t on t.company_id = u.company_id and t.user_id = u.id
    where u.company_id = ${companyId} and u.id = ${userId} and u.active = 1`)
}

/** What somebody who has proved this much still has to do. */
function missing(person: Standing, { strong }: Proven): Stage | undefined {
  if (person.totp > 0 && !strong) return 'code'
  return person.require_password_change === 1 ? 'new-password' : undefined
}

function saveStage(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { proven, stage }: Pending,
  person: Standing,
): void {
  const { companyId, userId, typed, strong } = proven
  const expires = deps.world.now() + stageSeconds * second
  const held: Held = { proven: { companyId, userId, typed, strong }, stage, expires }
  const text = Buffer.from(JSON.stringify(held)).toString('base64url')
  const sealed = sealOf(deps, text, browserOf(deps, request) ?? '', person)
  setCookie(deps.site(), reply, stageCookie, `${text}.${sealed}`, stageSeconds)
}

/** Worth nothing in another browser, nor after the password has changed. */
function sealOf({ keys }: Dependencies, text: string, browser: string, { password }: Standing): string {
  return seal(keys.stages, JSON.stringify([text, browser, password]))
}

type Held = Pending & { expires: number }

/** What a cookie of ours holds; it is believed only with its seal. */
function parse(text: string): Held | undefined {
  try {
    const held = JSON.parse(Buffer.from(text, 'base64url').toString())
    const { companyId, userId } = held.proven
    return [companyId, userId, held.expires].every(Number.isSafeInteger) ? held : undefined
  } catch {
    return undefined
  }
}
