import { hash } from 'node:crypto'
import type { CompanyRow } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'

const startOver = 'begin with cursor=now and read the lists again'

/** The cursor of a place, for this caller: what it passes over depends on their rights. */
export function cursorAt(sequence: number, actor: Actor): string {
  return `${actor.companyId.toString(36)}-${sequence.toString(36)}-${rightsOf(actor)}`
}

/**
 * The sequence that a cursor stands for. Throws RequestError 417 for one that no answer of this company had, 410 for one
 * that was given to a caller with other rights.
 */
export function sequenceOf(cursor: string, actor: Actor, { last_change }: Pick<CompanyRow, 'last_change'>): number {
  if (cursor === 'now') return last_change
  const parts = /^([0-9a-z]{1,7})-([0-9a-z]{1,10})-([0-9a-f]{12})$/.exec(cursor)
  if (!parts) throw new RequestError(417, `cursor must be now or the cursor of an earlier answer; ${startOver}`)
  const [companyId, sequence] = [parts[1]!, parts[2]!].map((part) => Number.parseInt(part, 36)) as [number, number]
  if (companyId !== actor.companyId) throw new RequestError(417, `cursor is of another company; ${startOver}`)
  if (parts[3] !== rightsOf(actor)) throw goneCursor('it is of another user, or your rights have changed since')
  return sequence
}

/** The refusal of a cursor from which nothing leads on. */
export function goneCursor(why: string): RequestError {
  return new RequestError(410, `cursor: ${why}; ${startOver}`)
}

/** A mark of who the caller is and what they may see. */
function rightsOf({ userId, isAdmin, permissions, manages }: Actor): string {
  const rights = [userId, isAdmin, [...permissions].sort(), [...manages].sort((a, b) => a - b)]
  return hash('sha256', JSON.stringify(rights)).slice(0, 12)
}
