import { refuseUnconfirmed } from '../../company/rights/confirmed.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { sql, type Tx } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import { commonPasswordProblem } from '../../rules/people/common_passwords.ts'
import { passwordProblem } from '../../rules/people/passwords.ts'
import { isOwnClaim } from '../../rules/people/vouching.ts'
import { identityKey } from '../../rules/text/identity.ts'
import type { Change, Write } from './change.ts'
import { passwordMax, type User } from './record.ts'

const passwordMin = 10

/** Limit of different passwords hashed per request: each is slow, and one is all a user needs. */
const hashesMax = 3

/** Values with which a person signs in, or gets a new password. */
const credentials = ['password', 'email', 'login_pin'] as const

/**
 * Refuses changes to a person's own credentials by an application, which would outlast the person's consent, and a new
 * password from the web app without the current one.
 */
export function credentialsMayChange({ before, changed, ctx: { actor } }: Change): void {
  if (before.id !== actor.userId || actor.home) return
  const [first] = credentials.filter((name) => changed[name] !== undefined)
  if (actor.granted && first) throw new Refusal(417, 'application_may_not_change', { field: first })
  if (actor.signedIn && changed.password !== undefined) throw new Refusal(417, 'password_needs_settings')
}

/**
 * Asks who is at the screen before a person becomes an administrator, and before a person's password links go to a new
 * address.
 */
export function accessIsConfirmed({ before, after, changed, ctx: { actor, now } }: Write): void {
  const isRedirected = before !== undefined && changed.email !== undefined
  if (isRedirected || (isAdministrator(after) && !(before && isAdministrator(before)))) refuseUnconfirmed(actor, now)
}

function isAdministrator({ active, permissions }: User): boolean {
  return active && permissions.admin === true
}

/** After the password of a user has been replaced: ends their sessions and reset links when the batch is written. */
export function endSessionsOf({ id }: User, { work }: Context): void {
  const { company_id: companyId } = work.company.row
  work.afterWrite((tx) => endSessions(tx, { companyId, userId: id }), id)
}

/** Ends a user's sessions, except the one with the hash `keep`, and their reset links. For use inside a transaction. */
export async function endSessions(
  tx: Tx,
  { companyId, userId, keep = '' }: { companyId: number; userId: number; keep?: string },
): Promise<void> {
  const theirs = sql`company_id = ${companyId} and user_id = ${userId}`
  await tx.run(sql`delete from sessions where ${theirs} and hash <> ${keep}`)
  await tx.run(sql`update password_resets set accepted = ${tx.now} where ${theirs} and accepted = 0`)
}

/** Refuses a password of another person, one that is too weak, and one for which there is no hash. */
export function passwordIsAcceptable({
  before: user,
  changed: { password },
  ctx: { actor, work },
  hash,
}: Change): void {
  if (password === undefined) return
  if (user.id !== actor.userId || actor.home) throw new Refusal(417, 'password_of_another_user')
  if ([...password].length < passwordMin) throw new Refusal(417, 'too_short', { min: passwordMin })
  const names = [user.username, user.email, String(work.company.row.name)]
  const problem = passwordProblem(password) ?? commonPasswordProblem(password, names)
  if (problem) throw new Refusal(417, { ...problem, field: 'password' })
  if (hash === undefined) throw new Refusal(417, 'too_many_passwords', { max: hashesMax })
}

/** Hashes the passwords that the actor's own items set. Those that will be refused for their length are skipped. */
export async function hashOwn(items: readonly Item[], ctx: Context): Promise<Map<Item, string>> {
  const hashes = new Map<Item, string>()
  const known = new Map<string, string>()
  for (const item of items) {
    const password = ['string', 'number'].includes(typeof item.password) ? String(item.password) : ''
    if (!isPassword(password)) continue
    if (!known.has(password) && known.size < hashesMax) known.set(password, await ctx.hashPassword(password))
    const hash = known.get(password)
    if (hash !== undefined) hashes.set(item, hash)
  }
  return hashes
}

/** Whether the text has the length of a password. */
function isPassword(text: string): boolean {
  // A character takes one or two UTF-16 units.
  if (text.length < passwordMin || text.length > 2 * passwordMax) return false
  const { length } = [...text]
  return length >= passwordMin && length <= passwordMax
}

/**
 * Refuses a username that is another user's email address, since it would sign in its holder instead of the other. An
 * address that only the other claims takes no one's name away.
 */
export function usernameIsNoAddress({ after: { id }, changed: { username }, ctx: { work } }: Write): void {
  if (username === undefined) return
  const key = identityKey(username)
  if (work.all('users').some((other) => other.id !== id && identityKey(other.email) === key && !isOwnClaim(other)))
    throw new Refusal(417, 'username_is_an_email', { username })
}
