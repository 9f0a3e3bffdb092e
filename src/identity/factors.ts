import { RequestError } from '../engine/errors.ts'
import { type Operation, operation, sql } from '../engine/sql.ts'
import type { Account } from './names.ts'
import { dropPasskeys } from './passkeys.ts'
import { removeTotp } from './totp.ts'

/** What was taken from somebody: whether codes of an app were asked for, and how many passkeys there were. */
type Cleared = { totp: boolean; passkeys: number }

/**
 * For somebody who has lost their phone: from here on the password alone counts, in every browser anew. RequestError 404
 * when there is no such person.
 */
export const clearFactors: Operation<Account, Cleared> = operation('identity.clearFactors', async (tx, of) => {
  const theirs = sql`company_id = ${of.companyId} and user_id = ${of.userId}`
  const user = await tx.get(sql`select id from users where company_id = ${of.companyId} and id = ${of.userId}`)
  if (!user) throw new RequestError(404, 'there is no such user')
  await tx.run(sql`delete from sessions where ${theirs}`)
  return { totp: await removeTotp(tx, of), passkeys: await dropPasskeys(tx, of) }
})
