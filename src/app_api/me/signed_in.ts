import type { Actor } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import type { Account } from '../../identity/names.ts'

/** The user and session that are signed in. Throws RequestError 403 for a token and in a managed client. */
export function signedIn({
  actor,
  session,
}: {
  actor: Actor
  session: string | undefined
}): Account & { hash: string } {
  if (session === undefined) throw new RequestError(403, 'browser_session_needed')
  if (actor.home) throw new RequestError(403, 'other_client_given')
  return { companyId: actor.companyId, userId: actor.userId, hash: session }
}
