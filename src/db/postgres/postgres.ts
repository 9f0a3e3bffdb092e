import type pg from 'pg'
import type { Handle, Snapshots, Statement } from '../../engine/sql.ts'
import { asError } from '../../rules/thrown.ts'
import type { Commits } from '../../sight/watched.ts'
import { citusIn, distribute, distributeNew } from '../citus/distribute.ts'
import { StoredPageEnds } from '../citus/page_ends.ts'
import { migrate } from '../migrate.ts'
import type { DirectDb } from '../sqlite/worker_queue.ts'
import { connectTo, hasServer, lift, limit, type Patience, poolOf } from './connections.ts'
import { attempts, isConflict, mayRetry, publicError } from './errors.ts'
import { PostgresLookups } from './lookups.ts'
import { prepareDatabase } from './prepare.ts'
import { openReplica } from './replica.ts'
import { type Counter, handleOf } from './transaction.ts'
import { PostgresWrites } from './writes.ts'

const dayMs = 86_400_000

/** The share of the connections that writes may take; the rest is for reads. */
const writingShare = 0.8

/** Opens PostgreSQL and migrates it. `?schema=name` in the address selects a schema. */
export async function openPostgres(
  address: string,
  now: number,
  options: {
    pool: number
    patience: Patience
    replica?: string | undefined
    commits: Commits
    onError: (error: Error) => void
  },
): Promise<DirectDb> {
  const { pool, schema } = await poolOf(address, options.patience, { max: options.pool })
  pool.on('error', options.onError)
  const counter = { statements: 0 }
  const prepare = async () => {
    const isPooled = await prepareDatabase(pool, schema)
    return runMigrations(pool, { patience: options.patience, isPooled }, now, counter)
  }
  const isSpread = await prepare().catch(async (error) => {
    await pool.end()
    throw error
  })
  const writingConnections = Math.max(1, Math.floor(options.pool * writingShare))
  const writes = new PostgresWrites({ pool, counter, isSpread, commits: options.commits }, writingConnections)
  const read = readsOf(pool, counter)
  const replica = options.replica ? await openReplica(options.replica, read, { max: options.pool, counter }) : undefined
  return {
    dialect: 'postgres',
    isSpread,
    read,
    readSince: replica?.readSince,
    write: (operation, input, now, _moved, origin) => writes.write(operation, input, now, origin),
    mark: () => undefined,
    statements: () => counter.statements,
    load: () => {
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
      return { reports: 0, connections: { busy: open - idle, idle, waiting, max: options.pool } }
    },
    close: async () => {
      await Promise.all([pool.end(), replica?.pool.end()])
    },
  }
}

/** Creates the schema and runs the migrations on a separate connection. */
export async function migratePostgres(address: string, now: number): Promise<void> {
  const { pool, schema } = await poolOf(address, 'patient', { max: 1 })
  pool.on('error', () => {})
  try {
    const isPooled = await prepareDatabase(pool, schema)
    await runMigrations(pool, { patience: 'patient', isPooled }, now, { statements: 0 })
  } finally {
    await pool.end()
  }
}

/**
 * Distributes the tables of a database that no server uses over the machines of Citus, and returns the names of those
 * that were not distributed before. Throws if there is no Citus.
 */
export async function distributePostgres(address: string, shards: number): Promise<string[]> {
  const { client, schema } = await connectTo(address)
  try {
    if (await hasServer(client, schema))
      throw new Error(`a server is using the database ${schema ?? client.database}\nStop it first.`)
    const handle = handleOf(client, { statements: 0 })
    if ((await citusIn(handle)) === 'absent')
      throw new Error('this database has no Citus\nInstall it and run: create extension citus')
    return await distribute(handle, shards)
  } finally {
    await client.end()
  }
}

/**
 * Runs the migrations, without a time limit, unless a pooler would pass that on to others. Returns whether the tables are
 * distributed over several machines.
 */
async function runMigrations(
  pool: pg.Pool,
  { patience, isPooled }: { patience: Patience; isPooled: boolean },
  now: number,
  counter: Counter,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    try {
      if (!isPooled) await lift(client)
      const handle = handleOf(client, counter, { query_timeout: dayMs })
      await migrate({ ...handle, now }, 'postgres', (work) => inTransaction(client, work))
      const isSpread = await distributeNew(handle)
      if (patience === 'limited' && !isPooled) await limit(client)
      return isSpread
    } catch (error) {
      // Two servers may create the same extension or table at once: on a retry it already exists.
      if (!isConflict(asError(error)) || attempt >= attempts) throw error
    } finally {
      client.release()
    }
  }
}

/** Snapshots on a separate connection; no statement runs longer than `limitMs`. */
export async function postgresSnapshots(address: string, limitMs: number): Promise<Snapshots> {
  const { pool } = await poolOf(address, 'patient', { max: 1, statement_timeout: limitMs })
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
      broken = asError(error)
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

/** Retries a read on another connection if the connection was lost. */
async function retrying<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!mayRetry(asError(error), attempt)) throw publicError(asError(error))
    }
  }
}

/** A handle for reads outside transactions. */
function readsOf(pool: pg.Pool, counter: Counter): Handle {
  const handle = handleOf(pool, counter)
  const lookups = new PostgresLookups(pool, counter)
  return {
    all: (statement) => retrying(() => handle.all(statement)),
    tuples: (statement) => retrying(() => handle.tuples(statement)),
    get: <T>(statement: Statement) => retrying(() => lookups.get<T>(statement)),
    run: (statement) => retrying(() => handle.run(statement)),
    pageEnds: new StoredPageEnds(handle),
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
