import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, operation, type Row, sql } from '../engine/sql.ts'
import { readCookie, setCookie } from './cookies.ts'
import type { Ground } from './ground.ts'
import type { Account } from './names.ts'
import { digest } from './secrets.ts'

const second = 1_000_000

/** A browser that nobody uses for two weeks is signed out. */
const idleSeconds = 14 * 86_400

/** After 60 days everybody signs in anew. */
const absoluteSeconds = 60 * 86_400

/** Use is written down at most this often. */
const touchSeconds = 3600

/** Somebody signed in with a browser. */
export interface Session extends Account {
  /** SHA-256 of what the cookie holds; forms are bound to it. */
  readonly hash: string
}

/**
 * Who is signed in with the browser that sends this request; undefined when nobody. Reads the cookie itself, so that API
 * routes can ask as well as pages.
 */
export async function currentSession({ world, site }: Ground, request: FastifyRequest): Promise<Session | undefined> {
  const value = readCookie(site(), request, sessionCookie)
  const companyId = value === undefined ? undefined : companyOfSession(value)
  if (value === undefined || companyId === undefined) return undefined
  const hash = digest(value)
  const row = await world.db.read.get<Row>(sql`select sessions.user_id, sessions.created, sessions.last_seen
    from sessions join users on users.company_id = sessions.company_id and users.id = sessions.user_id
    where sessions.company_id = ${companyId} and sessions.hash = ${hash} and users.active = 1`)
  if (!row) return undefined
  const now = world.now()
  const idle = now - (row.last_seen as number)
  if (idle > idleSeconds * second || now - (row.created as number) > absoluteSeconds * second) return undefined
  if (idle > touchSeconds * second) await world.db.write(touchSession, { companyId, hash }, now)
  return { companyId, userId: row.user_id as number, hash }
}

/** Signs somebody in: a new id, whatever the browser had before. */
export async function beginSession(
  ground: Ground,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<Session> {
  const { world, site } = ground
  await forgetSession(ground, request)
  const value = `${account.companyId}.${world.random(32).toString('base64url')}`
  const hash = digest(value)
  await world.db.write(insertSession, { companyId: account.companyId, userId: account.userId, hash }, world.now())
  setCookie(site(), reply, sessionCookie, value, absoluteSeconds)
  return { ...account, hash }
}

/** Signs out: the session is gone from the database, not only from the browser. */
export async function endSession(ground: Ground, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await forgetSession(ground, request)
  setCookie(ground.site(), reply, sessionCookie, '', 0)
}

const sessionCookie = 'clockhouse'

/** Stores a session. */
export const insertSession: Operation<Account & { hash: string }, void> = operation(
  'oauth.insertSession',
  async (tx, { companyId, userId, hash }) => {
    await tx.run(sql`insert into sessions (company_id, hash, user_id, created, last_seen)
      values (${companyId}, ${hash}, ${userId}, ${tx.now}, ${tx.now})`)
  },
)

/** Notes that a session is in use. */
export const touchSession: Operation<{ companyId: number; hash: string }, void> = operation(
  'oauth.touchSession',
  async (tx, { companyId, hash }) => {
    await tx.run(sql`update sessions set last_seen = ${tx.now} where company_id = ${companyId} and hash = ${hash}`)
  },
)

/** Ends a session. */
export const removeSession: Operation<{ companyId: number; hash: string }, void> = operation(
  'oauth.removeSession',
  async (tx, { companyId, hash }) => {
    await tx.run(sql`delete from sessions where company_id = ${companyId} and hash = ${hash}`)
  },
)

async function forgetSession({ world, site }: Ground, request: FastifyRequest): Promise<void> {
  const value = readCookie(site(), request, sessionCookie)
  const companyId = value === undefined ? undefined : companyOfSession(value)
  if (value === undefined || companyId === undefined) return
  await world.db.write(removeSession, { companyId, hash: digest(value) }, world.now())
}

function companyOfSession(value: string): number | undefined {
  const match = /^(\d{1,10})\.[\w-]{43}$/.exec(value)
  return match ? Number(match[1]) : undefined
}
