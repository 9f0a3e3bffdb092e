import { isAscii, isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { RequestError } from '../engine/errors.ts'

// Reads the bytes of a body: first its compression, then its encoding. Whatever cannot be read exactly is refused, because
// a text with replacement characters would be stored as if it had been sent.

/** The longest body of most requests, in bytes. */
export const bodyMax = 1_048_576

/** The longest form, in bytes. */
export const formMax = 32_768

/** The headers that say what the bytes of a body mean. */
export type BodyHeaders = Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding' | 'content-length'>

type Decompressed = { buffer: Buffer; engine: { bytesWritten: number } }
type Decompress = (bytes: Uint8Array, options: { info: true; maxOutputLength: number }) => unknown

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

const compressions = 'gzip, deflate, br, zstd'

/**
 * The text of a body. Throws RequestError 400 for bytes that are not what the headers say, 413 for more than `max` bytes
 * after decompression, and 415 for an unknown compression or charset. A byte order mark decides, and is left out.
 */
export function textOfBody(bytes: Uint8Array, headers: BodyHeaders, max: number): string {
  const plain = decompressed(bytes, headers, max)
  const charset = markedCharset(plain) ?? charsetOf(headers)
  if (charset === undefined || isNamedUtf8(charset)) return utf8(plain)
  const decoder = decoderOf(charset)
  // Letters in UTF-8 are two or three others in these. Nothing says which of them were meant.
  if (singleBytes.test(decoder.encoding) && isUtf8(plain) && !isAscii(plain))
    throw new RequestError(400, 'body_not_as_labeled', { charset })
  try {
    return decoder.decode(plain)
  } catch {
    throw new RequestError(400, 'body_not_in_charset', { charset })
  }
}

/** Encodings with one byte for each letter. */
const singleBytes = /^(windows|iso-8859|koi8|ibm|macintosh$|x-mac)/

/** Whether a charset is UTF-8, as programs write that, or ASCII, which is UTF-8, too: those that say so may send more. */
function isNamedUtf8(charset: string): boolean {
  return /^(utf[-_ ]?8(mb[34]|-sig|-bom)?|(us-)?ascii)$/i.test(charset)
}

/** The fields of a form, whose escapes are UTF-8, too. Throws RequestError as `textOfBody` does. */
export function formOfBody(bytes: Uint8Array, headers: BodyHeaders, max: number): URLSearchParams {
  const text = textOfBody(bytes, headers, max)
  const form = new URLSearchParams(text)
  const isReplaced = [...form].some(([name, value]) => `${name}${value}`.includes('\ufffd'))
  if (isReplaced && !/\ufffd|%ef%bf%bd/i.test(text)) throw new RequestError(400, 'body_not_utf8')
  return form
}

/** Throws RequestError 415 for a body that is compressed or not UTF-8, where neither can be read. */
export function refuseEncoded(headers: BodyHeaders): void {
  const compression = compressionOf(headers)
  if (compression !== '') throw new RequestError(415, 'compression_not_possible', { compression })
  const charset = charsetOf(headers)
  if (charset !== undefined && !isNamedUtf8(charset)) throw new RequestError(415, 'charset_not_possible', { charset })
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new RequestError(400, 'body_not_utf8')
  const isMarked = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return bytes.toString('utf8', isMarked ? 3 : 0)
}

/** What programs write there although the body is not compressed: a charset, or that it is as it is. */
const uncompressed = new Set(['identity', 'none', 'binary', '8bit', 'utf-8', 'utf8'])

function compressionOf(headers: BodyHeaders): string {
  const compression = (headers['content-encoding'] ?? '').trim().toLowerCase()
  return uncompressed.has(compression) ? '' : compression
}

function decompressed(bytes: Uint8Array, headers: BodyHeaders, max: number): Buffer {
  const compression = compressionOf(headers)
  if (compression === '' || bytes.length === 0) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const decompress = Object.hasOwn(decompressors, compression) ? decompressors[compression] : undefined
  if (!decompress) {
    const accepted = { headers: { 'accept-encoding': compressions } }
    throw new RequestError(415, 'compression_unknown', { compression, choices: compressions }, accepted)
  }
  try {
    const { buffer, engine } = decompress(bytes, { info: true, maxOutputLength: max }) as Decompressed
    if (engine.bytesWritten === bytes.length) return buffer
  } catch (error) {
    if (error instanceof RangeError) throw new RequestError(413, 'too_many_bytes', { max })
  }
  throw new RequestError(400, 'body_not_compressed', { compression })
}

/** The charset that a byte order mark tells, unless it is that of UTF-8. */
function markedCharset(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

function charsetOf(headers: BodyHeaders): string | undefined {
  return /;\s*charset\s*=\s*(?:["']([^"']*)["']|([^\s;,"']+))/i
    .exec(headers['content-type'] ?? '')
    ?.slice(1)
    .find(Boolean)
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw new RequestError(415, 'charset_unknown', { charset })
  }
}
