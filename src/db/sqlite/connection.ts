import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { clearReferenceData } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import {
  type CompanyRow,
  type Handle,
  insertText,
  oneRow,
  type Row,
  type SqlValue,
  type Statement,
  sql,
  type Tx,
} from '../../engine/sql.ts'
import { codeOf, damageIn, sqliteCodeOf } from '../../rules/thrown.ts'
import { takeIdBlock } from '../citus/id_blocks.ts'
import { OwnPageEnds } from '../citus/page_ends.ts'

// After a b-tree was rebalanced in a file smaller than a gigabyte, a commit scans all pages in its connection's cache;
// with a cache of 64 MB, that took a sixth of the time of small commits. Unchanged pages are read through the memory
// map.
const readingCacheKilobytes = 65_536
const writingCacheKilobytes = 8192

/** A transaction as one operation sees it: usable until the operation has ended. */
type Transaction = Tx & { end(): void; hasWritten(): boolean }

/** A statement, and whether it changes anything. */
type Prepared = { statement: StatementSync; writes: boolean }

/**
 * A connection to the embedded database, with its prepared statements and a count of executed statements. If a
 * read-only connection fails to read, it throws RequestError 503, and the next read opens a new connection.
 */
export class Connection implements Handle {
  #database: DatabaseSync
  readonly #file: string
  statements = 0
  readonly pageEnds = new OwnPageEnds()
  readonly #readOnly: boolean
  #inSnapshot = false
  #mark: number | undefined
  #closed = false
  readonly #prepared = new Map<string, Prepared>()
  /** The statements that return rows as arrays. */
  readonly #arrays = new Map<string, Prepared>()

  constructor(file: string, options: { readOnly?: boolean } = {}) {
    this.#file = file
    this.#readOnly = options.readOnly ?? false
    this.#database = this.#open()
  }

  /** The open database. */
  get database(): DatabaseSync {
    return this.#database
  }

  #open(): DatabaseSync {
    const database = new DatabaseSync(this.#file, { readOnly: this.#readOnly, timeout: 5000 })
    if (!this.#readOnly)
      // What is deleted is overwritten: an anonymized person must not stay in the free pages of the file.
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16384; pragma secure_delete = on',
      )
    const kilobytes = this.#readOnly ? readingCacheKilobytes : writingCacheKilobytes
    database.exec(`pragma foreign_keys = on; pragma cache_size = -${kilobytes}; pragma mmap_size = 1073741824`)
    database.exec('pragma temp_store = memory')
    return database
  }

  prepare(text: string): StatementSync {
    return this.#known(text).statement
  }

