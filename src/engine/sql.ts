import sql, { bulk, join, raw, Sql } from 'sql-template-tag'

export { bulk, join, raw, Sql, sql }

/** A value as both databases store it. Booleans are 0 and 1, instants microseconds since the epoch. */
export type SqlValue = string | number | null | Uint8Array

/** A row as it comes from the database. */
export type Row = Record<string, SqlValue>

/** The company's own row. */
export type CompanyRow = {
  company_id: number
  name: string
  client_url: string
  version: number
  setup_version: number
  stamp: number
  id_next: number
  id_limit: number
  /** Further ranges claimed, as 'next-limit' between commas. */
  id_spare: string
  /** JSON: resource → instant of its newest change. */
  last_modified: string
  allowed_addresses: string
  block_addresses: number
  created: number
  /** The sequence of the newest row of the change log. */
  last_change: number
  /** The sequence and the hash of the newest line of the audit. */
  audit_sequence: number
  audit_head: string
  /** When its stamps were last brought back from a time that had not come; 0 for never. */
  stamps_back: number
}

/** A statement: its text for either database, and its values. */
export type Statement = Pick<Sql, 'sql' | 'text' | 'values'>

/**
 * Runs statements. `all` returns the rows, `tuples` each as an array of its values in order (twice as fast for many rows),
 * `get` the first one, `run` the number of changed rows.
 */
export interface Handle {
  all<T = Row>(query: Statement): Promise<T[]>
  tuples<T extends readonly SqlValue[]>(query: Statement): Promise<T[]>
  get<T = Row>(query: Statement): Promise<T | undefined>
  run(query: Statement): Promise<number>
  /** Undefined for handles that do not read lists for clients. */
  readonly pageEnds?: PageEnds
}

/** The row of a query that always has one, such as a count; a bug if there is none. */
export async function oneRow<T = Row>(handle: Pick<Handle, 'get'>, query: Statement): Promise<T> {
  const row = await handle.get<T>(query)
  if (row === undefined) throw new Error(`No row: ${query.text}`)
  return row
}

/** Locks the row of a company that must exist; a bug if it does not. */
export async function lockExisting(tx: Tx, companyId: number): Promise<CompanyRow> {
  const row = await tx.lockCompany(companyId)
  if (!row) throw new Error(`There is no company ${companyId}`)
  return row
}

/** A page of a list: the company, a text that identifies the query and the page number, and the time. */
export type PageKey = { companyId: number; page: string; now: number }

/** Where pages of lists ended: the cursors of the following pages. */
export interface PageEnds {
  find(page: PageKey): Promise<string | undefined>
  keep(page: PageKey, cursor: string): Promise<void>
}

/**
 * Where a write comes from: a request, a command, or the server itself. `program`: the application, the command, or the
 * name of the write; `account`: the operating system account that ran a command.
 */
export type Origin = {
  source: 'request' | 'command' | 'server'
  program: string
  userId?: number
  userCompany?: number
  address?: string
  account?: string
}

/** A transaction. It works only until its operation has ended. */
export interface Tx extends Handle {
  /** The one instant of the request, in microseconds since the epoch. */
  readonly now: number
  /** True when everything will be rolled back: nothing read here may be cached. */
  readonly fleeting: boolean
  /** Where the write comes from; undefined in tests of single functions. */
  readonly origin?: Origin | undefined
  /** Takes the next free block of ids above this one. */
  nextIdBlock(above: number): Promise<number>
  /**
   * Sends a statement without waiting for its outcome; if it fails, the transaction does. `company`: the company's row
   * after this statement, for `lockCompany`.
   */
  post(query: Statement, company?: CompanyRow): void
  /**
   * Inserts rows, given as the values of `columns`, of which the first two are the key; 'existing' updates them instead.
   * Like `post`, it does not wait.
   */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[], existing?: 'existing'): void
  /** Locks and returns the company's row until the transaction ends. */
  lockCompany(companyId: number): Promise<CompanyRow | undefined>
  /** Runs a function and rolls back everything that it has written. */
  undone<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs a function that may refuse after it has written: if it throws, what it has written is rolled back, and what was
   * read of this company is forgotten, so the transaction goes on as if the function had not run.
   */
  whole<T>(companyId: number, run: (tx: Tx) => Promise<T>): Promise<T>
}

/** A named write. It runs in one transaction on the thread that owns the writing connection, possibly twice. */
export interface Operation<Input, Output> {
  readonly name: string
  run(tx: Tx, input: Input): Promise<Output>
  /** The company that it locks first, if any: waiting writes of a company are committed together. */
  readonly locks?: ((input: Input) => number) | undefined
  /** How writes that wait at the same time run as one. */
  readonly together?:
    | {
        /** Writes with the same mark may run together; one without a mark runs alone. */
        mark(input: Input): string | undefined
        /**
         * The outputs in the order of the inputs. If it throws, each write runs alone, so an error affects only its own
         * request.
         */
        run(tx: Tx, inputs: readonly Input[]): Promise<Output[]>
      }
    | undefined
}

