import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, operation, type Sql, sql } from '../engine/sql.ts'
import { identityKey } from '../rules/text/identity.ts'
import { second } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'
import { readCookie, setCookie } from './cookies.ts'
import type { Dependencies } from './dependencies.ts'
import { digest } from './factors/secrets.ts'
import { type Account, slugOf } from './names.ts'

/** A session expires after two weeks without use, or earlier if the company chose so (rules/settings/retention.ts). */
const idleSeconds = 14 * 86_400

/** After 60 days everyone has to sign in again. */
export const absoluteSeconds = 60 * 86_400

/** Use of a session is recorded at most this often. */
const touchSeconds = 900

/** Characters stored of a browser's user agent. */
const agentMax = 300

/** A person signed in with a browser. */
export interface Session extends Account {
  /** SHA-256 of the cookie's value; forms are bound to it. */
  readonly hash: string
  /** When the person has last proved who they are, in microseconds; 0 if that is unknown. */
  readonly confirmed: number
}

/** What a session is found by: whether the framework has seen the request or not. */
export type Visitor = Pick<FastifyRequest, 'headers' | 'ip' | 'raw'>

/**
 * The session of the browser that sent this request; undefined if no one is signed in. Reads the cookie itself, so it
 * works for API routes as well as pages.
 */
export async function currentSession({ world, site }: Dependencies, request: Visitor): Promise<Session | undefined> {
  const value = readCookie(site(), request, sessionCookie)
  const companyId = value === undefined ? undefined : companyOfSession(value)
  if (value === undefined || companyId === undefined) return undefined
  const hash = digest(value)
  const now = world.now()
  const row = await world.db.read.get<{
    user_id: number
    last_seen: number
    confirmed: number
    username_key: string
    client_url: string
  }>(sql`select sessions.user_id, sessions.last_seen, sessions.confirmed, users.username_key, companies.client_url
    from sessions join companies on companies.company_id = sessions.company_id
    join users on users.company_id = sessions.company_id and users.id = sessions.user_id
    where sessions.company_id = ${companyId} and sessions.hash = ${hash} and users.active = 1
      and ${notExpired(companyId, world.sight.clock.judging(now))}`)
  if (!row) return undefined
  const { vouched } = world.sight.requests.of(request.raw)
  // The proxy has signed in another person since, who gets a session of their own.
  if (vouched !== undefined && !(await isNameOf(world, vouched, { ...row, companyId }))) return undefined
  if (now - row.last_seen > touchSeconds * second)
    await world.db.write(touchSession, { companyId, hash, address: request.ip }, now)
  const session = { companyId, userId: row.user_id, hash, confirmed: row.confirmed }
  world.sight.requests.of(request.raw).asker = { companyId, userId: row.user_id, application: 'Clockhouse' }
  return session
}

/** Whether a header names this person: by the username or, if the server has several companies, after the company. */
async function isNameOf(
  { db }: World,
  vouched: string,
  person: { companyId: number; client_url: string; username_key: string },
): Promise<boolean> {
  const { companyId, client_url, username_key } = person
  const others = await db.read.get(sql`select 1 as one from companies where company_id <> ${companyId} limit 1`)
  if (!others) return identityKey(vouched) === username_key
  const [company = '', ...rest] = vouched.split('/')
  return slugOf(company) === client_url && identityKey(rest.join('/')) === username_key
}

/**
 * Signs a person in with a new session id, whatever the browser had before. `how` they proved who they are is for the
 * log; `confirmed` is when, in microseconds, 0 if that is unknown.
 */
export async function beginSession(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  { how, confirmed = deps.world.now() }: { how: string; confirmed?: number | undefined },
): Promise<Session> {
  const { world, site } = deps
  await forgetSession(deps, request)
  const value = `${account.companyId}.${world.random(32).toString('base64url')}`
  const hash = digest(value)
  const { companyId, userId } = account
  const id = world.random(12).toString('base64url')
  const agent = (request.headers['user-agent'] ?? '').slice(0, agentMax)
  const added = { companyId, userId, hash, id, address: request.ip, agent, how, confirmed }
  await world.db.write(insertSession, added, world.now())
  setCookie(site(), reply, sessionCookie, value, absoluteSeconds)
  return { companyId, userId, hash, confirmed }
}

