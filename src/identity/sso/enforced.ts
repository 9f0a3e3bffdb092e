import { sql } from '../../engine/sql.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Account } from '../names.ts'

/**
 * The name of the company's provider if this person must sign in with it. Administrators do not have to, so that
 * someone can sign in while the provider is down.
 */
export async function enforcedProvider(
  { world }: Pick<Dependencies, 'world'>,
  { companyId, userId }: Account,
): Promise<string | undefined> {
  const row = await world.db.read.get<{ label: string; permissions: string }>(
    sql`select p.label, u.permissions from sso_providers p join users u on u.company_id = p.company_id
      where p.company_id = ${companyId} and p.mode = 'enforced' and u.id = ${userId}`,
  )
  return row && !row.permissions.includes(',admin,') ? row.label : undefined
}
