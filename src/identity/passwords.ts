import { RequestError } from '../engine/errors.ts'
import { type Operation, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { endSessions } from '../resources/users/credentials.ts'
import type { User } from '../resources/users/record.ts'
import { reason } from '../rules/refusals/reason.ts'
import type { World } from '../world.ts'
import type { Account } from './names.ts'
import { hashPassword, isPassword, ownPasswordProblem } from './people.ts'
import { countAttempt, forgive, ownCounter, tooManyAttempts } from './throttle.ts'

/**
 * Confirms the identity of a signed-in person by their password, given in `field` of a request. RequestError 417 if it
 * is wrong, 429 after too many attempts.
 */
export async function confirmPassword(world: World, of: Account, field: string, password: string): Promise<void> {
  const counters = ownCounter('confirm', of)
  const waitSeconds = await countAttempt(world, counters)
  const whose = { company: of.companyId, user: of.userId }
  if (waitSeconds > 0) {
    world.sight.security.tell({ event: 'password check locked out', ...whose, seconds: waitSeconds })
    throw tooManyAttempts(waitSeconds)
  }
  if (!(await isPassword(world.db.read, of, password))) {
    world.sight.security.tell({ event: 'password check failed', ...whose })
    throw new RequestError(417, 'password_incorrect', { field })
  }
  await forgive(world, counters)
}

/** Changes a person's own password and ends all their sessions except the one with the hash `keep`. RequestError 417, 429. */
export async function changeOwnPassword(
  world: World,
  of: Account & { current: string; password: string; keep: string },
): Promise<void> {
  const { companyId, userId, current, password, keep } = of
  await confirmPassword(world, of, 'current_password', current)
  const problem =
    (await ownPasswordProblem(world, of, password)) ?? (password === current ? reason('password_unchanged') : undefined)
  if (problem) throw new RequestError(417, { ...problem, field: 'password' })
  const hashed = await hashPassword(password)
  await world.db.write(setPassword, { companyId, userId, password: hashed, own: true, keep }, world.now())
}

type NewPassword = Account & {
  /** argon2id hash. */
  password: string
  /** True if the person chose it. Otherwise they may have to choose one when they sign in. */
  own: boolean
  /** The hash of the session to keep. */
  keep?: string
  /** Set only if the current password has this hash. */
  was?: string
}

/** Sets the password of an active person and signs them out of all other browsers. False if there is no such person. */
export const setPassword: Operation<NewPassword, boolean> = operation(
  'identity.setPassword',
  async (tx, { companyId, userId, was, ...given }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: given.own ? userId : 0, application: '' })
    const [user] = await work.load('users', sql`id = ${userId} and active = 1`)
    if (!user || (was !== undefined && user.password !== was)) return false
    await replacePassword(work, user, given)
    await work.flush()
    return true
  },
)

/**
 * Replaces the password of a loaded user, who may have `proved` their address; ends their sessions and reset links. For
 * use inside a transaction.
 */
export async function replacePassword(
  work: UnitOfWork,
  { id }: User,
  { password, own, keep = '', proved = {} }: { password: string; own: boolean; keep?: string; proved?: Partial<User> },
): Promise<void> {
  work.change('users', id, { password, ...(own ? { require_password_change: false } : {}), ...proved })
  await endSessions(work.tx, { companyId: work.company.row.company_id, userId: id, keep })
}
