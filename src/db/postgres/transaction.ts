import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { clearReferenceData } from '../../engine/company_snapshot.ts'
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
import { asError } from '../../rules/thrown.ts'
import type { Commits } from '../../sight/watched.ts'
import { idBlockAbove, idCounters, takeIdBlock } from '../citus/id_blocks.ts'
import { isConflict, isFromBehind } from './errors.ts'

/** Counts the statements sent to the database. */
export type Counter = { statements: number }

/** What writes need. `isSpread`: whether the tables are distributed over several machines. */
export type Writing = { pool: pg.Pool; counter: Counter; isSpread: boolean; commits: Commits }

/** Maximum number of values that one statement inserts. */
const valuesMax = 4000

/** One transaction of the database, which several operations may share, one after the other. */
export class PostgresTransaction {
  readonly #client: pg.PoolClient
  readonly #pool: pg.Pool
  readonly #counter: Counter
  readonly #isSpread: boolean
  /** The locked company whose row is known, because only this transaction can have changed it since. */
  #company: { id: number; row: CompanyRow | undefined } | undefined
  /** The first error of a statement: it has aborted the transaction. */
  failure: Error | undefined
  /** True once a statement may have changed something. */
  written = false
  /** True once the commit is on its way: if the connection breaks, its outcome is unknown. */
  committing = false

  constructor(client: pg.PoolClient, { pool, counter, isSpread }: Writing) {
    this.#client = client
    this.#pool = pool
    this.#counter = counter
    this.#isSpread = isSpread
    this.#post('begin')
  }

