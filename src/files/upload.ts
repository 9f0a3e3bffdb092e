import type { Readable } from 'node:stream'
import type { Binary } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type BodyHeaders, refuseEncoded, textOfBody } from '../wire/body.ts'
import { batchMax } from '../wire/request.ts'
import { Base64Text } from './base64.ts'

/** A request's body: its JSON, with an index in place of each extracted text, and the decoded bytes. */
type Upload = { body: string; binaries: Binary[] }

/** The most bytes of the whole body, and of the remaining JSON; the headers say how both are encoded. */
type Limits = { bodyMax: number; jsonMax: number; headers: BodyHeaders }

/**
 * Reads a body as it arrives. The texts of one property, at any depth, are decoded from base64 on the fly, so they are
 * never held in memory as text. Throws RequestError 413 as soon as a limit is exceeded.
 */
export async function readUpload(stream: Readable, property: string, limits: Limits): Promise<Upload> {
  const { bodyMax, jsonMax, headers } = limits
  const tooLarge = () => new RequestError(413, 'too_many_bytes', { max: bodyMax })
  if (Number(headers['content-length']) > bodyMax) throw tooLarge()
  const scanner = new Scanner(property, jsonMax)
  let size = 0
  try {
    refuseEncoded(headers)
    // A refused body is answered immediately but read to the end, because closing the connection early would lose the
    // response.
    const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > bodyMax) throw tooLarge()
      scanner.take(chunk)
    }
  } catch (error) {
    stream.resume()
    if (error instanceof RequestError) throw error
    throw new RequestError(400, 'body_incomplete', {}, { cause: error })
  }
  const { kept, binaries } = scanner.end()
  return { body: textOfBody(kept, {}, jsonMax), binaries }
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const blanks = [0x20, 0x09, 0x0a, 0x0d]

/** Scans JSON bytes in chunks of any size, tracking only strings and property values. */
class Scanner {
  readonly #property: string
  readonly #jsonMax: number
  readonly #kept: Buffer[] = []
  #size = 0
  readonly #binaries: Binary[] = []
  /** The string being extracted. */
  #taking: Base64Text | undefined
  #inString = false
  #escaped = false
  /** The last string as written, as far as it may be the property's name. */
  #last: number[] = []
  /** True after the property's name and a colon. */
  #expecting = false

  constructor(property: string, jsonMax: number) {
    this.#property = property
    this.#jsonMax = jsonMax
  }

  take(chunk: Buffer): void {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      if (this.#taking) {
        at = this.#taking.take(chunk, at)
        from = at
        if (at < chunk.length) this.#taken(this.#taking)
      } else if (this.#inString) this.#readString(chunk[at]!)
      else if (chunk[at] === quote && this.#expecting) {
        this.#keep(chunk.subarray(from, at + 1))
        if (this.#binaries.length === batchMax) throw new RequestError(413, 'too_many_items', { max: batchMax })
        this.#taking = new Base64Text()
        from = chunk.length
      } else this.#readBetween(chunk[at]!)
    }
    this.#keep(chunk.subarray(from))
  }

  end(): { kept: Buffer; binaries: Binary[] } {
    return { kept: Buffer.concat(this.#kept), binaries: this.#binaries }
  }

  /** Replaces an extracted string with its index. Invalid JSON stays invalid. */
  #taken(text: Base64Text): void {
    this.#keep(Buffer.from(text.broken ? '\u0000' : String(this.#binaries.length)))
    this.#binaries.push(text.end())
    this.#taking = undefined
    this.#expecting = false
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) {
      this.#inString = false
      return
    }
    // Each character may be escaped as \u and four digits.
    if (this.#last.length <= 6 * this.#property.length) this.#last.push(byte)
  }

  #readBetween(byte: number): void {
    if (blanks.includes(byte)) return
    this.#expecting = byte === colon && this.#isProperty()
    this.#last = []
    this.#inString = byte === quote
  }

  #isProperty(): boolean {
    const text = String.fromCharCode(...this.#last)
    if (!text.includes('\\')) return text === this.#property
    try {
      return JSON.parse(`"${text}"`) === this.#property
    } catch {
      return false
    }
  }

  /** Copies a piece to be kept: a slice would keep the whole chunk in memory. */
  #keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#size += piece.length
    if (this.#size > this.#jsonMax)
      throw new RequestError(413, 'too_many_bytes_besides', { max: this.#jsonMax, property: this.#property })
    this.#kept.push(Buffer.from(piece))
  }
}
