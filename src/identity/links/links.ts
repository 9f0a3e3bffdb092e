import type { LinkKind } from '../../company/mail/mail_queue.ts'
import { name, sql, type Tx } from '../../engine/sql.ts'
import { digest, type Keys, seal } from '../factors/secrets.ts'

/** How long a password reset link is valid: one hour, in microseconds. */
export const resetLife = 3_600_000_000

/** The purpose of a link. `created` is the time of its email, because record ids start over with a new database. */
type LinkOf = { companyId: number; kind: LinkKind; recordId: number; created: number }

/** The table of each kind of link. Shared columns have the same names in both. */
export const linkTables: Record<LinkKind, string> = { invitation: 'invitations', reset: 'password_resets' }

/** The path of the link with this token. */
export function linkPath(kind: LinkKind, token: string): string {
  return `/${kind}/${token}`
}

/** The path of an emailed link, and the hash that is stored. Deterministic, and impossible to forge without the keys. */
export function linkOf(keys: Keys, { companyId, kind, recordId, created }: LinkOf): { path: string; hash: string } {
  const sealed = seal(keys.links, JSON.stringify([companyId, kind, recordId, created]))
  const token = `S.${companyId}__${Buffer.from(sealed, 'base64url').toString('hex').slice(0, 48)}`
  return { path: linkPath(kind, token), hash: digest(token) }
}

/** `judged`: the time by which its expiry is judged. */
type Activated = { companyId: number; kind: LinkKind; recordId: number; hash: string; judged: number }

/** Activates a link that is about to be emailed. False if it is no longer needed. For use inside a transaction. */
export async function activateLink(tx: Tx, { companyId, kind, recordId, hash, judged }: Activated): Promise<boolean> {
  const expires = kind === 'reset' ? sql`${tx.now + resetLife}` : sql`expires`
  const changed = await tx.run(sql`update ${name(linkTables[kind])} set hash = ${hash}, expires = ${expires}
    where company_id = ${companyId} and id = ${recordId} and accepted = 0 and expires > ${judged}
      and user_id in (select u.id from users u where u.company_id = ${companyId} and u.active = 1)`)
  return changed > 0
}
