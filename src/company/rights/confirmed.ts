import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { second } from '../../rules/time/calendar.ts'

// Someone at an unlocked screen has a person's session, but not their password, passkey or account at the provider. What
// would go on without the session, such as a token, therefore asks who is there, unless they have just proved it.

/** How long a proof counts. */
const provenSeconds = 600

/** Until when a proof of this time counts, in microseconds. */
export function countsUntil(confirmed: number): number {
  return confirmed + provenSeconds * second
}

/**
 * Refuses the whole request of a person whose session lacks a recent proof: the app asks who is there and repeats it.
 * Requests with a token are not asked, because a token has no screen. Throws RequestError 403.
 */
export function refuseUnconfirmed({ signedIn }: Pick<Actor, 'signedIn'>, now: number): void {
  if (signedIn && signedIn.confirmedUntil <= now) throw new RequestError(403, 'confirmation_needed')
}
