import type { Context } from '../../engine/context.ts'
import type { RecordOf } from '../../engine/table.ts'

type User = RecordOf<'users'>

/** A write of a user: the record before, unless it is new, and after, and the values that differ. */
export type Write = { before?: User; after: User; changed: Partial<User>; ctx: Context }

/** A change of a user: also the values that the item gives, and the hash of the new password. */
export type Change = Write & {
  before: User
  given: Partial<User>
  hash: string | undefined
}
