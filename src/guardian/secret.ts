import type { Handle } from '../engine/sql.ts'
import { sql } from '../engine/sql.ts'
import type { Keys } from '../identity/factors/secrets.ts'
import { isReadable } from '../identity/factors/totp.ts'
import { clientSecretOf } from '../identity/sso/providers.ts'
import { openSecret } from '../webhooks/secrets.ts'

/**
 * What cannot be read with the keys of this installation, because it was encrypted while CLOCKHOUSE_SECRET was another;
 * undefined if everything that was tried can be read.
 */
export async function unreadable(handle: Pick<Handle, 'all'>, keys: Keys): Promise<string | undefined> {
  const factors = await handle.all<{ companyId: number; userId: number; secret: string }>(
    sql`select company_id as "companyId", user_id as "userId", secret from totp where confirmed > 0 limit 20`,
  )
  const providers = await handle.all<{ companyId: number; clientSecret: string }>(
    sql`select company_id as "companyId", client_secret as "clientSecret" from sso_providers limit 20`,
  )
  const webhooks = await handle.all<{ companyId: number; secret: string }>(
    sql`select company_id as "companyId", secret from webhooks limit 20`,
  )
  const lost = [
    ...(factors.every((row) => isReadable(keys, numbered(row))) ? [] : ['codes of two-step verification']),
    ...(providers.every((row) => clientSecretOf(keys, numbered(row)) !== undefined) ? [] : ['identity providers']),
    ...(webhooks.every(({ companyId, secret }) => openSecret(keys, Number(companyId), secret) !== undefined)
      ? []
      : ['webhooks']),
  ]
  return lost.length > 0 ? `it is not the one with which these were encrypted: ${lost.join(', ')}` : undefined
}

/** PostgreSQL may return ids as texts, depending on who asks. */
function numbered<T extends { companyId: number; userId?: number }>(row: T): T & { userId: number } {
  return { ...row, companyId: Number(row.companyId), userId: Number(row.userId ?? 0) }
}
