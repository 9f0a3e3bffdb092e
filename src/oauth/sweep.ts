import { type Operation, operation, sql } from '../engine/sql.ts'

const day = 86_400 * 1_000_000

/**
 * Removes what is long over. Expired codes and tokens stay for a week, so that whoever still presents one learns that it
 * has expired. Runs from time to time; nothing depends on when.
 */
export const sweep: Operation<null, void> = operation('oauth.sweep', async (tx) => {
  await tx.run(sql`delete from oauth_records where kind = ${'Interaction'} and expires < ${tx.now}`)
  await tx.run(sql`delete from oauth_records where expires < ${tx.now - 7 * day}`)
  await tx.run(sql`delete from access_tokens where expires < ${tx.now - 30 * day}`)
  await tx.run(sql`delete from sessions where last_seen < ${tx.now - 60 * day}`)
  await tx.run(sql`delete from invitations where expires < ${tx.now - 30 * day}`)
  await tx.run(sql`delete from password_resets where expires < ${tx.now - 30 * day}`)
  await tx.run(sql`delete from password_requests where created < ${tx.now - day}`)
  await tx.run(sql`delete from mails where created < ${tx.now - 30 * day}`)
  await tx.run(sql`delete from sign_in_failures where last < ${tx.now - 2 * day}`)
  await tx.run(sql`delete from kept_answers where given < ${tx.now - 7 * day}`)
})