  /** Runs a statement together with those posted before it. */
  async ask(statement: Statement, rowMode?: 'array'): Promise<pg.QueryResult> {
    this.#counter.statements += 1
    this.#note(statement)
    cork(this.#client)
    try {
      return await this.#client.query(prepared(statement, rowMode))
    } catch (error) {
      // After one error, the transaction answers every statement with another.
      this.failure ??= asError(error)
      throw this.failure
    }
  }

  /** Sends a statement without waiting for its outcome. If it fails, so does the next one that is awaited. */
  post(statement: Statement, company?: CompanyRow): void {
    this.#counter.statements += 1
    const known = this.#company
    this.#note(statement)
    if (company && known?.row && known.id === company.company_id) this.#company = { id: known.id, row: company }
    this.#post(prepared(statement))
  }

  /**
   * Locks a company until the end of the transaction and returns its row, without a statement if it is already known.
   * The lock is a write that changes nothing: when Citus moves a company to another machine, `for update` would lock a
   * row of the old one.
   */
  async lock(companyId: number): Promise<CompanyRow | undefined> {
    if (this.#company?.id === companyId) return this.#company.row
    const { written } = this
    const { rows } = await this.ask(
      sql`update companies set created = created where company_id = ${companyId} returning *`,
    )
    this.written = written
    this.#company = { id: companyId, row: rows[0] }
    return rows[0]
  }

  /**
   * A block of ids above this one. It is taken on another connection, so no transaction waits for another to end. A dry
   * run takes it on its own connection, so it leaves no trace.
   */
  async nextIdBlock(above: number, fleeting: boolean): Promise<number> {
    if (fleeting) return (await this.ask(idBlockAbove(above))).rows[0].last
    const { get } = handleOf(this.#pool, this.#counter)
    const take = async (statement: Statement) => (await oneRow<{ last: number }>({ get }, statement)).last
    try {
      // The first blocks of companies come from different counters.
      const least = above || (this.#company?.id ?? 0) % idCounters
      return this.#isSpread ? await takeAcross(take, least) : await takeIdBlock(take, above)
    } catch (error) {
      // This counts as a failure of the database like that of any other statement, so operations are retried in the
      // same way.
      this.failure ??= asError(error)
      throw this.failure
    }
  }

  /** Runs a function and rolls back what it has written. */
  async undone<T>(run: () => Promise<T>): Promise<T> {
    const { written } = this
    const company = this.#company
    this.#post('savepoint undone')
    try {
      const output = await run()
      // Checks what the commit would check.
      await this.ask(sql`set constraints all immediate`)
      return output
    } finally {
      this.#post('rollback to savepoint undone')
      this.#post('release savepoint undone')
      this.#company = company
      this.written = written
    }
  }

  /** Runs a function, and rolls back what it has written if it throws. */
  async whole<T>(companyId: number, run: () => Promise<T>): Promise<T> {
    const { written } = this
    const company = this.#company
    this.#post('savepoint whole')
    this.written = false
    try {
      const output = await run()
      this.#post('release savepoint whole')
      this.written ||= written
      return output
    } catch (error) {
      this.#post('rollback to savepoint whole')
      this.#post('release savepoint whole')
      if (this.written) clearReferenceData(companyId)
      this.#company = company
      this.written = written
      throw error
    }
  }

  /** Commits, together with what was posted. */
  async commit(): Promise<void> {
    this.committing = true
    const { command } = await this.#sendCommit()
    if (this.failure) throw this.failure
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`)
  }

  /** Citus first sends a warning that says why a machine refused the commit, and then an error without the reason. */
  async #sendCommit(): Promise<pg.QueryResult> {
    let conflict: Error | undefined
    const hear = ({ message, code }: { message?: string; code?: string }) => {
      const warning = Object.assign(new Error(message), { code })
      if (isConflict(warning)) conflict = warning
    }
    this.#client.on('notice', hear)
    try {
      cork(this.#client)
      return await this.#client.query('commit')
    } catch (error) {
      throw conflict ?? error
    } finally {
      this.#client.off('notice', hear)
    }
  }

  async rollback(): Promise<void> {
    await this.#client.query('rollback')
  }

  #post(query: string | pg.QueryConfig): void {
    cork(this.#client)
    this.#client.query(query as string).catch((error: Error) => {
      this.failure ??= error
    })
  }

  #note({ text }: Statement): void {
    if (/^\s*(select|with|set)\b/i.test(text)) return
    this.written = true
    if (/\bcompanies\b/.test(text)) this.#company = undefined
  }
}

const corked = new WeakSet<pg.ClientBase>()

/** Statements that are sent to a connection in one turn of the event loop leave in one packet. */
function cork(client: pg.ClientBase): void {
  if (corked.has(client)) return
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  corked.add(client)
  stream.cork()
  process.nextTick(() => {
    corked.delete(client)
    stream.uncork()
  })
}

type TakeBlock = (statement: Statement) => Promise<number>

/** Takes a block from the counter whose turn it is or, if that is on a machine that is down, from the next one. */
async function takeAcross(take: TakeBlock, above: number): Promise<number> {
  for (let skipped = 0; ; skipped++)
    try {
      return await take(idBlockAbove(above + skipped))
    } catch (error) {
      if (!isFromBehind(asError(error)) || skipped === idCounters - 1) throw error
    }
}

/** The transaction as one operation sees it: usable until the operation has ended. */
export function transactionOf(
  shared: PostgresTransaction,
  { now, origin }: Pick<Tx, 'now' | 'origin'>,
  fleeting = false,
): Tx & { end(): void } {
  let open = true
  const guard = () => {
    if (!open) throw new Error('This transaction has ended')
    return shared
  }
  const get = async <T = Row>(statement: Statement): Promise<T | undefined> => (await guard().ask(statement)).rows[0]
  return {
    now,
    origin,
    fleeting,
    all: async <T = Row>(statement: Statement): Promise<T[]> => (await guard().ask(statement)).rows,
    tuples: async <T extends readonly SqlValue[]>(statement: Statement): Promise<T[]> =>
      (await guard().ask(statement, 'array')).rows,
    get,
    run: async (statement) => (await guard().ask(statement)).rowCount ?? 0,
    post: (statement, company) => guard().post(statement, company),
    insert: (table, columns, rows, existing) => {
      const atOnce = Math.floor(valuesMax / columns.length)
      for (let start = 0; start < rows.length; start += atOnce) {
        const chunk = rows.slice(start, start + atOnce)
        guard().post({ ...insertText(table, columns, chunk.length, existing), values: chunk.flat() })
      }
    },
    lockCompany: (companyId) => guard().lock(companyId),
    nextIdBlock: (above) => guard().nextIdBlock(above, fleeting),
    undone: (run) =>
      guard().undone(async () => {
        const inner = transactionOf(shared, { now, origin }, true)
        try {
          return await run(inner)
        } finally {
          inner.end()
        }
      }),
    whole: (companyId, run) =>
      guard().whole(companyId, async () => {
        const inner = transactionOf(shared, { now, origin }, fleeting)
        try {
          return await run(inner)
        } finally {
          inner.end()
        }
      }),
    end: () => {
      open = false
    },
  }
}

/** A handle for statements outside transactions. `query_timeout`: how long the database may be silent, in milliseconds. */
export function handleOf(
  client: pg.Pool | pg.ClientBase,
  counter: Counter,
  limits: { query_timeout?: number } = {},
): Handle {
  const query = (statement: Statement, rowMode?: 'array'): Promise<pg.QueryResult> => {
    counter.statements += 1
    if (!('totalCount' in client)) cork(client)
    return client.query(Object.assign(prepared(statement, rowMode), limits))
  }
  return {
    all: async <T = Row>(statement: Statement): Promise<T[]> => (await query(statement)).rows,
    tuples: async <T extends readonly SqlValue[]>(statement: Statement): Promise<T[]> =>
      (await query(statement, 'array')).rows,
    get: async <T = Row>(statement: Statement): Promise<T | undefined> => (await query(statement)).rows[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}

const known = new Map<string, { text: string; name: string }>()

/** Publishes every statement text that is new to this process; the tests check them. */
const newTexts = channel('clockhouse.statement')

/**
 * A statement with constant text becomes a named prepared statement, planned once per connection. The name follows from
 * the text, so a pooler may give the connection to another process. A PostgreSQL-only comment contains a row lock, which
 * SQLite does not need.
 */
function prepared(query: Statement, rowMode?: 'array'): pg.QueryConfig {
  const values = query.values as unknown[]
  const source = query.text
  const found = known.get(source)
  if (found) return withMode({ text: found.text, name: found.name, values }, rowMode)
  const text = source.replaceAll(/\/\* postgres: (.*?) \*\//g, '$1')
  newTexts.publish(text)
  if (known.size >= 2000) return withMode({ text, values }, rowMode)
  const name = `c${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  known.set(source, { text, name })
  return withMode({ text, name, values }, rowMode)
}

/** Adds the row mode, which the driver's types do not allow together with a result type. */
function withMode(query: pg.QueryConfig, rowMode: 'array' | undefined): pg.QueryConfig {
  return rowMode ? Object.assign(query, { rowMode }) : query
}
