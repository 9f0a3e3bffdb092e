import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Account } from '../identity/names.ts'

/** The user and session that are signed in. Throws RequestError 403 for a token and in a managed client. */
export function signedIn({
  actor,
  session,
}: {
  actor: Actor
  session: string | undefined
}): Account & { hash: string } {
  if (session === undefined) throw new RequestError(403, 'you must be signed in with a browser to do this')
  if (actor.home) throw new RequestError(403, 'ask without vnd.tsheets.ManagedClientId: this is about yourself')
  return { companyId: actor.companyId, userId: actor.userId, hash: session }
}
