import type { Context } from '../../engine/context.ts'
import type { RecordOf } from '../../engine/table.ts'
import type { Reason } from '../../rules/refusals/reason.ts'

type User = RecordOf<'users'>

/** A write of a user: the record before, unless it is new, and after, and the values that differ. */
export type Write = { before?: User; after: User; changed: Partial<User>; ctx: Context }

/**
 * A change of a user: also the values that the item gives, the hash of the new password, and why the actor may not
 * change their own email address.
 */
export type Change = Write & {
  before: User
  given: Partial<User>
  hash: string | undefined
  ownEmail: Reason | undefined
}
