import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Handle, type Row, type SqlValue, type Statement, sql, type Tx } from '../engine/sql.ts'

/** A connection to the embedded database, with its prepared statements and a count of executed statements. */
export class Connection implements Handle {
  readonly database: DatabaseSync
  statements = 0
  readonly #readOnly: boolean
  #inSnapshot = false
  #mark: number | undefined
  readonly #prepared = new Map<string, { statement: StatementSync; writes: boolean }>()

  constructor(file: string, options: { readOnly?: boolean } = {}) {
    this.#readOnly = options.readOnly ?? false
    this.database = new DatabaseSync(file, { readOnly: this.#readOnly, timeout: 5000 })
    if (!this.#readOnly)
      this.database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16384')
    this.database.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma mmap_size = 1073741824')
    this.database.exec('pragma temp_store = memory')
  }

  prepare(text: string): StatementSync {
    return this.#known(text).statement
  }

  /** A statement, and whether it changes anything. */
  #known(text: string): { statement: StatementSync; writes: boolean } {
    this.statements += 1
    const known = this.#prepared.get(text)
    if (known) return known
    if (this.#prepared.size >= 1000) this.#prepared.clear()
    // A SQLite-only comment contains an index hint.
    const statement = this.database.prepare(text.replaceAll(/\/\* sqlite: (.*?) \*\//g, '$1'))
    const made = { statement, writes: !/^\s*(select|with)\b/i.test(text) }
    this.#prepared.set(text, made)
    return made
  }

  async all<T = Row>(query: Statement): Promise<T[]> {
    this.#beginSnapshot()
    return this.prepare(query.sql).all(...(query.values as never[])) as T[]
  }

  async tuples<T extends readonly SqlValue[]>(query: Statement): Promise<T[]> {
    this.#beginSnapshot()
    return arraysOf<T>(this.prepare(query.sql), query)
  }

  async get<T = Row>(query: Statement): Promise<T | undefined> {
    this.#beginSnapshot()
    return this.prepare(query.sql).get(...(query.values as never[])) as T | undefined
  }

  async run(query: Statement): Promise<number> {
    return Number(this.prepare(query.sql).run(...(query.values as never[])).changes)
  }

  /** Runs a transaction control statement, prepared like any other but not counted. */
  control(text: string): void {
    this.prepare(text).run()
    this.statements -= 1
  }

  /** Changes when another connection or process has committed. */
  mark(): number {
    this.#beginSnapshot()
    if (this.#mark === undefined) {
      this.#mark = (this.prepare('pragma data_version').get() as { data_version: number }).data_version
      this.statements -= 1
    }
    return this.#mark
  }

  /**
   * All reads of a read-only connection in one turn of the event loop share one snapshot, which takes one lock instead
   * of one per statement. Requests handled in a turn arrived before it began, so they need nothing newer.
   */
  #beginSnapshot(): void {
    if (!this.#readOnly || this.#inSnapshot) return
    this.#inSnapshot = true
    this.control('begin')
    setImmediate(() => this.endSnapshot())
  }

  /** Ends the snapshot early, so later reads see everything that has been committed. */
  endSnapshot(): void {
    if (!this.#inSnapshot) return
    this.#inSnapshot = false
    this.#mark = undefined
    this.control('commit')
  }

  /** The handle for an operation. It is unusable once the operation has ended, and knows whether it has written. */
  transaction(now: number, fleeting = false): Tx & { end(): void; hasWritten(): boolean } {
    let open = true
    let written = false
    const prepared = (query: Statement): StatementSync => {
      if (!open) throw new Error('This transaction has ended')
      const { statement, writes } = this.#known(query.sql)
      written ||= writes
      return statement
    }
    const values = (query: Statement) => query.values as never[]
    const get = async <T>(query: Statement) => prepared(query).get(...values(query)) as T | undefined
    return {
      now,
      fleeting,
      all: async <T>(query: Statement) => prepared(query).all(...values(query)) as T[],
      tuples: async <T extends readonly SqlValue[]>(query: Statement) => arraysOf<T>(prepared(query), query),
      get,
      run: async (query) => Number(prepared(query).run(...values(query)).changes),
      lockCompany: (companyId) => get(sql`select * from companies where company_id = ${companyId}`),
      nextIdBlock: async () =>
        (await get<{ next: number }>(sql`update id_blocks set next = next + 1 returning next`))!.next,
      undone: async (run) => {
        this.control('savepoint undone')
        const inner = this.transaction(now, true)
        try {
          return await run(inner)
        } finally {
          inner.end()
          this.control('rollback to undone')
          this.control('release undone')
        }
      },
      end: () => {
        open = false
      },
      hasWritten: () => written,
    }
  }

  close(): void {
    this.endSnapshot()
    this.database.close()
  }
}

function arraysOf<T extends readonly SqlValue[]>(statement: StatementSync, { values }: Statement): T[] {
  statement.setReturnArrays(true)
  try {
    return statement.all(...(values as never[])) as unknown as T[]
  } finally {
    statement.setReturnArrays(false)
  }
}
