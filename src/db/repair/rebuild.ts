import type { StatementSync } from 'node:sqlite'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { messageOf, sqliteCodeOf } from '../../rules/thrown.ts'
import { quoted, type Shape, type SqliteStore } from '../stores.ts'
import type { AnonymizedPeople } from './anonymized.ts'
import type { Disputes } from './disputes.ts'
import { type Indexes, keyText } from './indexes.ts'
import type { Gap } from './mend.ts'
import type { Scratch } from './scratch.ts'
import { columnsOf, type Found, keyColumns, type Source, type Sources } from './sources.ts'

/** The rows of a table: read, restored by source, and lost, with the keys of those that are known. */
export type TableResult = {
  table: string
  read: number
  restored: Partial<Record<Source, number>>
  lost: Row[]
  /** The keys of rows from a backup that had been changed since. */
  outdated: Row[]
  /** The keys of rows that the backup has and that were not taken from it, or not their secrets: they may be revoked. */
  withheld: Row[]
  /** Rows that contradict the others, and so were left out. */
  refused: string[]
  /** Parts of the table that could not be read, and whose rows nothing names. */
  unnamed: Pick<Gap, 'after' | 'before'>[]
}

/** Copies every row that can be read into an empty database; returns what became of each table. */
export function readRows(scratch: Scratch, to: SqliteStore, shapes: readonly Shape[]): Map<string, TableResult> {
  const results = new Map<string, TableResult>()
  for (const shape of shapes) {
    const result: TableResult = {
      table: shape.table,
      read: 0,
      restored: {},
      lost: [],
      outdated: [],
      withheld: [],
      refused: [],
      unnamed: [],
    }
    results.set(shape.table, result)
    to.database.exec(`delete from ${quoted(shape.table)}`)
    const names = shape.columns.map(({ name }) => name)
    const insert = to.database.prepare(insertText(shape.table, names))
    for (const row of scratch.rows(shape))
      if (!row) result.refused.push('a value is of another type than its column')
      else if (inserted(insert, row, result)) result.read += 1
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

/** Tables that others are restored from come first; the audit says of whom nothing may come back. */
const first = ['audit_lines', 'timesheet_history', 'changes']

type Parts = {
  scratch: Scratch
  to: SqliteStore
  indexes: Indexes
  sources: Sources
  disputes: Disputes
  anonymized: AnonymizedPeople
}

/** Finds the rows that could not be read, and restores them from what has them. */
export function restoreRows(parts: Parts, results: ReadonlyMap<string, TableResult>): void {
  const place = ({ table }: TableResult) => first.indexOf(table) + 1 || first.length + 1
  for (const result of [...results.values()].toSorted((a, b) => place(a) - place(b))) {
    new TableRestore(parts, result).run()
    if (result.table === 'audit_lines') parts.anonymized.readAudit()
  }
}

/** A row that could not be read: its key, and what indexes have of it. */
type Missing = { key: Row; values: Row }

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
    const { damage, trees } = parts.scratch
    const own = damage.gaps.filter(({ tree }) => tree.name === result.table)
    // Of a row that does not fit in, it is not known which one it was, unless an index names all that there are.
    const isUnnamed = result.refused.length > 0 && parts.indexes.sound(result.table).length === 0
    const tree = trees.find(({ name }) => name === result.table)
    const anywhere: Gap[] =
      isUnnamed && tree ? [{ tree, page: 0, what: 'entry', after: undefined, before: undefined }] : []
    this.#gaps = [...own, ...anywhere]
  }

  run(): void {
    const missing = this.#missing()
    if (missing.length === 0 && this.#gaps.length === 0) return
    this.#removeUnknown()
    for (const one of missing) this.#restore(one)
    if (this.#table === 'timesheet_history')
      this.#result.lost.push(...this.#parts.sources.deletionsUntold().filter((key) => this.#isInGap(key)))
    if (this.#isNamed()) return
    for (const { after, before } of this.#gaps) this.#result.unnamed.push({ after, before })
  }

  #restore({ key, values }: Missing): void {
    const { sources, to } = this.#parts
    const { lost, withheld } = this.#result
    if (sources.isDeleted(this.#table, key)) return
    const columns = columnsOf(to.database, this.#table)
    const isCopy = columns.every(({ name }) => name in values)
    const found: Found | undefined = isCopy
      ? { row: values, source: 'index', isWithheld: false }
      : sources.rowOf(this.#table, key, values.last_modified)
    if (!found) return void (sources.withholds(this.#table, key) ? withheld : lost).push(key)
    const whole = merged(found, values)
    if (found.source === 'backup') this.#restoreOld({ key, values }, found, whole)
    else if (this.#insert(whole)) this.#note(found, key)
    else lost.push(key)
  }

  /** Restores a row from the backup, without what has been taken out of it since. */
  #restoreOld({ key, values: { last_modified } }: Missing, found: Found, whole: Row): void {
    const { anonymized } = this.#parts
    const { lost, outdated } = this.#result
    const placeholder = anonymized.placeholderFor(this.#table, whole)
    if (!this.#insert(placeholder ?? whole)) return void lost.push(key)
    if (!anonymized.clear(this.#table, key)) return
    if (last_modified !== undefined && found.row.last_modified !== last_modified) outdated.push(key)
    this.#note(placeholder ? { ...found, isWithheld: false } : found, key)
  }

  #note({ source, isWithheld }: Found, key: Row): void {
    const { restored, withheld } = this.#result
    restored[source] = (restored[source] ?? 0) + 1
    if (isWithheld) withheld.push(key)
  }

  /** The rows that are known from elsewhere, but could not be read. */
  #missing(): Missing[] {
    const sound = this.#parts.indexes.sound(this.#table).length
    const named = this.#namedByIndexes()
    const missing = new Map<string, Missing>()
    // In a table that can be read, an entry that most indexes do not have is the one that has changed.
    for (const [text, one] of named) if (this.#gaps.length > 0 || one.count * 2 > sound) missing.set(text, one)
    if (this.#gaps.length === 0) return [...missing.values()]
    const { sources } = this.#parts
    const add = (key: Row) => {
      const text = keyText(key, this.#key)
      if (!missing.has(text) && !this.#isThere(key)) missing.set(text, { key, values: {} })
    }
    for (const key of sources.keysTold(this.#table)) add(key)
    if (!this.#isNamed() || this.#table === 'timesheet_history')
      for (const key of sources.keysInBackup(this.#table, this.#key)) if (this.#isInGap(key)) add(key)
    return [...missing.values()]
  }

  /** The missing rows that indexes have, and how many of these. Other entries that differ become disputes. */
  #namedByIndexes(): Map<string, Missing & { count: number }> {
    const { indexes, disputes } = this.#parts
    const named = new Map<string, Missing & { count: number }>()
    for (const index of indexes.of(this.#table))
      for (const entry of indexes.entries(index)) {
        if (this.#isThere(entry)) continue
        const key = Object.fromEntries(this.#key.map((name) => [name, entry[name]!]))
        const text = keyText(key, this.#key)
        const { count = 0, values = {} } = named.get(text) ?? {}
        if (this.#isThere(key)) disputes.addEntry({ table: this.#table, index: index.name, key, values: entry })
        else named.set(text, { key, values: { ...values, ...entry }, count: count + 1 })
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

  #insert(given: Row): boolean {
    const { sources, to } = this.#parts
    const row = sources.completed(this.#table, given, columnsOf(to.database, this.#table))
    const insert = to.database.prepare(insertText(this.#table, Object.keys(row)))
    return inserted(insert, Object.values(row), this.#result)
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

  /** Whether all rows of the table are known: by an index without gaps, or by the entries that a history is of. */
  #isNamed(): boolean {
    return this.#table === 'timesheet_history' || this.#parts.indexes.sound(this.#table).length > 0
  }

  #isInGap(key: Row): boolean {
    const values = Object.values(key)
    return this.#gaps.some(
      ({ tree, after, before }) =>
        tree.kind === 'table' || ((!after || isAfter(values, after)) && (!before || isAfter(before, values))),
    )
  }
}

/** A row with what indexes have of it. They know when it was changed, and are newer than a backup. */
function merged({ row, source }: Found, values: Row): Row {
  const { last_modified } = values
  const both = source === 'backup' ? { ...row, ...values } : { ...values, ...row }
  return last_modified === undefined ? both : { ...both, last_modified }
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
