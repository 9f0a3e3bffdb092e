import pg from 'pg'
import { connectionTo, connectMs } from './address.ts'

/**
 * How long a server waits, in milliseconds. Each limit is shorter than the next, so an idle transaction is ended before
 * those waiting for its locks give up, and a working database answers every statement before it counts as silent.
 */
const limits = { idleInTransaction: 8000, lock: 10_000, statement: 12_000, silence: 14_000 }

const idleMs = 60_000

/** The purpose of a pool of connections: requests, which never wait for long, or work that may take any time. */
export type Patience = 'limited' | 'patient'

/** A pool of connections. `?schema=name` in the address selects a schema. */
export async function poolOf(
  address: string,
  patience: Patience,
  options: pg.PoolConfig,
): Promise<{ pool: pg.Pool; schema: string | null }> {
  const { connection, schema } = await connectionTo(address)
  const pool = new pg.Pool({
    ...connection,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    application_name: patience === 'limited' ? serverName(schema) : 'clockhouse',
    ...(patience === 'limited' ? { query_timeout: limits.silence } : {}),
    ...options,
  })
  // A connection that breaks while in use rejects its statement and then emits `error`, which would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Later statements on the connection are answered after this one, so nothing has to wait for it.
    if (patience === 'limited') limit(client).catch((error) => pool.emit('error', error, client))
  })
  return { pool, schema }
}

/** Lifts the limits of a connection for statements that may take any time. `limit` sets them again. */
export async function lift(client: pg.ClientBase): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0')
}

/**
 * Sets the limits of a new connection. It uses a statement, because poolers refuse unknown settings at the start of a
 * connection. PostgreSQL itself drops a client that has gone silent, and releases its locks.
 */
export async function limit(client: pg.ClientBase): Promise<void> {
  await client.query(`select set_config('idle_in_transaction_session_timeout', '${limits.idleInTransaction}', false),
    set_config('lock_timeout', '${limits.lock}', false),
    set_config('statement_timeout', '${limits.statement}', false),
    set_config('tcp_user_timeout', '${limits.lock}', false),
    set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '2', false),
    set_config('tcp_keepalives_count', '3', false)`)
}

/** A single connection, for work that may take any time. */
export async function connectTo(address: string): Promise<{ client: pg.Client; schema: string | undefined }> {
  const { connection, schema } = await connectionTo(address)
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'clockhouse',
  })
  client.on('error', () => {})
  await client.connect()
  return { client, schema: schema ?? undefined }
}

const looksMax = 20

/**
 * Whether a server stays connected to the database or schema. PostgreSQL shows the connections of one that has just
 * stopped for some milliseconds more, so it looks for two seconds.
 */
export async function hasServer(client: pg.Client, schema: string | undefined): Promise<boolean> {
  for (let looks = 1; ; looks++) {
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
      [serverName(schema ?? null)],
    )
    if (rows.length === 0) return false
    if (looks === looksMax) return true
    await client.query('select pg_sleep(0.1)')
  }
}

const nameMax = 63

/** The name of a server's connections, which PostgreSQL shows to everyone who is connected. */
function serverName(schema: string | null): string {
  return `clockhouse server${schema ? ` ${schema}` : ''}`.slice(0, nameMax)
}
