import { inList, join, type Sql, sql } from '../engine/sql.ts'
import type { Range } from './place.ts'

/** The ids of all records that are removed with the sample data. No two records of a company share an id. */
export class SampleIds {
  readonly #ranges: readonly Range[]
  readonly #more = new Set<number>()

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges
  }

  /** Adds a record of the company that is removed as well. */
  add(id: number): void {
    this.#more.add(id)
  }

  /** Whether an id, as a number or text, is in this set. */
  has(id: unknown): boolean {
    const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
    if (typeof number !== 'number') return false
    return this.#more.has(number) || this.#ranges.some(({ first, count }) => number >= first && number < first + count)
  }

  /** An SQL condition: the column contains an id that was reserved for the sample. */
  made(column: Sql): Sql {
    if (this.#ranges.length === 0) return sql`1 = 0`
    const within = this.#ranges.map(({ first, count }) => sql`${column} between ${first} and ${first + count - 1}`)
    return sql`(${join(within, ' or ')})`
  }

  /** An SQL condition: the column contains one of these ids. */
  goes(column: Sql): Sql {
    return this.#more.size === 0 ? this.made(column) : sql`(${this.made(column)} or ${inList(column, [...this.#more])})`
  }

  /** A list or map of ids, possibly nested, without these ids. */
  without(value: unknown): unknown {
    if (Array.isArray(value)) return value.filter((each) => !this.has(each)).map((each) => this.without(each))
    if (typeof value !== 'object' || value === null) return value
    const left = Object.entries(value).filter(([key]) => !this.has(key))
    return Object.fromEntries(left.map(([key, each]) => [key, this.without(each)]))
  }
}
