import type { Binary } from '../engine/context.ts'
import { partBytes } from '../resources/files/bytes.ts'

const quote = 0x22
const backslash = 0x5c
const blank = 64
const padding = 65
const other = 66

/** The meaning of each byte in base64 (RFC 4648): a value below 64, white space, padding or other. */
const values = new Uint8Array(256).fill(other)
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  values[letter.charCodeAt(0)] = value
for (const letter of ' \t\r\n') values[letter.charCodeAt(0)] = blank
values['='.charCodeAt(0)] = padding

/** Bytes that end a run. Node.js would also decode the last two, which belong to another alphabet. */
const runEnds = ['"', '\\', '=', '-', '_'].map((letter) => letter.charCodeAt(0))

/** Shorter runs are not worth a call. */
const runMin = 64

const escapes: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const prefixMax = 100

/** Decodes a base64 JSON string into parts as it arrives. A `data:…;base64,` prefix is allowed. */
export class Base64Text {
  readonly #parts: Uint8Array<ArrayBuffer>[] = []
  #part = new Uint8Array(0)
  #filled = 0
  #bits = 0
  #letters = 0
  #paddings = 0
  #fault = ''
  /** The first characters, while they may still be a prefix. */
  #head: string | undefined = ''
  /** The characters after a backslash. */
  #escape: string | undefined
  /** True if this is not a valid JSON string. */
  broken = false

  /** Reads bytes from index `at`; returns the index of the closing quote, or the chunk's length. */
  take(chunk: Uint8Array, at: number): number {
    let hasRun = false
    for (; at < chunk.length; at++) {
      if (!hasRun && this.#isBetweenGroups()) {
        hasRun = true
        at += this.#takeRun(chunk.subarray(at))
        if (at === chunk.length) return at
      }
      const byte = chunk[at]!
      if (this.#escape !== undefined) this.#unescape(byte)
      else if (byte === quote) return at
      else if (byte === backslash) this.#escape = ''
      else {
        if (byte < 0x20) this.broken = true
        this.#letter(byte)
      }
    }
    return at
  }

  /** The bytes, after the closing quote. */
  end(): Binary {
    if (/^data:/i.test(this.#head ?? '')) this.#fail()
    else this.#decodeHead()
    const rest = this.#letters % 4
    if (rest === 1 || (this.#paddings > 0 && (rest + this.#paddings) % 4 !== 0)) this.#fail()
    if (this.#fault) return { parts: [], size: 0, fault: this.#fault }
    if (rest === 2) this.#put(this.#bits >> 4)
    if (rest === 3) {
      this.#put(this.#bits >> 10)
      this.#put(this.#bits >> 2)
    }
    const size = this.#parts.length * partBytes + this.#filled
    if (this.#filled > 0) this.#parts.push(this.#part.subarray(0, this.#filled))
    return { parts: this.#parts, size, fault: '' }
  }

  #isBetweenGroups(): boolean {
    const isPlain = this.#head === undefined && this.#escape === undefined && this.#paddings === 0
    return isPlain && this.#fault === '' && this.#letters % 4 === 0
  }

  /** Decodes the groups of four letters that a chunk begins with, all at once; returns how many bytes these are. */
  #takeRun(chunk: Uint8Array): number {
    let run = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    for (const end of runEnds) {
      const at = run.indexOf(end)
      if (at >= 0) run = run.subarray(0, at)
    }
    const length = run.length - (run.length % 4)
    if (length < runMin) return 0
    const bytes = Buffer.from(run.toString('latin1', 0, length), 'base64')
    // Node.js skips what is no letter; byte by byte, it is white space or a fault.
    if (bytes.length !== (length / 4) * 3) return 0
    this.#letters += length
    for (let at = 0; at < bytes.length; ) {
      this.#startPart()
      const piece = bytes.subarray(at, at + partBytes - this.#filled)
      this.#part.set(piece, this.#filled)
      this.#filled += piece.length
      at += piece.length
    }
    return length
  }

  #unescape(byte: number): void {
    const escaped = this.#escape + String.fromCharCode(byte)
    const unicode = /^u[\da-f]{0,4}$/i.test(escaped)
    this.#escape = unicode && escaped.length < 5 ? escaped : undefined
    if (this.#escape !== undefined) return
    const letter = unicode ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : escapes[escaped]
    if (letter === undefined) this.broken = true
    else this.#letter(Math.min(letter.charCodeAt(0), 255))
  }

  #letter(byte: number): void {
    if (this.#head === undefined) this.#decode(byte)
    else if (values[byte] !== blank) this.#prefix(byte)
  }

  /** Holds characters back until they can no longer be a prefix. */
  #prefix(byte: number): void {
    this.#head += String.fromCharCode(byte)
    const head = this.#head!.toLowerCase()
    if (!'data:'.startsWith(head.slice(0, 5))) this.#decodeHead()
    else if (head.endsWith(',')) {
      this.#head = undefined
      if (!head.endsWith(';base64,')) this.#fail()
    } else if (head.length > prefixMax) {
      this.#head = undefined
      this.#fail()
    }
  }

  #decodeHead(): void {
    const head = this.#head ?? ''
    this.#head = undefined
    for (const letter of head) this.#decode(letter.charCodeAt(0))
  }

  #decode(byte: number): void {
    const value = values[byte]!
    if (value === blank) return
    if (value === padding) this.#paddings += 1
    if (value >= padding || this.#paddings > 0) {
      if (value !== padding || this.#paddings > 2) this.#fail()
      return
    }
    this.#bits = (this.#bits << 6) | value
    this.#letters += 1
    if (this.#letters % 4 > 0 || this.#fault) return
    this.#put(this.#bits >> 16)
    this.#put(this.#bits >> 8)
    this.#put(this.#bits)
    this.#bits = 0
  }

  #put(byte: number): void {
    this.#startPart()
    this.#part[this.#filled++] = byte
  }

  #startPart(): void {
    if (this.#filled < this.#part.length) return
    if (this.#filled > 0) this.#parts.push(this.#part)
    this.#part = new Uint8Array(partBytes)
    this.#filled = 0
  }

  #fail(): void {
    this.#fault = 'must be base64, with or without a data:image/png;base64, prefix'
    this.#parts.length = 0
  }
}