/** Signs out: the session is deleted from the database, not only from the browser. */
export async function endSession(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await forgetSession(deps, request)
  setCookie(deps.site(), reply, sessionCookie, '', 0)
}

const sessionCookie = 'clockhouse'

type NewSession = Account & {
  hash: string
  id: string
  address: string
  agent: string
  how?: string
  /** When the person proved who they are; now if it is not given. */
  confirmed?: number
}

/** Stores a session. */
export const insertSession: Operation<NewSession, void> = operation(
  'identity.insertSession',
  async (tx, { companyId, userId, hash, id, address, agent, confirmed = tx.now }) => {
    await tx.run(sql`insert into sessions (company_id, hash, user_id, created, last_seen, id, address, agent, confirmed)
      values (${companyId}, ${hash}, ${userId}, ${tx.now}, ${tx.now}, ${id}, ${address}, ${agent}, ${confirmed})`)
  },
)

/** Records that a session is in use, and from which address. */
export const touchSession: Operation<{ companyId: number; hash: string; address: string }, void> = operation(
  'identity.touchSession',
  async (tx, { companyId, hash, address }) => {
    await tx.run(sql`update sessions set last_seen = ${tx.now}, address = ${address}
      where company_id = ${companyId} and hash = ${hash}`)
  },
)

/** Ends a session. */
export const removeSession: Operation<{ companyId: number; hash: string }, void> = operation(
  'identity.removeSession',
  async (tx, { companyId, hash }) => {
    await tx.run(sql`delete from sessions where company_id = ${companyId} and hash = ${hash}`)
  },
)

/** A session as shown to its owner. Instants in microseconds. */
type SeenSession = { id: string; hash: string; created: number; last_seen: number; address: string; agent: string }

/** A person's sessions, most recently used first. */
export function listSessions(
  { db, now, sight }: Pick<World, 'db' | 'now' | 'sight'>,
  of: Account,
): Promise<SeenSession[]> {
  return db.read.all<SeenSession>(sql`select id, hash, created, last_seen, address, agent from sessions
    where company_id = ${of.companyId} and user_id = ${of.userId} and ${notExpired(of.companyId, sight.clock.judging(now()))}
    order by last_seen desc, id`)
}

/** Ends one session of a person, by its id, or all except the one with the hash `keep`. Returns how many. */
export const endSessions: Operation<Account & { id?: string; keep?: string }, number> = operation(
  'identity.endSessions',
  async (tx, { companyId, userId, id, keep = '' }) => {
    const which = id === undefined ? sql`hash <> ${keep}` : sql`id = ${id}`
    return tx.run(sql`delete from sessions where company_id = ${companyId} and user_id = ${userId} and ${which}`)
  },
)

/** The condition that a company's session has not expired. */
function notExpired(companyId: number, now: number): Sql {
  // The microseconds of a day are a literal: PostgreSQL would take a parameter for an integer of 32 bits.
  const chosen = sql`select 1 from retention_choices r where r.company_id = ${companyId} and r.kind = 'sessions'
    and sessions.last_seen < ${now} - r.days * 86400000000`
  return sql`sessions.last_seen >= ${now - idleSeconds * second}
    and sessions.created >= ${now - absoluteSeconds * second} and not exists (${chosen})`
}

async function forgetSession({ world, site }: Dependencies, request: FastifyRequest): Promise<void> {
  const value = readCookie(site(), request, sessionCookie)
  const companyId = value === undefined ? undefined : companyOfSession(value)
  if (value === undefined || companyId === undefined) return
  await world.db.write(removeSession, { companyId, hash: digest(value) }, world.now())
}

function companyOfSession(value: string): number | undefined {
  const match = /^(\d{1,16})\.[\w-]{43}$/.exec(value)
  return match ? Number(match[1]) : undefined
}
