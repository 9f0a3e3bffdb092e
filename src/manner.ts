import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Actor, Binary } from './engine/context.ts'
import { RequestError } from './engine/errors.ts'
import { sql, type Tx } from './engine/sql.ts'

/** How a write is carried out: plainly, once however often it is sent, or for show, so that nothing of it is kept. */
export type Manner = { once?: Once; dry?: true }

/** A request that may come again: the key that its client has given it, and what it asks for, both hashed. */
type Once = { key: string; request: string }

/** What the headers of a write say of its manner. */
type Wish = { key?: string; dry?: true }

const keyHeader = 'Idempotency-Key'
const dryHeader = 'x-clockhouse-dry-run'

/** The header by which an answer tells that nothing of it was kept. */
export const dryHeaders = { [dryHeader]: 'yes' }

/** What a write says of itself in its headers. Throws RequestError 417 for what is no such value. */
export function readWish(headers: IncomingHttpHeaders): Wish {
  const key = headers[keyHeader.toLowerCase()]
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(String(key)))
    throw new RequestError(417, `${keyHeader} must be 1 to 100 visible ASCII characters`)
  const dry = headers[dryHeader] ?? 'no'
  if (dry !== 'yes' && dry !== 'no') throw new RequestError(417, `${dryHeader} must be yes or no`)
  // What is for show is never repeated for real, so it needs no key.
  return dry === 'yes' ? { dry: true } : key === undefined ? {} : { key: String(key) }
}

/**
 * The manner of a request that asks for these texts and bytes. A body may hold a password, which a plain hash would give
 * away to whoever can try many: so the key, which is written down nowhere, goes into the hash of the request.
 */
export function mannerOf({ key, dry }: Wish, texts: readonly string[], binaries: readonly Binary[] = []): Manner {
  if (dry) return { dry }
  if (key === undefined) return {}
  const request = createHmac('sha256', key)
  for (const part of [...texts, ...binaries.flatMap(({ parts, fault }) => [fault, ...parts])])
    request.update(`${part.length} `).update(part)
  return { once: { key: createHash('sha256').update(key).digest('base64url'), request: request.digest('base64url') } }
}

/** Runs a write in its manner, inside its transaction; gives the answer's text. */
export async function carryOut(
  tx: Tx,
  { actor: { companyId, userId }, once, dry }: Manner & { actor: Actor },
  run: (tx: Tx) => Promise<string>,
): Promise<string> {
  if (dry) return tx.undone(run)
  if (!once) return run(tx)
  // Whoever sends the same at the same moment waits here, and then finds the answer.
  await tx.lockCompany(companyId)
  const kept = await tx.get<{ request: string; answer: string }>(sql`select request, answer from kept_answers
    where company_id = ${companyId} and user_id = ${userId} and key = ${once.key}`)
  if (kept && kept.request !== once.request)
    throw new RequestError(417, `${keyHeader}: another request came with this key before; each needs one of its own`)
  if (kept) return kept.answer
  const answer = await run(tx)
  await tx.run(sql`insert into kept_answers (company_id, user_id, key, request, answer, given)
    values (${companyId}, ${userId}, ${once.key}, ${once.request}, ${answer}, ${tx.now})`)
  return answer
}
