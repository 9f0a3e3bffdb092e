import type { Readable } from 'node:stream'
import type { Binary } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { batchMax } from '../wire/body.ts'
import { Base64Text } from './base64.ts'

/** A request's body: its JSON with a number in place of each text that was taken out, and the bytes of those. */
type Upload = { body: string; binaries: Binary[] }

/** Most bytes of the whole body, and of the JSON that is left of it. */
type Limits = { bodyMax: number; jsonMax: number; announced: string | undefined }

/**
 * Reads a body while it arrives. The texts of one property, wherever it stands, are decoded from base64 at once, so that
 * they are never held whole as text. Throws RequestError 413 as soon as a limit is passed.
 */
export async function readUpload(stream: Readable, property: string, limits: Limits): Promise<Upload> {
  const { bodyMax, announced } = limits
  const tooLarge = () => new RequestError(413, `at most ${bodyMax} bytes in one request`)
  if (Number(announced) > bodyMax) throw tooLarge()
  const scanner = new Scanner(property, limits.jsonMax)
  let size = 0
  try {
    // What is refused is answered at once and read to its end: a connection cut off in between would lose the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bodyMax) throw tooLarge()
      scanner.take(chunk)
    }
  } catch (error) {
    stream.resume()
    if (error instanceof RequestError) throw error
    throw new RequestError(400, 'the body ended before it was complete', { cause: error })
  }
  return scanner.end()
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const blanks = [0x20, 0x09, 0x0a, 0x0d]

/** Reads JSON as bytes in pieces of any size; knows no more of it than where strings and the values of properties are. */
class Scanner {
  readonly #property: string
  readonly #jsonMax: number
  readonly #kept: Buffer[] = []
  #size = 0
  readonly #binaries: Binary[] = []
  /** The string that is being taken out. */
  #taking: Base64Text | undefined
  #inString = false
  #escaped = false
  /** The last string as it stands in the text, as far as it may be the property's name. */
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
        if (this.#binaries.length === batchMax) throw new RequestError(413, `at most ${batchMax} items in one request`)
        this.#taking = new Base64Text()
        from = chunk.length
      } else this.#readBetween(chunk[at]!)
    }
    this.#keep(chunk.subarray(from))
  }

  end(): Upload {
    return { body: Buffer.concat(this.#kept).toString(), binaries: this.#binaries }
  }

  /** A string was taken out: its place stands for it. What is no JSON stays none. */
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
    // Each letter may be written as \u and four digits.
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

  /** Copies what is kept: a piece of a chunk would hold on to all of it. */
  #keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#size += piece.length
    if (this.#size > this.#jsonMax)
      throw new RequestError(413, `at most ${this.#jsonMax} bytes in one request besides ${this.#property}`)
    this.#kept.push(Buffer.from(piece))
  }
}
