import pg from 'pg'
import { forgetSetups } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, type Operation, type Row, type Snapshots, type Statement, sql, type Tx } from '../engine/sql.ts'
import { migrate } from './migrate.ts'
import type { DirectDb } from './worker_queue.ts'

// Instants are 8-byte integers below 2^53: numbers, not text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

const attempts = 5

/** Opens PostgreSQL (`?schema=name` puts everything into that schema) and brings the schema up to date. */
export async function openPostgres(
  address: string,
  now: number,
  options: { pool: number; onError: (error: Error) => void },
): Promise<DirectDb> {
  const { pool, schema } = poolOf(address, { max: options.pool })
  pool.on('error', options.onError)
  const counter = { statements: 0 }

  if (schema) await pool.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`).catch(ignoreRace)
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    try {
      await migrate(transactionOf(client, now, counter), 'postgres', (work) => inTransaction(client, work))
      break
    } catch (error) {
      // Two servers that make the same extension or table at once: one of them finds it there the next time.
      if (!mayRepeat(error as Error) || attempt >= attempts) throw error
    } finally {
      client.release()
    }
  }

  return {
    dialect: 'postgres',
    read: readsOf(pool, counter),
    write: (operation, input, now) => write(pool, operation, input, now, counter),
    mark: () => undefined,
    statements: () => counter.statements,
    close: () => pool.end(),
  }
}

/** Snapshots over a connection of their own; no statement runs longer than `limitMs`. */
export function postgresSnapshots(address: string, limitMs: number): Snapshots {
  const { pool } = poolOf(address, { max: 1, statement_timeout: limitMs })
  pool.on('error', () => {})
  const counter = { statements: 0 }
  const once = async <T>(read: (handle: Handle) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin isolation level repeatable read read only')
      const found = await read(handleOf(client, counter))
      await client.query('commit')
      return found
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    take: (read) => asking(() => once(read)),
    statements: () => counter.statements,
    close: () => pool.end(),
  }
}

function poolOf(address: string, options: pg.PoolConfig): { pool: pg.Pool; schema: string | null } {
  const url = new URL(address)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const pool = new pg.Pool({
    connectionString: url.href,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    application_name: 'clockhouse',
    ...options,
  })
  // A connection that breaks while it is in use tells its statement, and then itself: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, schema }
}

/**
 * Runs an operation and commits it. What another transaction got in the way of (serialization failure, deadlock, a
 * unique key taken meanwhile) and what a lost connection cut off before the commit is run again, with fresh facts.
 */
async function write<I, O>(
  pool: pg.Pool,
  operation: Operation<I, O>,
  input: I,
  now: number,
  counter: { statements: number },
): Promise<O> {
  for (let attempt = 1; ; attempt++) {
    let committing = false
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await pool.connect()
      const tx = transactionOf(client, now, counter)
      await client.query('begin')
      const output = await operation.run(tx, input)
      tx.end()
      committing = true
      await client.query('commit')
      return output
    } catch (error) {
      broken = error as Error
      // What was remembered inside the transaction never was.
      forgetSetups()
      if (client && !connectionLost(broken)) {
        await client.query('rollback').catch(() => {})
        if (!connectionLost(broken)) client.release()
        client = undefined
      }
      // Whether a commit that was cut off happened is not known, so it is never run twice.
      const again = mayRepeat(broken) || (connectionLost(broken) && !committing)
      if (!again || attempt >= attempts) {
        throw connectionLost(broken) ? unreachable(broken) : broken
      }
    } finally {
      client?.release(broken)
    }
  }
}

const nextBlock = sql`select nextval('id_block_numbers') as next`

/** 40001, 40P01: another transaction was in the way. 23505, 23P01: it took a key or a stretch of time that ours wanted. */
function mayRepeat(error: Error): boolean {
  return ['40001', '40P01', '23505', '23P01'].includes((error as { code?: string }).code ?? '')
}

function connectionLost(error: Error): boolean {
  const code = (error as { code?: string }).code ?? ''
  return (
    /^(08...|57P0[1-3]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
}

function unreachable(cause: Error): RequestError {
  return new RequestError(503, 'the database cannot be reached; try again', { cause })
}

/** Asks again, over another connection, what a lost one has cut off. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!connectionLost(error as Error)) throw error
      if (attempt >= attempts) throw unreachable(error as Error)
    }
  }
}

/** Reads outside of transactions. */
function readsOf(pool: pg.Pool, counter: { statements: number }): Handle {
  const handle = handleOf(pool, counter)
  return {
    all: (statement) => asking(() => handle.all(statement)),
    get: (statement) => asking(() => handle.get(statement)),
    run: (statement) => asking(() => handle.run(statement)),
  }
}

const known = new Map<string, { text: string; name: string }>()

/**
 * A statement of constant text is planned once per connection, under a name. A comment of the form for this database
 * only is a lock on rows, which the other one does not need.
 */
function prepared(query: Statement): pg.QueryConfig {
  const values = query.values as unknown[]
  const found = known.get(query.text)
  if (found) return { ...found, values }
  const text = query.text.replaceAll(/\/\* postgres: (.*?) \*\//g, '$1')
  if (known.size >= 2000) return { text, values }
  const made = { text, name: `s${known.size}` }
  known.set(query.text, made)
  return { ...made, values }
}

function handleOf(client: pg.Pool | pg.PoolClient, counter: { statements: number }): Handle {
  const query = (statement: Statement) => {
    counter.statements += 1
    return client.query(prepared(statement))
  }
  return {
    all: async <T = Row>(statement: Statement) => (await query(statement)).rows as T[],
    get: async <T = Row>(statement: Statement) => (await query(statement)).rows[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}

function transactionOf(
  client: pg.PoolClient,
  now: number,
  counter: { statements: number },
  fleeting = false,
): Tx & { end(): void } {
  const handle = handleOf(client, counter)
  let open = true
  let looked = 0
  const guard = () => {
    if (!open) throw new Error('This transaction has ended')
    return handle
  }
  return {
    now,
    fleeting,
    all: (statement) => guard().all(statement),
    get: (statement) => guard().get(statement),
    run: (statement) => guard().run(statement),
    lockCompany: (companyId) => guard().get(sql`select * from companies where company_id = ${companyId} for update`),
    nextIdBlock: async () => {
      // A sequence takes nothing back: what is taken back only looks at the numbers that come next.
      if (fleeting) looked += 1
      const next = fleeting ? sql`select last_value + ${looked} as next from id_block_numbers` : nextBlock
      return (await guard().get<{ next: number }>(next))!.next
    },
    undone: async (run) => {
      await guard().run(sql`savepoint undone`)
      const inner = transactionOf(client, now, counter, true)
      try {
        const output = await run(inner)
        // What the commit would have checked.
        await guard().run(sql`set constraints all immediate`)
        return output
      } finally {
        inner.end()
        await guard().run(sql`rollback to savepoint undone`)
      }
    },
    end: () => {
      open = false
    },
  }
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function ignoreRace(error: { code?: string }): void {
  if (error.code !== '23505') throw error
}