  #known(text: string, asArrays = false): Prepared {
    this.statements += 1
    const prepared = asArrays ? this.#arrays : this.#prepared
    const known = prepared.get(text)
    if (known) return known
    if (prepared.size >= 1000) prepared.clear()
    const statement = this.database.prepare(dialect(text))
    statement.setReturnArrays(asArrays)
    const made = { statement, writes: !/^\s*(select|with)\b/i.test(text) }
    prepared.set(text, made)
    return made
  }

  async all<T = Row>(query: Statement): Promise<T[]> {
    return this.#read(() => rowsOf<T>(this.prepare(query.sql), query))
  }

  async tuples<T extends readonly SqlValue[]>(query: Statement): Promise<T[]> {
    return this.#read(() => rowsOf<T>(this.#known(query.sql, true).statement, query))
  }

  async get<T = Row>(query: Statement): Promise<T | undefined> {
    return this.#read(() => rowOf<T>(this.prepare(query.sql), query))
  }

  async run(query: Statement): Promise<number> {
    return Number(this.prepare(query.sql).run(...valuesOf(query)).changes)
  }

  /** Runs a transaction control statement, prepared like any other but not counted. */
  control(text: string): void {
    this.prepare(text).run()
    this.statements -= 1
  }

  /** Changes when another connection or process has committed. */
  mark(): number {
    if (this.#inSnapshot && this.#mark !== undefined) return this.#mark
    this.#mark = this.#read(() => Number(this.prepare('pragma data_version').get()?.data_version))
    this.statements -= 1
    return this.#mark
  }

  /**
   * Reads in the snapshot. All reads of a read-only connection in one turn of the event loop share one snapshot, which
   * takes one lock instead of one per statement. Requests handled in a turn arrived before it started, so they need
   * nothing newer.
   */
  #read<T>(read: () => T): T {
    try {
      if (this.#readOnly && !this.#inSnapshot) this.#beginSnapshot()
      return read()
    } catch (error) {
      if (!this.#readOnly || !isUnreadable(error)) throw error
      this.#startOver()
      throw new RequestError(503, damageIn(error) ? 'database_damaged' : 'database_unreadable', {}, { cause: error })
    }
  }

  #beginSnapshot(): void {
    if (!this.#database.isOpen && !this.#closed) this.#database = this.#open()
    this.control('begin')
    this.#inSnapshot = true
    setImmediate(() => this.endSnapshot())
  }

  /** Ends the snapshot early, so later reads see everything that has been committed. */
  endSnapshot(): void {
    if (!this.#inSnapshot) return
    this.#inSnapshot = false
    this.#mark = undefined
    try {
      this.control('commit')
    } catch {
      // No request waits for this; if the problem persists, the next read reports it.
      this.#startOver()
    }
  }

  /** Closes the file to clear a failure; the next read opens it again. */
  #startOver(): void {
    this.#inSnapshot = false
    this.#mark = undefined
    this.#prepared.clear()
    this.#arrays.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  /** The handle for an operation. It is unusable once the operation has ended, and knows whether it has written. */
  transaction({ now, origin }: Pick<Tx, 'now' | 'origin'>, fleeting = false): Transaction {
    let open = true
    let written = false
    const prepared = (query: Statement, asArrays = false): StatementSync => {
      if (!open) throw new Error('This transaction has ended')
      const { statement, writes } = this.#known(query.sql, asArrays)
      written ||= writes
      return statement
    }
    const get = async <T>(query: Statement) => rowOf<T>(prepared(query), query)
    return {
      now,
      origin,
      fleeting,
      all: async <T>(query: Statement) => rowsOf<T>(prepared(query), query),
      tuples: async <T extends readonly SqlValue[]>(query: Statement) => rowsOf<T>(prepared(query, true), query),
      get,
      run: async (query) => Number(prepared(query).run(...valuesOf(query)).changes),
      post: (query) => {
        prepared(query).run(...valuesOf(query))
      },
      // A statement that inserts one row needs no statement journal, which saves copying each page that it changes.
      insert: (table, columns, rows, existing) => {
        if (rows.length === 0) return
        const statement = prepared({ ...insertText(table, columns, 1, existing), values: [] })
        for (const row of rows) statement.run(...row)
      },
      lockCompany: (companyId) => get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`),
      nextIdBlock: (above) =>
        takeIdBlock(async (statement) => (await oneRow<{ last: number }>({ get }, statement)).last, above),
      undone: (run) => this.#undone(this.transaction({ now, origin }, true), run),
      whole: async (companyId, run) => {
        const inner = this.transaction({ now, origin }, fleeting)
        const output = await this.#whole(inner, companyId, run)
        written ||= inner.hasWritten()
        return output
      },
      end: () => {
        open = false
      },
      hasWritten: () => written,
    }
  }

  /** Runs a function and rolls back what it has written. */
  async #undone<T>(inner: Transaction, run: (tx: Tx) => Promise<T>): Promise<T> {
    this.control('savepoint undone')
    try {
      return await run(inner)
    } finally {
      inner.end()
      this.control('rollback to undone')
      this.control('release undone')
    }
  }

  /** Runs a function, and rolls back what it has written if it throws. */
  async #whole<T>(inner: Transaction, companyId: number, run: (tx: Tx) => Promise<T>): Promise<T> {
    this.control('savepoint whole')
    try {
      return await run(inner)
    } catch (error) {
      // After some failures, such as a full disk, SQLite has rolled back everything.
      if (this.database.isTransaction) this.control('rollback to whole')
      if (inner.hasWritten()) clearReferenceData(companyId)
      throw error
    } finally {
      inner.end()
      if (this.database.isTransaction) this.control('release whole')
    }
  }

  /** Copies the log into the database, as far as no one reads from it, so that the next write uses its space again. */
  emptyLog(): void {
    try {
      this.#database.exec('pragma wal_checkpoint(passive)')
    } catch {
      // On a full disk, the database cannot grow either.
    }
  }

  /** Copies the whole log into the database and empties its file, unless someone reads from it just now. */
  truncateLog(): void {
    try {
      this.#database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
    } catch {
      // There is time for it later.
    } finally {
      this.#database.exec('pragma busy_timeout = 5000')
    }
  }

  close(): void {
    this.endSnapshot()
    this.#closed = true
    if (this.#database.isOpen) this.#database.close()
  }
}

/**
 * Translates a statement for SQLite. A SQLite-only comment contains an index hint. A limit that is a parameter is added
 * to 0; otherwise the planner would look at its value and prepare the statement again before each execution.
 */
function dialect(text: string): string {
  return text.replaceAll(/\/\* sqlite: (.*?) \*\//g, '$1').replaceAll(/\blimit \?/g, 'limit 0 + ?')
}

/** SQLite's result codes for a file that cannot be read: I/O error, damaged, full, cannot be opened, and no database. */
const unreadable = [10, 11, 13, 14, 26]

function isUnreadable(error: unknown): boolean {
  const errcode = sqliteCodeOf(error)
  return codeOf(error) === 'ERR_INVALID_STATE' || (errcode !== undefined && unreadable.includes(errcode & 0xff))
}

/** The values of a statement, which are those of the database. */
function valuesOf({ values }: Statement): SqlValue[] {
  return values as SqlValue[]
}

/** The rows of a statement; its author knows their type. */
function rowsOf<T>(statement: StatementSync, query: Statement): T[] {
  return statement.all(...valuesOf(query)) as T[]
}

/** The first row of a statement. */
function rowOf<T>(statement: StatementSync, query: Statement): T | undefined {
  return statement.get(...valuesOf(query)) as T | undefined
}
