import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Binary } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { keyHeader, type WriteOptions } from '../engine/idempotency.ts'

/** What the headers of a write ask for. */
type WriteHeaders = { key?: string; dry?: true }

const dryHeader = 'x-clockhouse-dry-run'

/** The header of an answer to a dry run. */
export const dryHeaders = { [dryHeader]: 'yes' }

/** Reads the idempotency key and the dry run of a write. Throws RequestError 417 for a malformed value. */
export function readWriteHeaders(headers: IncomingHttpHeaders): WriteHeaders {
  const key = headers[keyHeader.toLowerCase()]
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(String(key)))
    throw new RequestError(417, `${keyHeader} must be 1 to 100 visible ASCII characters`)
  const dry = headers[dryHeader] ?? 'no'
  if (dry !== 'yes' && dry !== 'no') throw new RequestError(417, `${dryHeader} must be yes or no`)
  // A dry run changes nothing, so repeating it is safe without a key.
  return dry === 'yes' ? { dry: true } : key === undefined ? {} : { key: String(key) }
}

/**
 * The options of a write with these texts and bytes. A body may contain a password, which a plain hash of the request
 * would expose to guessing, so the hash is keyed with the idempotency key, which is not stored.
 */
export function writeOptionsOf(
  { key, dry }: WriteHeaders,
  texts: readonly string[],
  binaries: readonly Binary[] = [],
): WriteOptions {
  if (dry) return { dry }
  if (key === undefined) return {}
  const request = createHmac('sha256', key)
  for (const part of [...texts, ...binaries.flatMap(({ parts, fault }) => [fault, ...parts])])
    request.update(`${part.length} `).update(part)
  return { once: { key: createHash('sha256').update(key).digest('base64url'), request: request.digest('base64url') } }
}
