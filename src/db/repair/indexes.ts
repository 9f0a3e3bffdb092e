import type { DatabaseSync } from 'node:sqlite'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { quoted } from '../stores.ts'
import type { Scratch } from './scratch.ts'
import { columnsOf, keyColumns } from './sources.ts'

/** An index with an entry for each row of its table. `columns`: those that it has, among them the primary key. */
type Index = { name: string; table: string; columns: readonly string[] }

/** The indexes of a damaged database: they name its rows, and have some of their values a second time. */
export class Indexes {
  readonly #scratch: Scratch
  readonly #to: DatabaseSync
  readonly #known = new Map<string, Index[]>()

  constructor(scratch: Scratch, to: DatabaseSync) {
    this.#scratch = scratch
    this.#to = to
  }

  /** Those of a table. */
  of(table: string): Index[] {
    const known = this.#known.get(table)
    if (known) return known
    const { database, trees } = this.#scratch
    const key = keyColumns(columnsOf(this.#to, table))
    const whole = database.prepare('select name from pragma_index_list(?) where partial = 0').all(table)
    const found = whole.flatMap(({ name }) => {
      const tree = trees.find((one) => one.name === name)
      if (!tree || key.length === 0) return []
      const columns = database.prepare('select name from pragma_index_xinfo(?) where cid >= 0').all(tree.name)
      const own = [...new Set(columns.map((column) => String(column.name)))]
      return key.every((column) => own.includes(column)) ? [{ name: tree.name, table, columns: own }] : []
    })
    this.#known.set(table, found)
    return found
  }

  /** Those of a table of which everything can be read. */
  sound(table: string): Index[] {
    const damaged = new Set(this.#scratch.damage.gaps.map(({ tree }) => tree.name))
    return this.of(table).filter(({ name }) => !damaged.has(name))
  }

  /** How many sound indexes have a column of a table. */
  having(table: string, column: string): number {
    return this.sound(table).filter(({ columns }) => columns.includes(column)).length
  }

  /** The entries of an index, as far as they can be read. */
  *entries({ name, table, columns }: Index): Generator<Row> {
    const text = `select ${columns.map(quoted).join()} from ${quoted(table)} indexed by ${quoted(name)}`
    try {
      const statement = this.#scratch.database.prepare(text)
      statement.setReadBigInts(true)
      for (const entry of statement.iterate())
        yield Object.fromEntries(columns.map((column) => [column, plain(entry[column]!)]))
    } catch {
      // What it has further on is in the others, or is told by the history.
    }
  }

  /** The keys that at least one of two sound indexes has; undefined if there are not two, which prove each other. */
  keysIn(table: string, key: readonly string[]): Set<string> | undefined {
    const two = this.sound(table).slice(0, 2)
    if (two.length < 2) return undefined
    const keys = new Set<string>()
    for (const index of two) for (const entry of this.entries(index)) keys.add(keyText(entry, key))
    return keys
  }
}

/** A key as text. */
export function keyText(row: Row, key: readonly string[]): string {
  return JSON.stringify(key.map((name) => row[name]))
}

function plain(value: SqlValue | bigint): SqlValue {
  return typeof value === 'bigint' ? Number(value) : value
}
