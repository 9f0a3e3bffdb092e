import { sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import type { User } from '../resources/users/record.ts'
import { identityKey } from '../rules/text/identity.ts'
import type { Account } from './names.ts'

/** Notes that a person has proved an address, if it is still the one that they have. For use inside a transaction. */
export async function proveAddress(
  tx: Tx,
  { companyId, userId, address, by }: Account & { address: string; by: 'mail' | 'provider' },
): Promise<void> {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const [user] = await work.load('users', sql`id = ${userId}`)
  if (!user) return
  work.change('users', userId, provedBy(user, address, by, tx.now))
  await work.flush()
}

/** The values of a person who has proved this address; none if it is not theirs. */
export function provedBy(user: User, address: string, by: 'mail' | 'provider', now: number): Partial<User> {
  const isTheirs = address !== '' && identityKey(address) === identityKey(user.email)
  return isTheirs ? { email_verified: true, email_vouched_by: by, email_vouched_at: now } : {}
}
