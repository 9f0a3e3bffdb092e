import { inOrder } from '../listing/order.ts'

/** The name fields of a user in the API. */
type Named = { first_name: string; last_name: string; username?: string; display_name?: string }

/** A person's display name. */
export function nameOf(user: Named): string {
  return user.display_name || `${user.first_name} ${user.last_name}`.trim() || user.username || ''
}

/** The order of people on every page: by displayed name. */
export function byName(a: Named, b: Named): number {
  return inOrder(nameOf(a), nameOf(b))
}
