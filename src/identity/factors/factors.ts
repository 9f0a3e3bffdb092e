import { tellOfFactor } from '../../company/mail/credential_mails.ts'
import { RequestError } from '../../engine/errors.ts'
import { type Operation, operation, sql } from '../../engine/sql.ts'
import type { Account } from '../names.ts'
import { dropPasskeys } from './passkeys.ts'
import { removeTotp } from './totp.ts'

/** The second factors removed: whether an authenticator app was set up, and how many passkeys there were. */
type Cleared = { totp: boolean; passkeys: number }

/**
 * Removes the second factors of a person who lost their phone and signs them out everywhere: from then on the password
 * alone is enough. RequestError 404 for an unknown user.
 */
export const clearFactors: Operation<Account, Cleared> = operation('identity.clearFactors', async (tx, of) => {
  const theirs = sql`company_id = ${of.companyId} and user_id = ${of.userId}`
  const user = await tx.get(sql`select id from users where company_id = ${of.companyId} and id = ${of.userId}`)
  if (!user) throw new RequestError(404, 'user_not_found')
  await tx.run(sql`delete from sessions where ${theirs}`)
  const cleared = { totp: await removeTotp(tx, of), passkeys: await dropPasskeys(tx, of) }
  if (cleared.totp) await tellOfFactor(tx, of, 'totpOff')
  if (cleared.passkeys > 0) await tellOfFactor(tx, of, 'passkeyRemoved')
  return cleared
})
