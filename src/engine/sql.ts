import sql, { empty, join, raw, Sql } from 'sql-template-tag'

export { empty, join, raw, Sql, sql }

/** A value as both databases keep it. Booleans are 0 and 1, instants microseconds since the epoch. */
export type SqlValue = string | number | null | Uint8Array

/** A row as it comes from the database. */
export type Row = Record<string, SqlValue>

/** A statement: its text for either database, and its values. Written with `sql`, or made of parts that are known. */
export type Statement = Pick<Sql, 'sql' | 'text' | 'values'>

/** Runs statements. `all` gives the rows, `get` the first one, `run` the number of rows changed. */
export interface Handle {
  all<T = Row>(query: Statement): Promise<T[]>
  get<T = Row>(query: Statement): Promise<T | undefined>
  run(query: Statement): Promise<number>
}

/** A transaction: what it has read and written so far is its own. Works only until its operation has ended. */
export interface Tx extends Handle {
  /** The request's one instant, in microseconds since the epoch. */
  readonly now: number
  /** True where everything will be taken back: nothing that is read here may be remembered. */
  readonly fleeting: boolean
  /** The next number of the sequence that hands out blocks of record ids. */
  nextIdBlock(): Promise<number>
  /** Locks and returns the company's row until the transaction ends. */
  lockCompany(companyId: number): Promise<Row | undefined>
  /** Runs something and takes back all that it has written. */
  undone<T>(run: (tx: Tx) => Promise<T>): Promise<T>
}

/** A write with a name. It runs in one transaction, on the thread that owns the writing connection, maybe twice. */
export interface Operation<Input, Output> {
  readonly name: string
  run(tx: Tx, input: Input): Promise<Output>
}

/** Reads that see one state of the database, each time the newest. */
export interface Snapshots {
  take<T>(read: (handle: Handle) => Promise<T>): Promise<T>
  statements(): number
  close(): Promise<void>
}

/** Declares a write. Input and output must survive `structuredClone`; every operation is listed in `src/operations.ts`. */
export function operation<Input, Output>(
  name: string,
  run: (tx: Tx, input: Input) => Promise<Output>,
): Operation<Input, Output> {
  return { name, run }
}

/** The database as the program knows it: reads beside each other, writes as named operations. */
export interface Db {
  readonly dialect: 'sqlite' | 'postgres'
  readonly read: Handle
  /**
   * Runs the operation in a transaction of its own; when it resolves, the result is durable. Buffers in the input that
   * are named as `moved` are handed over instead of copied where the writing thread is another one.
   */
  write<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    now: number,
    moved?: readonly ArrayBuffer[],
  ): Promise<Output>
  /** Has a thread of its own, which only reads, answer a question over one snapshot; the answer's bytes. RequestError 503
   *  when it takes too long. */
  aside(question: unknown): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Cheap mark that moves whenever any connection or process has committed; undefined where there is none,
   * so that the caller has to ask the database itself.
   */
  mark(): number | undefined
  /** Counts statements sent to the database; tests hold requests to a budget with it. */
  statements(): number
  close(): Promise<void>
}

const listSizes = [1, 2, 4, 8, 16, 32, 50, 64, 128, 200, 256, 512, 1024, 2048, 4096, 5000]

/**
 * `column in (…)`, padded to one of a few lengths so that the statement's text, and with it the prepared plan,
 * is one of a few. An empty list matches nothing.
 */
export function inList(column: Sql, values: readonly (string | number)[]): Sql {
  if (values.length === 0) return sql`1 = 0`
  const size = listSizes.find((size) => size >= values.length) ?? values.length
  const padded = values.concat(Array(size - values.length).fill(values.at(-1)))
  return sql`${column} in (${join(padded)})`
}

/** A column or table name, quoted: `end` and `start` are words of the language. */
export function name(identifier: string): Sql {
  return raw(`"${identifier}"`)
}

/** The index that SQLite is to use, where its planner would pick another. PostgreSQL sees a comment. */
export function pinned(index: string | undefined): Sql {
  return raw(index ? `/* sqlite: indexed by ${index} */` : '')
}

/** All conditions joined by `and`. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1 = 1` : join([...conditions], ' and ')
}

/** The name as comparisons, searches and orders see it: the same for `Ärzte`, `ÄRZTE` and a decomposed `ärzte`. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
