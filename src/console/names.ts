import type { Company } from '../engine/company.ts'
import type { User } from '../resources/users.ts'
import { printUtc } from '../rules/calendar.ts'

/** Somebody as the console shows them: a person of the company that was looked up. Nobody, and who acts from another
 *  company, has no name here. */
export function nameOf(company: Company, userId: number): { user_id: number; name: string } {
  const user = company.get<User>('users', userId)
  return { user_id: userId, name: user ? user.display_name || `${user.first_name} ${user.last_name}`.trim() : '' }
}

/** An instant, or null for 0, which is never. */
export function moment(instant: number): string | null {
  return instant === 0 ? null : printUtc(instant)
}
