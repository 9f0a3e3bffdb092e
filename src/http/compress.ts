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
import type { FastifyInstance, FastifyRequest } from 'fastify'

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
 * Compresses the JSON answers of a scope with the best encoding that the client accepts (RFC 9110, section 12.5.3). A
 * response that is sent again because nothing has changed is compressed only once. Pages with secrets must not be in
 * such a scope, because their length could reveal the secret.
 */
export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const type = reply.getHeader('content-type')
    if (
      !(bytes instanceof Uint8Array) ||
      bytes.length < bytesMin ||
      !isJson(type) ||
      reply.hasHeader('content-encoding')
    )
      return done(null, payload)
    const etag = reply.getHeader('etag')
    const { body, ...headers } = encode(request.headers, bytes, typeof etag === 'string' ? etag : undefined)
    const vary = reply.getHeader('vary')
    reply.headers({ ...headers, vary: vary ? `${vary}, ${headers.vary}` : headers.vary })
    done(null, headers['content-encoding'] ? body : payload)
  })
}

/** The bytes of a JSON response in an encoding that the client accepts, and the headers for it. */
export function encode(accepted: IncomingHttpHeaders, bytes: Uint8Array, etag?: string): Encoded {
  if (bytes.length < bytesMin) return { body: bytes }
  const encoding = encodingFor(accepted)
  if (!encoding) return { body: bytes, vary: 'accept-encoding' }
  // Different bytes with the same meaning need a weak validator (RFC 9110, section 8.8.1).
  const weak = etag === undefined ? {} : { etag: etag.startsWith('W/') ? etag : `W/${etag}` }
  return { body: compressed(bytes, encoding), vary: 'accept-encoding', 'content-encoding': encoding, ...weak }
}

type Encoded = { body: Uint8Array; vary?: string; 'content-encoding'?: string; etag?: string }

/** Compresses a stream with the best encoding that the client accepts; undefined if it accepts none. */
export function compressor(accepted: IncomingHttpHeaders): { name: string; stream: Transform } | undefined {
  const name = encodingFor(accepted)
  return name === undefined ? undefined : { name, stream: streams[name]!() }
}

/** Whether the client already has this version. The comparison ignores whether validators are weak. */
export function hasVersion(request: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  return request.headers['if-none-match']?.replace(/^W\//, '') === etag
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('application/json')
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
