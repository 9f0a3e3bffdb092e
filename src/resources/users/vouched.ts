import type { Values, Writer } from '../../engine/table.ts'
import { voucherOf } from '../../rules/people/vouching.ts'
import type { User } from './record.ts'

/** Records with every new address who vouches for it. A later proof of the same address is written like other values. */
export function vouched(after: User, before: User | undefined, by: Writer): Values {
  if (before?.email === after.email) return {}
  return { email_vouched_by: voucherOf(by, after), email_vouched_at: after.email === '' ? 0 : by.now }
}
