import { Refusal, RequestError } from '../engine/errors.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'

/** How deep and how wide JSON may be: the levels, the properties of an object, and those of all objects together. */
export type JsonLimits = { readonly levels: number; readonly names: number; readonly total: number }

/** Why items of a body are refused, by their places in its property `data`. */
export type RefusedItems = Map<number, Refusal>

/**
 * The value of JSON. Throws RequestError 400 for what is not JSON, and for what `checkJson` refuses.
 */
export function parseJson(text: string, limits: JsonLimits, refused?: RefusedItems): unknown {
  checkJson(text, limits, refused)
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestError(400, 'body_not_json')
  }
}

/**
 * Looks once at every character of JSON, before anything is made of it. Throws RequestError 400 for a name that an object
 * has twice, because one of the values would be lost, and 417 for a number that would be rounded and for more than the
 * limits. With `refused`, such a name or number inside an item refuses only that. Of a text that is not JSON, it may find
 * nothing.
 */
export function checkJson(text: string, limits: JsonLimits, refused?: RefusedItems): void {
  new Scanner(text, limits, refused).scan()
}

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const [zero, nine] = [0x30, 0x39]
const backslash = 0x5c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

/** The most digits that every number keeps. */
const digitsMax = 15

/** The most characters of a whole number that is not infinite. */
const wholeMax = 310

/** The names that an open object has so far, if any; a list has none. */
type Open = { readonly isList: boolean; names?: Set<string> }

class Scanner {
  readonly #text: string
  readonly #limits: JsonLimits
  readonly #open: Open[] = []
  #total = 0
  /** The innermost open object or list. */
  #inner: Open | undefined
  /** Whether a string at this place would be a name. */
  #isName = false
  /** The last name. */
  #name = ''
  readonly #refused: RefusedItems | undefined
  /** The place of the item that this is in or before, and how many are open inside one; -1 outside of `data`. */
  #item = -1
  #itemLevel = 0

  constructor(text: string, limits: JsonLimits, refused: RefusedItems | undefined) {
    this.#text = text
    this.#limits = limits
    this.#refused = refused
  }

  scan(): void {
    const text = this.#text
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) at = this.#readString(at)
      else if (code === comma) this.#pass()
      else if (code === openObject || code === openList) this.#enter(code === openList)
      else if (code === closeObject || code === closeList) this.#leave()
      else if ((code >= zero && code <= nine) || code === minus) at = this.#readNumber(at)
    }
  }

  #enter(isList: boolean): void {
    const { levels } = this.#limits
    if (this.#open.length === levels) throw new RequestError(417, 'too_many_levels', { max: levels })
    // One object instead of a list is its only item.
    if (this.#open.length === 1 && this.#name === 'data') [this.#item, this.#itemLevel] = [0, isList ? 3 : 2]
    this.#inner = { isList }
    this.#open.push(this.#inner)
    this.#isName = !isList
  }

  #pass(): void {
    this.#isName = this.#inner !== undefined && !this.#inner.isList
    if (this.#item >= 0 && this.#open.length === 2 && this.#itemLevel === 3) this.#item += 1
  }

  #leave(): void {
    this.#open.pop()
    if (this.#open.length === 1) this.#item = -1
    this.#inner = this.#open.at(-1)
    this.#isName = false
  }

  /** Returns where the string ends. */
  #readString(start: number): number {
    const end = endOfString(this.#text, start)
    if (this.#isName && this.#inner) this.#addName(this.#inner, this.#text.slice(start + 1, end))
    this.#isName = false
    return end
  }

  #addName(inner: Open, written: string): void {
    const { names: namesMax, total } = this.#limits
    const name = written.includes('\\') ? unescaped(written) : written
    inner.names ??= new Set()
    if (inner.names.has(name)) this.#refuse(400, reason('name_twice', { name: name.slice(0, 100) }))
    inner.names.add(name)
    this.#name = name
    if (inner.names.size > namesMax) throw new RequestError(417, 'too_many_names', { max: namesMax })
    if (++this.#total > total) throw new RequestError(417, 'too_many_properties', { max: total })
  }

  /** Returns the last character of the number. */
  #readNumber(start: number): number {
    let end = start + 1
    while (end < this.#text.length && isOfNumber(this.#text.charCodeAt(end))) end++
    // A short number without an exponent is certain.
    if (end - start > digitsMax || this.#text.charCodeAt(end) === 0x65 || this.#text.charCodeAt(end) === 0x45) {
      while (end < this.#text.length && /[\d.eE+-]/.test(this.#text[end]!)) end++
      this.#refuseRounded(this.#text.slice(start, end))
    }
    return end - 1
  }

  #refuseRounded(written: string): void {
    const value = Number(written)
    if (Number.isNaN(value)) return
    if (Number.isFinite(value) && (!isWhole(written) || isKept(written, value))) return
    this.#refuse(417, reason('number_inexact', { field: this.#name || 'the body' }))
  }

  /** Refuses the item that this is in, or else the body. The status is that of the body. */
  #refuse(status: number, why: Reason): void {
    const isInItem = this.#item >= 0 && this.#open.length >= this.#itemLevel
    if (!this.#refused || !isInItem) throw new RequestError(status, why)
    if (!this.#refused.has(this.#item)) this.#refused.set(this.#item, new Refusal(417, why))
  }
}

function isWhole(written: string): boolean {
  return written.length <= wholeMax && /^-?\d+$/.test(written)
}

/** Whether a whole number is exactly this value, or is how it is written: 2^64 is also 18446744073709552000. */
function isKept(written: string, value: number): boolean {
  return String(value) === written || BigInt(written) === BigInt(value)
}

function isOfNumber(code: number): boolean {
  return (code >= zero && code <= nine) || code === 0x2e
}

/** The index of the quote that ends a string; the last index of the text if there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

function unescaped(written: string): string {
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    return written
  }
}
