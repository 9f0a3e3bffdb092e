import { createHmac } from 'node:crypto'
import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'

const startOver = 'begin with cursor=now and read the lists again'

/** The cursor of a position for this caller, sealed with a key: the changes that it skips depend on their rights. */
export function cursorAt(sequence: number, actor: Actor, key: Buffer): string {
  return `${actor.companyId.toString(36)}-${sequence.toString(36)}-${rightsOf(actor, key)}`
}

/**
 * The sequence of a cursor. Throws RequestError 417 for a cursor that this company never returned, 410 for one that was
 * returned to a caller with different rights.
 */
export function sequenceOf(
  cursor: string,
  actor: Actor,
  { last_change }: Pick<CompanyRow, 'last_change'>,
  key: Buffer,
): number {
  if (cursor === 'now') return last_change
  const [, company = '', place = '', rights] = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-f]{12})$/.exec(cursor) ?? []
  if (!rights) throw new RequestError(417, 'feed_cursor_unknown', { advice: startOver })
  if (Number.parseInt(company, 36) !== actor.companyId)
    throw new RequestError(417, 'cursor_of_another_company', { advice: startOver })
  if (rights !== rightsOf(actor, key)) throw goneCursor('it is of another user, or your rights have changed since')
  return Number.parseInt(place, 36)
}

/** The refusal of a cursor that cannot be continued. */
export function goneCursor(why: string): RequestError {
  return new RequestError(410, 'cursor_gone', { reason: why, advice: startOver })
}

/** An HMAC of the caller's identity, rights and scopes; a plain digest could be computed for other rights. */
function rightsOf({ companyId, userId, isAdmin, permissions, manages, scopes }: Actor, key: Buffer): string {
  const rights = [
    companyId,
    userId,
    isAdmin,
    [...permissions].sort(),
    [...manages].sort((a, b) => a - b),
    ...(scopes ? [scopes] : []),
  ]
  return createHmac('sha256', key).update(JSON.stringify(rights)).digest('hex').slice(0, 12)
}
