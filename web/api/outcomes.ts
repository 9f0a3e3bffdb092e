import { batchMax, writesKeyedById } from '../../client/src/facts.ts'
import type { Reason } from '../../src/rules/refusals/reason.ts'
import { loadRefusals, type Refused, refusalText } from '../components/page/refusals.ts'
import { t } from '../language.ts'
import type { Records } from './contract.ts'
import { ApiError } from './request.ts'

// What came of the items of a write.

/** The name of a resource that can be listed. */
export type ResourceName = keyof Records

/** An item on its way to the server. */
export type Item = Record<string, unknown>

/** The outcome of one item of a batch: the record, or why it was refused. */
export type Outcome<T> = { ok: true; record: T } | ({ ok: false; status: number } & Refused)

/** The record of a one-item write; throws ApiError if it was refused. */
export function only<T>(outcomes: readonly Outcome<T>[]): T {
  const [outcome] = outcomes
  if (outcome?.ok) return outcome.record
  throw new ApiError(outcome?.status ?? 0, outcome?.message ?? t('The server did not answer.'), outcome?.reason)
}

/** What an answer says of one item: its status, and the record. */
export type Result = Record<string, unknown> & {
  _status_code?: number
  _status_message?: string
  _status_extra?: string
  _status_reason?: Reason
}
/** The results of a write in the order of its items. */
export function inOrder(
  write: string,
  results: Record<string, Result>,
  items: readonly Item[],
): (Result | undefined)[] {
  if (!writesKeyedById.has(write)) return items.map((_item, at) => results[at + 1])
  // A refused item is keyed by its position, a created record by its id; ids rise in the order of the items.
  const made = Object.keys(results)
    .map(Number)
    .filter((key) => key > batchMax)
    .sort((a, b) => a - b)
  return items.map((item, at) => results[Number(item.id)] ?? results[at + 1] ?? results[made.shift() ?? 0])
}

/** The outcomes of the items that a server answered. */
export async function outcomesOf<T>(results: readonly (Result | undefined)[]): Promise<Outcome<T>[]> {
  if (!results.every(isDone)) await loadRefusals()
  return results.map((result) => outcomeOf<T>(result))
}

function isDone(result: Result | undefined): boolean {
  const { _status_code: status = 0 } = result ?? {}
  return status >= 200 && status < 300
}

function outcomeOf<T>(result: Result | undefined): Outcome<T> {
  const { _status_code: status = 0, _status_message, _status_extra, _status_reason: reason, ...record } = result ?? {}
  if (isDone(result)) return { ok: true, record: record as T }
  const text = String(_status_extra || _status_message || t('The server did not answer'))
  return { ok: false, status, message: refusalText(text, reason), reason }
}
