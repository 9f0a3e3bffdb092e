import type { StatementSync } from 'node:sqlite'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { messageOf, sqliteCodeOf } from '../../rules/thrown.ts'
import type { Shape, SqliteStore } from '../stores.ts'
import type { Disputes } from './disputes.ts'
import { type Indexes, keyText } from './indexes.ts'
import type { Gap } from './mend.ts'
import { quoted, type Scratch } from './scratch.ts'
import { columnsOf, keyColumns, type Source, type Sources } from './sources.ts'

/** The rows of a table: read, restored by source, and lost, with the keys of those that are known. */
export type TableResult = {
  table: string
  read: number
  restored: Partial<Record<Source, number>>
  lost: Row[]
  /** Rows that contradict the others, and so were left out. */
  refused: string[]
  /** Parts of the table that could not be read, and whose rows nothing names. */
  unnamed: Pick<Gap, 'after' | 'before'>[]
}

/** Copies every row that can be read into an empty database; returns what became of each table. */
export function readRows(scratch: Scratch, to: SqliteStore, shapes: readonly Shape[]): Map<string, TableResult> {
  const results = new Map<string, TableResult>()
  for (const shape of shapes) {
    const result: TableResult = { table: shape.table, read: 0, restored: {}, lost: [], refused: [], unnamed: [] }
    results.set(shape.table, result)
    to.database.exec(`delete from ${quoted(shape.table)}`)
    const names = shape.columns.map(({ name }) => name)
    const insert = to.database.prepare(insertText(shape.table, names))
    for (const row of scratch.rows(shape)) if (inserted(insert, row, result)) result.read += 1
  }
  return results
}

function insertText(table: string, names: readonly string[]): string {
  return `insert into ${quoted(table)} (${names.map(quoted).join()}) values (${names.map(() => '?').join()})`
}

/** Whether a row fits in; a damaged one may have the key of another, or no value where one is required. */
function inserted(insert: StatementSync, values: SqlValue[], { refused }: TableResult): boolean {
  try {
    insert.run(...values)
    return true
  } catch (error) {
    if (sqliteCodeOf(error) === undefined) throw error
    refused.push(messageOf(error))
    return false
  }
}

/** Tables that others are restored from come first. */
const first = ['timesheet_history', 'changes', 'audit_lines']

type Parts = { scratch: Scratch; to: SqliteStore; indexes: Indexes; sources: Sources; disputes: Disputes }

/** Finds the rows that could not be read, and restores them from what has them. */
export function restoreRows(parts: Parts, results: ReadonlyMap<string, TableResult>): void {
  const place = ({ table }: TableResult) => first.indexOf(table) + 1 || first.length + 1
  for (const result of [...results.values()].toSorted((a, b) => place(a) - place(b)))
    new TableRestore(parts, result).run()
}

class TableRestore {
  readonly #parts: Parts
  readonly #result: TableResult
  readonly #table: string
  readonly #key: readonly string[]
  readonly #gaps: readonly Gap[]
  readonly #same = new Map<string, StatementSync>()

  constructor(parts: Parts, result: TableResult) {
    this.#parts = parts
    this.#result = result
    this.#table = result.table
    this.#key = keyColumns(columnsOf(parts.to.database, result.table))
    this.#gaps = parts.scratch.damage.gaps.filter(({ tree }) => tree.name === result.table)
  }

