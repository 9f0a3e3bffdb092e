import pg from 'pg'
import { asError, codeOf } from '../../rules/thrown.ts'

type Facts = { name: string; encoding: string; has_schema: boolean; process: number }

/**
 * Creates the schema of an address if it is missing. PostgreSQL would ask for the right to create one even if there is
 * nothing to do, so this looks first. Throws if the database cannot hold the texts of all languages, or a pooler loses
 * prepared statements. Returns whether there is a pooler in between.
 */
export async function prepareDatabase(pool: pg.Pool, schema: string | null): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Facts>(
      `select datname as name, pg_encoding_to_char(encoding) as encoding, pg_backend_pid() as process,
        exists (select 1 from pg_namespace where nspname = $1) as has_schema
        from pg_database where datname = current_database()`,
      [schema],
    )
    const { name, encoding, has_schema: hasSchema, process } = rows[0]!
    if (encoding !== 'UTF8')
      throw new Error(
        `the encoding of the database ${name} (CLOCKHOUSE_DATABASE_URL) is ${encoding}, which cannot hold every name; create a database with encoding 'UTF8', and restore a backup there`,
      )
    if (schema && !hasSchema)
      await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`).catch(ignoreRace)
    // A pooler makes up the process that it names to its clients.
    const isPooled = process !== processOf(client)
    if (isPooled && pool.options.max > 1) await refuseForgetfulPooler(pool, client)
    return isPooled
  } finally {
    client.release()
  }
}

/** The process of a connection, as the server named it at the beginning. */
function processOf(client: pg.PoolClient): unknown {
  return (client as { processID?: unknown }).processID
}

/** Another server may create the schema at the same moment. */
function ignoreRace(error: { code?: string }): void {
  if (error.code !== '23505') throw error
}

/** 26000: there is no such prepared statement. 42P05: there is one already. */
const forgotten = ['26000', '42P05']

const timesTried = 3

const remembered = { name: 'clockhouse_remembered', text: 'select 1 as remembered' }

/**
 * Throws if a pooler gives the connections of clients to others between transactions and does not take their prepared
 * statements along: every request would fail now and then. A statement is prepared, then someone else takes its
 * connection, and then it is used.
 */
async function refuseForgetfulPooler(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const other = await pool.connect()
  try {
    // Another client of the pooler may take the connection in between.
    for (let times = 0; times < timesTried; times++) {
      // The new connection has set its limits by then.
      await other.query('select 1')
      await client.query(remembered)
      await other.query('begin')
      await client.query(remembered)
      await other.query('rollback')
    }
    other.release()
  } catch (thrown) {
    const error = asError(thrown)
    other.release(error)
    if (!forgotten.includes(codeOf(error))) throw error
    throw new Error(
      'CLOCKHOUSE_DATABASE_URL leads to a connection pooler in transaction mode that loses prepared statements; set max_prepared_statements = 500 in PgBouncer 1.21 or newer, or use session mode',
      { cause: error },
    )
  }
}
