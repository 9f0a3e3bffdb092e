import { firstOf, hasKey } from '../elements.ts'
import { isObject, property, ScimError, type ScimValues } from './scim.ts'

// Filters of SCIM 2.0 (RFC 7644, section 3.4.2.2), in lists of resources and in the paths of patches.

/** How an attribute is compared; `pr` asks whether it has a value. */
export type ScimOperator = keyof typeof compares

/** One comparison. The attribute is in lower case, without its schema: `emails.value`. */
export type ScimComparison = { attribute: string; op: ScimOperator; value: string | boolean }

type Compared = { kind: 'compare' } & ScimComparison

/** A filter: a comparison, or several joined ones. */
export type ScimFilter = Compared | { kind: 'and' | 'or'; of: readonly ScimFilter[] } | { kind: 'not'; of: ScimFilter }

const lengthMax = 2000
const depthMax = 20

/** Parses a filter. Throws ScimError 400. */
export function parseScimFilter(text: string, longest = lengthMax): ScimFilter {
  if (text.length > longest) throw wrong('the filter is too long')
  return new FilterReader(text).read()
}

function wrong(message: string): ScimError {
  return new ScimError(400, message, 'invalidFilter')
}

/** Reads the words of a filter, one after the other. */
class FilterReader {
  readonly #words: string[]
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#words = text.match(/"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+|"/g) ?? []
  }

  read(): ScimFilter {
    const filter = this.#joined('or', '')
    if (this.#at < this.#words.length) throw wrong(`the filter should end before ${this.#shown()}`)
    return filter
  }

  /** Parts joined by `or`, or by `and`, which has precedence. `inside`: the attribute whose items are filtered. */
  #joined(kind: 'or' | 'and', inside: string): ScimFilter {
    const next = () => (kind === 'or' ? this.#joined('and', inside) : this.#part(inside))
    const of = [next()]
    while (this.#take(kind)) of.push(next())
    return of.length === 1 ? firstOf(of) : { kind, of }
  }

  #part(inside: string): ScimFilter {
    if (this.#take('not')) {
      this.#expect('(')
      return { kind: 'not', of: this.#nested(')', inside) }
    }
    return this.#take('(') ? this.#nested(')', inside) : this.#comparison(inside)
  }

  #nested(end: ')' | ']', inside: string): ScimFilter {
    if (++this.#depth > depthMax) throw wrong('the filter is nested too deeply')
    const filter = this.#joined('or', inside)
    this.#expect(end)
    this.#depth--
    return filter
  }

  #comparison(inside: string): ScimFilter {
    const attribute = this.#attribute(inside)
    if (!this.#take('[')) return this.#compare(attribute)
    const items = this.#nested(']', `${attribute}.`)
    // `emails[type eq "work"].value eq "x"` compares an attribute of the matching items.
    const sub = /^\.([a-z$][\w$-]*)$/i.exec(this.#words[this.#at] ?? '')?.[1]
    if (sub === undefined) return items
    this.#at++
    return { kind: 'and', of: [items, this.#compare(`${attribute}.${sub.toLowerCase()}`)] }
  }

  #attribute(inside: string): string {
    const word = withoutSchema(this.#words[this.#at] ?? '').toLowerCase()
    if (!/^[a-z$][\w$-]*(\.[a-z$][\w$-]*)?$/.test(word)) throw wrong(`expected an attribute at ${this.#shown()}`)
    this.#at++
    return inside + word
  }

  #compare(attribute: string): ScimFilter {
    if (this.#take('pr')) return { kind: 'compare', attribute, op: 'pr', value: true }
    const op = this.#words[this.#at]?.toLowerCase() ?? ''
    if (!hasKey(compares, op) || op === 'pr') throw wrong(`expected an operator such as eq at ${this.#shown()}`)
    this.#at++
    const value = this.#value()
    if (value !== null) return { kind: 'compare', attribute, op, value }
    const present: ScimFilter = { kind: 'compare', attribute, op: 'pr', value: true }
    if (op === 'ne') return present
    if (op === 'eq') return { kind: 'not', of: present }
    throw wrong('null can be compared only with eq and ne')
  }

  #value(): string | boolean | null {
    const word = this.#words[this.#at] ?? ''
    if (!/^("|-?\d|(true|false|null)$)/i.test(word)) throw wrong(`expected a value at ${this.#shown()}`)
    try {
      const value: string | number | boolean | null = JSON.parse(word.startsWith('"') ? word : word.toLowerCase())
      this.#at++
      return typeof value === 'number' ? word : value
    } catch {
      throw wrong(`expected a value at ${this.#shown()}`)
    }
  }

  #take(word: string): boolean {
    if (this.#words[this.#at]?.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #expect(word: string): void {
    if (!this.#take(word)) throw wrong(`expected ${word} at ${this.#shown()}`)
  }

  #shown(): string {
    return this.#words[this.#at]?.slice(0, 50) ?? 'its end'
  }
}

/** A path without the schema of the RFC's own users and groups, if it begins with it. */
export function withoutSchema(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group)(?:[:.]|$)/i, '')
}

/** The number of comparisons in a filter. */
export function comparisonsIn(filter: ScimFilter): number {
  if (filter.kind === 'compare') return 1
  return filter.kind === 'not' ? comparisonsIn(filter.of) : filter.of.reduce((sum, one) => sum + comparisonsIn(one), 0)
}

/** The attributes that a filter compares, in lower case. */
export function partsIn(filter: ScimFilter): string[] {
  if (filter.kind === 'compare') return [filter.attribute]
  return filter.kind === 'not' ? partsIn(filter.of) : filter.of.flatMap(partsIn)
}

/** The most characters of an item's text that are compared: nothing that is kept is longer. */
const comparedMax = 1000

/** Whether an item of a list matches a filter. Texts are compared without case. */
export function matchesScim(filter: ScimFilter, item: unknown): boolean {
  if (filter.kind === 'not') return !matchesScim(filter.of, item)
  if (filter.kind !== 'compare') {
    const matches = (one: ScimFilter) => matchesScim(one, item)
    return filter.kind === 'and' ? filter.of.every(matches) : filter.of.some(matches)
  }
  const given = isObject(item) ? property(item, filter.attribute) : undefined
  const actual =
    typeof given === 'object'
      ? ''
      : String(given ?? '')
          .slice(0, comparedMax)
          .toLowerCase()
  return compares[filter.op](actual, String(filter.value).toLowerCase())
}

const compares = {
  eq: (actual, wanted) => actual === wanted,
  ne: (actual, wanted) => actual !== wanted,
  co: (actual, wanted) => actual.includes(wanted),
  sw: (actual, wanted) => actual.startsWith(wanted),
  ew: (actual, wanted) => actual.endsWith(wanted),
  gt: (actual, wanted) => actual > wanted,
  ge: (actual, wanted) => actual >= wanted,
  lt: (actual, wanted) => actual < wanted,
  le: (actual, wanted) => actual <= wanted,
  pr: (actual) => actual !== '',
} satisfies Record<string, (actual: string, wanted: string) => boolean>

/** The item that a filter consisting of `eq` comparisons describes; undefined for any other filter. */
export function describedItem(filter: ScimFilter): ScimValues | undefined {
  const parts = filter.kind === 'and' ? filter.of : [filter]
  const described = parts.filter((part): part is Compared => part.kind === 'compare' && part.op === 'eq')
  if (described.length < parts.length) return undefined
  return Object.fromEntries(described.map(({ attribute, value }) => [attribute, value]))
}
