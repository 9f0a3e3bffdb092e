import type { Values, Writer } from '../../engine/table.ts'
import { voucherOf } from '../../rules/people/vouching.ts'
import type { User } from './record.ts'

/** Records with every new address who vouches for it. A later proof of the same address is written like other values. */
export function vouched(after: User, before: User | undefined, by: Writer): Values {
  const voucher = voucherOf(by, after)
  // A directory that says again what it says vouches for it, too.
  const isStated = voucher === 'scim' && before?.email_vouched_by !== 'scim'
  if (before?.email === after.email && !isStated) return {}
  return { email_vouched_by: voucher, email_vouched_at: after.email === '' ? 0 : by.now }
}
