/** What makes a name: the parts that users of the API have. */
type Named = { first_name: string; last_name: string; username?: string; display_name?: string }

/** The name by which people know somebody. */
export function nameOf(user: Named): string {
  return user.display_name || `${user.first_name} ${user.last_name}`.trim() || user.username || ''
}
