import type { Actor } from '../../engine/context.ts'
import type { User } from '../../resources/users/record.ts'
import { clearanceOf } from '../../resources/users/rights.ts'

/** The most rows of a list in the answer. The count is of all. */
export const rowsMax = 50

/** A list with the count of all its rows. */
export function listed<Row>(rows: readonly Row[]) {
  return { count: rows.length, rows: rows.slice(0, rowsMax) }
}

/** Who it is, and the phone number if the actor may see it. */
export function whoOf(user: User, actor: Actor) {
  const name = user.display_name || `${user.first_name} ${user.last_name}`.trim()
  return { user_id: user.id, name, phone: clearanceOf(actor, user) > 0 ? user.mobile_number : '' }
}
