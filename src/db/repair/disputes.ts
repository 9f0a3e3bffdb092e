import type { DatabaseSync } from 'node:sqlite'
import type { Difference } from '../../audit/copies.ts'
import type { Row, SqlValue } from '../../engine/sql.ts'
import { quoted } from '../stores.ts'
import type { Sources } from './sources.ts'

// A value that its second copy contradicts: which of the two has changed is decided by all copies together.

/** A value of a row, what others say, and which of them was taken: undefined if they are as many. */
export type Dispute = {
  table: string
  key: Row
  column: string
  row: SqlValue
  others: { value: SqlValue; from: string }[]
  taken: SqlValue | undefined
}

/** A row as an index has it. */
type Entry = { table: string; index: string; key: Row; values: Row }

/** Collects what copies say differently from the rows of the new database. */
export class Disputes {
  readonly #database: DatabaseSync
  readonly #sources: Sources
  readonly #found = new Map<string, Omit<Dispute, 'taken'>>()

  constructor(database: DatabaseSync, sources: Sources) {
    this.#database = database
    this.#sources = sources
  }

  /** Adds an entry of an index for a row that is there. */
  addEntry({ table, index, key, values }: Entry): void {
    const row = this.#rowOf(table, key)
    if (!row) return
    for (const [column, value] of Object.entries(values))
      if (row[column] !== value) this.#add({ table, key, column, row: row[column]! }, value, index)
  }

  /** Adds what the history or the log of changes says of a record. */
  add({ table, id, column, row, copy, in: from }: Difference, companyId: number): void {
    if (table !== 'timesheet_history') this.#add({ table, key: { company_id: companyId, id }, column, row }, copy, from)
  }

  /** Decides all of them, with the backup as one more copy. `agreeing`: how many indexes have a column. */
  decided(agreeing: (table: string, column: string) => number): Dispute[] {
    return [...this.#found.values()].map((dispute) => {
      const { table, key, column, row, others } = dispute
      const copy = this.#inBackup(table, key, column)
      const all = copy === undefined ? others : [...others, { value: copy, from: 'backup' }]
      const ofIndexes = others.filter(({ from }) => from !== 'changes' && from !== 'timesheet_history').length
      const votes = new Map<SqlValue, number>([[row, 1 + Math.max(0, agreeing(table, column) - ofIndexes)]])
      for (const { value } of all) votes.set(value, (votes.get(value) ?? 0) + 1)
      const most = Math.max(...votes.values())
      const best = [...votes].filter(([, count]) => count === most).map(([value]) => value)
      return { ...dispute, others: all, taken: best.length === 1 ? best[0] : undefined }
    })
  }

  #add(at: Omit<Dispute, 'others' | 'taken'>, value: SqlValue, from: string): void {
    const id = JSON.stringify([at.table, at.key, at.column])
    const known = this.#found.get(id)
    if (known) known.others.push({ value, from })
    else this.#found.set(id, { ...at, others: [{ value, from }] })
  }

  /** The value in the backup, if the row has not been changed since. */
  #inBackup(table: string, key: Row, column: string): SqlValue | undefined {
    const [then, now] = [this.#sources.inBackup(table, key), this.#rowOf(table, key)]
    if (!then || !now || !('last_modified' in now) || then.last_modified !== now.last_modified) return undefined
    return then[column]
  }

  #rowOf(table: string, key: Row): Row | undefined {
    const same = Object.keys(key).map((name) => `${quoted(name)} = ?`)
    return this.#database
      .prepare(`select * from ${quoted(table)} where ${same.join(' and ')}`)
      .get(...Object.values(key)) as Row | undefined
  }
}
