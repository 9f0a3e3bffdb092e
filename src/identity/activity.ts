import { moveVersion } from '../company/versions.ts'
import { operation, sql } from '../engine/sql.ts'

/** Records that a user was active and a token was used, to the quarter of an hour. */
export const touch = operation(
  'touch',
  async (tx, input: { companyId: number; userId: number; hash: string }) => {
    await tx.lockCompany(input.companyId)
    await tx.run(
      sql`update users set last_active = ${tx.now} where company_id = ${input.companyId} and id = ${input.userId}`,
    )
    await tx.run(
      sql`update access_tokens set last_used = ${tx.now} where company_id = ${input.companyId} and hash = ${input.hash}`,
    )
    await moveVersion(tx, input.companyId, 'last_active', { reference: true })
  },
  ({ companyId }) => companyId,
)