  run(): void {
    const missing = this.#missing()
    if (missing.length === 0 && this.#gaps.length === 0) return
    this.#removeUnknown()
    const { sources, to } = this.#parts
    const columns = columnsOf(to.database, this.#table)
    for (const key of missing) {
      if (sources.isDeleted(this.#table, key)) continue
      const found = sources.rowOf(this.#table, key)
      if (found && this.#insert(sources.completed(this.#table, found.row, columns))) this.#count(found.source)
      else this.#result.lost.push(key)
    }
    if (this.#isNamed()) return
    for (const { after, before } of this.#gaps) this.#result.unnamed.push({ after, before })
  }

  #count(source: Source): void {
    const { restored } = this.#result
    restored[source] = (restored[source] ?? 0) + 1
  }

  /** The keys of rows that are known from elsewhere, but could not be read. */
  #missing(): Row[] {
    const sound = this.#parts.indexes.sound(this.#table).length
    const named = this.#namedByIndexes()
    const missing = new Map<string, Row>()
    // In a table that can be read, an entry that most indexes do not have is the one that has changed.
    for (const [text, { key, count }] of named) if (this.#gaps.length > 0 || count * 2 > sound) missing.set(text, key)
    if (this.#gaps.length === 0) return [...missing.values()]
    const { sources } = this.#parts
    const add = (key: Row) => {
      if (!this.#has(key)) missing.set(keyText(key, this.#key), key)
    }
    if (this.#key.join() === 'company_id,id') for (const key of sources.keysTold(this.#table)) add(key)
    if (!this.#isNamed())
      for (const key of sources.keysInBackup(this.#table, this.#key)) if (this.#isInGap(key)) add(key)
    return [...missing.values()]
  }

  /** The missing keys that indexes have, and how many of these. Other entries that differ become disputes. */
  #namedByIndexes(): Map<string, { key: Row; count: number }> {
    const { indexes, disputes } = this.#parts
    const named = new Map<string, { key: Row; count: number }>()
    for (const index of indexes.of(this.#table))
      for (const entry of indexes.entries(index)) {
        if (this.#isThere(entry)) continue
        const key = Object.fromEntries(this.#key.map((name) => [name, entry[name]!]))
        const text = keyText(key, this.#key)
        if (this.#has(key)) disputes.addEntry({ table: this.#table, index: index.name, key, values: entry })
        else named.set(text, { key, count: (named.get(text)?.count ?? 0) + 1 })
      }
    return named
  }

  /** Removes rows that no index has: their keys have changed. */
  #removeUnknown(): void {
    const keys = this.#parts.indexes.keysIn(this.#table, this.#key)
    if (!keys) return
    const { database } = this.#parts.to
    const names = this.#key.map(quoted)
    const rows = database.prepare(`select ${names.join()} from ${quoted(this.#table)}`).all() as Row[]
    const same = names.map((name) => `${name} = ?`).join(' and ')
    const remove = database.prepare(`delete from ${quoted(this.#table)} where ${same}`)
    for (const row of rows) {
      const text = keyText(row, this.#key)
      if (keys.has(text)) continue
      remove.run(...Object.values(row))
      this.#result.read -= 1
      this.#result.refused.push(`no index has ${text}`)
    }
  }

  #insert(row: Row): boolean {
    const insert = this.#parts.to.database.prepare(insertText(this.#table, Object.keys(row)))
    return inserted(insert, Object.values(row), this.#result)
  }

  #has(key: Row): boolean {
    return this.#isThere(key)
  }

  /** Whether there is a row with these values. */
  #isThere(values: Row): boolean {
    const names = Object.keys(values)
    const id = names.join()
    const same = names.map((name) => `${quoted(name)} is ?`).join(' and ')
    const known = this.#same.get(id)
    const statement = known ?? this.#parts.to.database.prepare(`select 1 from ${quoted(this.#table)} where ${same}`)
    this.#same.set(id, statement)
    return statement.get(...Object.values(values)) !== undefined
  }

  /** Whether an index without gaps names all rows of the table. */
  #isNamed(): boolean {
    return this.#parts.indexes.sound(this.#table).length > 0
  }

  #isInGap(key: Row): boolean {
    const values = Object.values(key)
    return this.#gaps.some(
      ({ tree, after, before }) =>
        tree.kind === 'table' || ((!after || isAfter(values, after)) && (!before || isAfter(before, values))),
    )
  }
}

/** Whether a key is after another one, in the order of SQLite. */
function isAfter(key: readonly SqlValue[], other: readonly SqlValue[]): boolean {
  for (const [index, value] of key.entries()) {
    const than = other[index]
    if (than === undefined || value === than) continue
    return value !== null && than !== null && value > than
  }
  return false
}
