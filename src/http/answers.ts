import type { IncomingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'
import {
  brotliCompressSync as brotli,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync as gzip,
  zstdCompressSync as zstd,
} from 'node:zlib'
import { ResponseCache } from '../db/response_cache.ts'
import { RecentMap } from '../engine/recent_values.ts'
import type { Caller } from './caller.ts'

// The bytes of answers: which are kept, the pages that follow them, and their encodings.

const bytesMax = 32 * 1_048_576
const keyMax = 1024

/**
 * Whole responses of both APIs by caller and URL, each valid for one version of its company's data. Most URLs are
 * requested only once, for example because they contain the time of the last poll, so a response is cached only from
 * the second request on.
 */
export class Answers {
  readonly #responses = new ResponseCache(bytesMax)
  readonly #asked = new RecentMap<true>(4096)

  get(caller: Caller, url: string): Buffer | undefined {
    return this.#responses.get(keyOf(caller, url), caller.etag)
  }

  keep(caller: Caller, url: string, bytes: Buffer): void {
    const key = keyOf(caller, url)
    if (key.length > keyMax) return
    if (this.#asked.get(key)) this.#responses.set(key, caller.etag, bytes)
    else this.#asked.set(key, true)
  }
}

function keyOf({ actor }: Caller, url: string): string {
  return `${actor.companyId}/${actor.userId}${actor.scopes ?? ''}${url}`
}

/** The bytes of a response. */
export function bytesOf(answer: string | Uint8Array): Buffer {
  if (typeof answer === 'string') return Buffer.from(answer)
  return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
}

/** The query of a URL, without the question mark. */
export function queryIn(url: string): string {
  const question = url.indexOf('?')
  return question < 0 ? '' : url.slice(question + 1)
}

/** The same URL for the next page, by cursor or by number. */
export function nextUrl(url: string, next: string | number): string {
  const others = queryIn(url)
    .split('&')
    .filter((pair) => pair !== '' && !/^(cursor|page)$/.test(nameIn(pair)))
  const place = new URLSearchParams({ [typeof next === 'string' ? 'cursor' : 'page']: String(next) })
  return `${url.split('?', 1)[0]}?${[...others.map(asInHeader), place].join('&')}`
}

function nameIn(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? ''
}

/** The same text, with escapes for what would end a URL in a header. Encoding all of it again could triple its length. */
function asInHeader(pair: string): string {
  return pair.replaceAll(
    /[^\x21\x23-\x3b\x3d\x3f-\x7e]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** Below this many bytes, a response fits into the first packet anyway. */
const bytesMin = 1400

/**
 * The supported encodings, best first. At these levels, each takes less than a tenth of the time that it saves on a
 * phone.
 */
const encodings: Record<string, (bytes: Uint8Array) => Buffer> = {
  zstd: (bytes) => zstd(bytes),
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => gzip(bytes, { level: 3 }),
}

/** The same encodings for streams. */
const streams: Record<string, () => Transform> = {
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 3 }),
}

/** Compressed responses, kept for as long as the bytes they were made from. */
const known = new WeakMap<Uint8Array, Map<string, Buffer>>()

/**
 * The bytes of a JSON response in the best encoding that the client accepts (RFC 9110, section 12.5.3), which is added to
 * the headers. A response that is sent again because nothing has changed is compressed only once. Pages with secrets are
 * never compressed, because their length could reveal the secret.
 */
export function encode(accepted: IncomingHttpHeaders, bytes: Uint8Array, headers: Record<string, string>): Uint8Array {
  const encoding = bytes.length < bytesMin ? undefined : encodingFor(accepted)
  const body = encoding === undefined ? bytes : compressed(bytes, encoding)
  headers['content-length'] = String(body.length)
  if (bytes.length >= bytesMin) headers.vary = 'accept-encoding'
  if (encoding === undefined) return body
  headers['content-encoding'] = encoding
  // Different bytes with the same meaning need a weak validator (RFC 9110, section 8.8.1).
  if (headers.etag !== undefined) headers.etag = `W/${headers.etag}`
  return body
}

/** Compresses a stream with the best encoding that the client accepts; undefined if it accepts none. */
export function compressor(accepted: IncomingHttpHeaders): { name: string; stream: Transform } | undefined {
  const name = encodingFor(accepted)
  return name === undefined ? undefined : { name, stream: streams[name]!() }
}

/** The best encoding of those that the request accepts, if any. Weights other than 0 do not matter. */
function encodingFor(headers: IncomingHttpHeaders): string | undefined {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string') return undefined
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return Object.keys(encodings).find((encoding) => names.includes(encoding) || names.includes(`x-${encoding}`))
}

function compressed(bytes: Uint8Array, encoding: string): Buffer {
  const kept = known.get(bytes) ?? new Map<string, Buffer>()
  const found = kept.get(encoding) ?? encodings[encoding]!(bytes)
  known.set(bytes, kept.set(encoding, found))
  return found
}
