import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Handle, type Row, type Sql, sql, type Tx } from '../engine/sql.ts'

/** One connection to the embedded database, with its prepared statements and a count of what it ran. */
export class Connection implements Handle {
  readonly database: DatabaseSync
  statements = 0
  readonly #prepared = new Map<string, StatementSync>()

  constructor(file: string, options: { readOnly?: boolean } = {}) {
    this.database = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: 5000 })
    if (!options.readOnly) this.database.exec('pragma journal_mode = wal; pragma synchronous = full')
    this.database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 1073741824')
    this.database.exec('pragma temp_store = memory')
  }

  prepare(text: string): StatementSync {
    this.statements += 1
    const known = this.#prepared.get(text)
    if (known) return known
    if (this.#prepared.size >= 1000) this.#prepared.clear()
    // A comment of this form is for this database only: an index that the planner would not pick.
    const statement = this.database.prepare(text.replaceAll(/\/\* sqlite: (.*?) \*\//g, '$1'))
    this.#prepared.set(text, statement)
    return statement
  }

  async all<T = Row>(query: Sql): Promise<T[]> {
    return this.prepare(query.sql).all(...(query.values as never[])) as T[]
  }

  async get<T = Row>(query: Sql): Promise<T | undefined> {
    return this.prepare(query.sql).get(...(query.values as never[])) as T | undefined
  }

  async run(query: Sql): Promise<number> {
    return Number(this.prepare(query.sql).run(...(query.values as never[])).changes)
  }

  /** Moves when another connection or process has committed. */
  mark(): number {
    const row = this.prepare('pragma data_version').get() as { data_version: number }
    this.statements -= 1
    return row.data_version
  }

  /** The handle that an operation gets. It stops working when the operation has ended. */
  transaction(now: number): Tx & { end(): void } {
    let open = true
    const guard = () => {
      if (!open) throw new Error('This transaction has ended')
      return this
    }
    return {
      now,
      all: (query) => guard().all(query),
      get: (query) => guard().get(query),
      run: (query) => guard().run(query),
      lockCompany: (companyId) => guard().get(sql`select * from companies where company_id = ${companyId}`),
      nextIdBlock: async () => {
        const row = await guard().get<{ next: number }>(sql`update id_blocks set next = next + 1 returning next`)
        return row!.next
      },
      end: () => {
        open = false
      },
    }
  }

  close(): void {
    this.database.close()
  }
}
