import type { Actor } from './context.ts'
import { RequestError } from './errors.ts'
import { sql, type Tx } from './sql.ts'

// Responses are kept for as long as jobs/delete_old.ts says.

/** How a write is run: normally, once per idempotency key, or as a dry run that is rolled back. */
export type WriteOptions = { once?: IdempotencyKey; dry?: true }

/** A client's idempotency key and the request it was sent with, both hashed. */
type IdempotencyKey = { key: string; request: string }

/**
 * The text of a response; `replayed` if it is the stored response to an earlier request with the same key. `told` are the
 * changes for the log of security events.
 */
export type WriteAnswer = string | { replayed: string } | { text: string; told: readonly object[] }

/** The text of a response. */
export function textOf(answer: WriteAnswer): string {
  return typeof answer === 'string' ? answer : 'text' in answer ? answer.text : answer.replayed
}

/** The header that carries the key. */
export const keyHeader = 'Idempotency-Key'

/** Runs a write inside its transaction, or finds its first response. */
export async function runOnce(
  tx: Tx,
  { companyId, userId }: Actor,
  once: IdempotencyKey,
  run: (tx: Tx) => Promise<string>,
): Promise<WriteAnswer> {
  // A concurrent duplicate of the request waits here, and then finds the response.
  await tx.lockCompany(companyId)
  const kept = await tx.get<{ request: string; answer: string }>(sql`select request, answer from idempotency_keys
    where company_id = ${companyId} and user_id = ${userId} and key = ${once.key}`)
  if (kept && kept.request !== once.request) throw new RequestError(417, 'idempotency_key_reused', { field: keyHeader })
  if (kept?.answer === '') throw new RequestError(417, 'answer_anonymized', { field: keyHeader })
  if (kept) return { replayed: kept.answer }
  const answer = await run(tx)
  tx.post(sql`insert into idempotency_keys (company_id, user_id, key, request, answer, given)
    values (${companyId}, ${userId}, ${once.key}, ${once.request}, ${answer}, ${tx.now})`)
  return answer
}
