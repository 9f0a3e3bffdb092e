import type { LinkKind } from '../company/mail_queue.ts'
import { name, sql, type Tx } from '../engine/sql.ts'
import { digest, type Keys, seal } from './secrets.ts'

/** How long a link to choose a new password is good for, from when it is made: an hour, in microseconds. */
export const resetLife = 3_600_000_000

/** What a link is for. `created` is that of its mail: the numbers of records begin anew with a new database. */
type LinkOf = { companyId: number; kind: LinkKind; recordId: number; created: number }

/** Where links of a kind are kept. The tables have what they share under the same names. */
export const linkTables: Record<LinkKind, string> = { invitation: 'invitations', reset: 'password_resets' }

/** Where a link leads that holds this token. */
export function linkPath(kind: LinkKind, token: string): string {
  return `/${kind}/${token}`
}

/** A link as it is mailed, and what is stored of it. The same each time, and not to be made without the keys. */
export function linkOf(keys: Keys, { companyId, kind, recordId, created }: LinkOf): { path: string; hash: string } {
  const sealed = seal(keys.links, JSON.stringify([companyId, kind, recordId, created]))
  const token = `S.${companyId}__${Buffer.from(sealed, 'base64url').toString('hex').slice(0, 48)}`
  return { path: linkPath(kind, token), hash: digest(token) }
}

/** Makes a link work that is about to be mailed. False when it is not wanted any more. For use inside a transaction. */
export async function readyLink(
  tx: Tx,
  { companyId, kind, recordId, hash }: { companyId: number; kind: LinkKind; recordId: number; hash: string },
): Promise<boolean> {
  const expires = kind === 'reset' ? sql`${tx.now + resetLife}` : sql`expires`
  const changed = await tx.run(sql`update ${name(linkTables[kind])} set hash = ${hash}, expires = ${expires}
    where company_id = ${companyId} and id = ${recordId} and accepted = 0 and expires > ${tx.now}
      and user_id in (select u.id from users u where u.company_id = ${companyId} and u.active = 1)`)
  return changed > 0
}