/** Reads that each see one state of the database, which for the company is the newest one. */
export interface Snapshots {
  /** Reads in one snapshot; starts over if the connection is lost. */
  take<T>(read: (handle: Handle) => Promise<T>, companyId: number): Promise<T>
  statements(): number
  close(): Promise<void>
}

/** The bytes of an answer that is too long for memory. They can be read once; always call `close`. */
export type LongAnswer = { readonly size: number; pieces(): AsyncIterable<Uint8Array>; close(): void }

/** Declares a write. Input and output must survive `structuredClone`; every operation is listed in `src/operations.ts`. */
export function operation<Input, Output>(
  name: string,
  run: (tx: Tx, input: Input) => Promise<Output>,
  locks?: (input: Input) => number,
  together?: Operation<Input, Output>['together'],
): Operation<Input, Output> {
  return { name, run, locks, together }
}

/** The database: concurrent reads, and writes as named operations. */
export interface Db {
  readonly dialect: 'sqlite' | 'postgres'
  /** Whether the tables are distributed over several machines. */
  readonly isSpread: boolean
  readonly read: Handle
  /** For reads that see everything the company had written when this row was read, if another machine can take them. */
  readSince: ((company: { company_id: number; version: number; setup_version: number }) => Handle) | undefined
  /**
   * Runs the operation in its own transaction; when the promise resolves, the write is durable. Buffers in `moved` are
   * transferred.
   */
  write<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    now: number,
    moved?: readonly ArrayBuffer[],
    origin?: Origin,
  ): Promise<Output>
  /**
   * Has a read-only worker thread answer a question from one snapshot, as bytes, which may be shared. Throws
   * RequestError 503 after a time limit, 429 if the company waits for too many answers. An answer that does not depend
   * on the clock is cached under the key, for this version, unless it is long.
   */
  runOnWorker(
    question: unknown,
    remember: { companyId: number; key: string; version: string },
  ): Promise<Uint8Array<ArrayBuffer> | LongAnswer>
  /** A number, cheap to read, that changes whenever a process commits; undefined if the database has none. */
  mark(): number | undefined
  /** Number of statements sent to the database; tests keep requests within a budget. */
  statements(): number
  /** For monitoring: reports that wait or run, and connections to PostgreSQL by state. */
  load(): { reports: number; connections: Record<string, number> }
  close(): Promise<void>
}

const listSizes = [1, 2, 4, 8, 16, 32, 50, 64, 128, 200, 256, 512, 1024, 2048, 4096, 5000]

/** `column in (…)`, padded to one of a few lengths so that prepared plans are reused. An empty list matches nothing. */
export function inList(column: Sql, values: readonly (string | number)[]): Sql {
  if (values.length === 0) return sql`1 = 0`
  const size = paddedSize(values.length)
  const padded = values.concat(Array(size - values.length).fill(values.at(-1)))
  return sql`${column} in (${join(padded)})`
}

/** The number of values, or of rows, to which a list is padded so that prepared plans are reused. */
export function paddedSize(length: number): number {
  return listSizes.find((size) => size >= length) ?? length
}

/** A column or table name, quoted: `end` is a keyword. */
export function name(identifier: string): Sql {
  return raw(`"${identifier}"`)
}

/** The index that SQLite must use if its planner would choose another. PostgreSQL sees a comment. */
export function indexHint(index: string | undefined): Sql {
  return raw(index ? `/* sqlite: indexed by ${index} */` : '')
}

/** All conditions joined by `and`, each in parentheses, because one may contain an `or`. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1 = 1` : join([...conditions], ') and (', '(', ')')
}

/** A name folded for comparing, searching and ordering: the same for `Ärzte`, `ÄRZTE` and a decomposed `ärzte`. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

const insertTexts = new Map<string, { sql: string; text: string }>()

/** The SQL text of an insert of this many rows. It is cached, because building it costs as much as running it. */
export function insertText(
  table: string,
  columns: readonly string[],
  count: number,
  existing?: 'existing',
): { sql: string; text: string } {
  const key = `${table} ${count} ${existing} ${columns.join()}`
  const known = insertTexts.get(key)
  if (known) return known
  const row = sql`(${join(columns.map(() => null))})`
  const replace = existing
    ? sql` on conflict (company_id, id) do update set ${join(
        columns.slice(2).map((column) => sql`${name(column)} = excluded.${name(column)}`),
      )}`
    : sql``
  const { sql: text, text: numbered } =
    sql`insert into ${name(table)} (${join(columns.map(name))}) values ${join(Array(count).fill(row))}${replace}`
  const made = { sql: text, text: numbered }
  insertTexts.set(key, made)
  return made
}
