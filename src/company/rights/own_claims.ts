import { sql } from '../../engine/sql.ts'
import type { Voucher } from '../../rules/people/vouching.ts'

const own: Voucher = 'person'

/** Condition on users whose address does not only they themselves claim; so it can identify them to others. */
export const notOwnClaim = sql`email_vouched_by <> ${own}`
