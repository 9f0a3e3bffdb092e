import pg from 'pg'
import { clearReferenceData } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import {
  type Handle,
  type Operation,
  type Row,
  type Snapshots,
  type SqlValue,
  type Statement,
  sql,
  type Tx,
} from '../engine/sql.ts'
import { migrate } from './migrate.ts'
import type { DirectDb } from './worker_queue.ts'

// Instants are 8-byte integers below 2^53: numbers, not text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

const attempts = 5

/** Opens PostgreSQL and migrates it. `?schema=name` in the address selects a schema. */
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
      // Two servers may create the same extension or table at once: on a retry it already exists.
      if (!isConflict(error as Error) || attempt >= attempts) throw error
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

/** Snapshots on a separate connection; no statement runs longer than `limitMs`. */
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
    take: (read) => retrying(() => once(read)),
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
  // A connection that breaks while in use rejects its statement and then emits `error`, which would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, schema }
}

/**
 * Runs an operation and commits it. It is retried after a conflict with another transaction (serialization failure,
 * deadlock, unique key) and after losing the connection before the commit.
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
      // Caches filled inside the transaction are no longer valid.
      clearReferenceData()
      if (client && !connectionLost(broken)) {
        await client.query('rollback').catch(() => {})
        if (!connectionLost(broken)) client.release()
        client = undefined
      }
      // If the connection is lost during the commit, its outcome is unknown, so the operation is not retried.
      const again = isConflict(broken) || (connectionLost(broken) && !committing)
      if (!again || attempt >= attempts) {
        throw connectionLost(broken) ? unreachable(broken) : broken
      }
    } finally {
      client?.release(broken)
    }
  }
}

const nextBlock = sql`select nextval('id_block_numbers') as next`

/** 40001, 40P01: conflict with another transaction. 23505, 23P01: it took a unique key or time range that ours needed. */
function isConflict(error: Error): boolean {
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

/** Retries a read on another connection if the connection was lost. */
async function retrying<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!connectionLost(error as Error)) throw error
      if (attempt >= attempts) throw unreachable(error as Error)
    }
  }
}

/** A handle for reads outside transactions. */
function readsOf(pool: pg.Pool, counter: { statements: number }): Handle {
  const handle = handleOf(pool, counter)
  return {
    all: (statement) => retrying(() => handle.all(statement)),
    tuples: (statement) => retrying(() => handle.tuples(statement)),
    get: (statement) => retrying(() => handle.get(statement)),
    run: (statement) => retrying(() => handle.run(statement)),
  }
}

const known = new Map<string, { text: string; name: string }>()

/**
 * A statement with constant text becomes a named prepared statement, planned once per connection. A PostgreSQL-only
 * comment contains a row lock, which SQLite does not need.
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
  const tuples = async <T extends readonly SqlValue[]>(statement: Statement) => {
    counter.statements += 1
    return (await client.query({ ...prepared(statement), rowMode: 'array' })).rows as unknown as T[]
  }
  return {
    all: async <T = Row>(statement: Statement) => (await query(statement)).rows as T[],
    tuples,
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
  let peeked = 0
  const guard = () => {
    if (!open) throw new Error('This transaction has ended')
    return handle
  }
  return {
    now,
    fleeting,
    all: (statement) => guard().all(statement),
    tuples: (statement) => guard().tuples(statement),
    get: (statement) => guard().get(statement),
    run: (statement) => guard().run(statement),
    lockCompany: (companyId) => guard().get(sql`select * from companies where company_id = ${companyId} for update`),
    nextIdBlock: async () => {
      // A sequence cannot be rolled back, so a dry run only peeks at the next values.
      if (fleeting) peeked += 1
      const next = fleeting ? sql`select last_value + ${peeked} as next from id_block_numbers` : nextBlock
      return (await guard().get<{ next: number }>(next))!.next
    },
    undone: async (run) => {
      await guard().run(sql`savepoint undone`)
      const inner = transactionOf(client, now, counter, true)
      try {
        const output = await run(inner)
        // Checks what the commit would check.
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
