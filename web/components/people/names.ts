import { inOrder } from '../listing/order.ts'

/** The name fields of a user in the API. */
type Named = { first_name: string; last_name: string; username?: string; display_name?: string }

/** A person's display name. */
export function nameOf(user: Named): string {
  return user.display_name || `${user.first_name} ${user.last_name}`.trim() || user.username || ''
}

/** The first letters of the first and the last name; `Jr.` and the like are none. */
export function initialsOf(name: string): string {
  const [first, ...others] = name.replace(/,? ([js]r|iii?|iv)\.?$/i, '').split(/\s+/)
  return [first, others.at(-1)]
    .map((part = '') => [...part][0])
    .join('')
    .toUpperCase()
}

/** The order of people on every page: by displayed name. */
export function byName(a: Named, b: Named): number {
  return inOrder(nameOf(a), nameOf(b))
}
