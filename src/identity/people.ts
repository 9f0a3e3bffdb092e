import { hash, verify } from '@node-rs/argon2'
import { notOwnClaim } from '../company/rights/own_claims.ts'
import { type Handle, sql } from '../engine/sql.ts'
import type { Translate } from '../rules/language/messages.ts'
import { commonPasswordProblem } from '../rules/people/common_passwords.ts'
import { passwordMax, passwordProblem, passwordText } from '../rules/people/passwords.ts'
import type { Reason } from '../rules/refusals/reason.ts'
import { identityKey } from '../rules/text/identity.ts'
import type { World } from '../world.ts'
import type { Account } from './names.ts'

/** Hashes a password with argon2id (the result includes version and parameters). Takes about 15 ms, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19456, timeCost: 2, parallelism: 1 })
}

/** Why a new password that was typed twice is not acceptable; undefined when it is. */
export async function newPasswordProblem(
  world: World,
  of: Account,
  { password, again }: { password: string; again: string },
  t: Translate,
): Promise<string | undefined> {
  const problem = await ownPasswordProblem(world, of, password)
  if (problem) return passwordText(problem, t)
  return password === again ? undefined : t('The passwords do not match.')
}

/** Why a person may not have this password: because of its length, or because it is easy to guess. */
export async function ownPasswordProblem(
  world: World,
  { companyId, userId }: Account,
  password: string,
): Promise<Reason | undefined> {
  const problem = passwordProblem(password)
  if (problem) return problem
  const names = await world.db.read.get<{ username: string; email: string; name: string }>(
    sql`select u.username, u.email, c.name from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  return commonPasswordProblem(password, Object.values(names ?? {}))
}

/** The person with this name and password. Takes as long for an unknown name. */
export async function verifyPerson(
  world: World,
  companyId: number | undefined,
  username: string,
  password: string,
): Promise<Account | undefined> {
  const usable = isUsable(password)
  const person = companyId === undefined ? undefined : await findPerson(world.db.read, companyId, username)
  const hashed = person?.password || (await dummyHash())
  const right = await verify(hashed, usable ? password : '').catch(() => false)
  if (!person?.password || !right || !usable) return undefined
  return { companyId: person.company_id, userId: person.id }
}

/** Whether this is the person's password. */
export async function isPassword(handle: Handle, { companyId, userId }: Account, password: string): Promise<boolean> {
  const row = await handle.get<{ password: string }>(
    sql`select password from users where company_id = ${companyId} and id = ${userId}`,
  )
  if (!row?.password || !isUsable(password)) return false
  return verify(row.password, password).catch(() => false)
}

/** Whether the text could be a password at all. */
function isUsable(password: string): boolean {
  return password.length <= passwordMax && !password.includes('\0') && password.isWellFormed()
}

/** Whether the person exists and is not archived. */
export async function isActive(world: World, { companyId, userId }: Account): Promise<boolean> {
  const row = await world.db.read.get<{ active: number }>(
    sql`select active from users where company_id = ${companyId} and id = ${userId}`,
  )
  return row?.active === 1
}

type PersonRow = { company_id: number; id: number; password: string; email: string }

/**
 * An active person by username, or by an email address that belongs to only one person. The address must be verified;
 * with `unverified`, one that someone else entered for the person is enough, but none that only the person claims.
 */
export async function findPerson(
  handle: Handle,
  companyId: number,
  name: string,
  { unverified = false } = {},
): Promise<PersonRow | undefined> {
  const key = identityKey(name)
  if (key === '' || name.includes('\0') || !name.isWellFormed()) return undefined
  const columns = sql`company_id, id, password, email`
  const named = await handle.get<PersonRow>(sql`select ${columns} from users
    where company_id = ${companyId} and username_key = ${key} and active = 1`)
  if (named) return named
  const mailed = await handle.all<PersonRow>(sql`select ${columns} from users where company_id = ${companyId}
    and email_key = ${key} and ${unverified ? notOwnClaim : sql`email_verified = 1`} and active = 1 limit 2`)
  return mailed.length === 1 ? mailed[0] : undefined
}

let dummy: Promise<string> | undefined

/** A hash to verify against when the name is unknown. */
function dummyHash(): Promise<string> {
  dummy ??= hashPassword('no one has this password')
  return dummy
}
