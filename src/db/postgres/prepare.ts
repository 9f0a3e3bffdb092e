import pg from 'pg'

type Facts = { name: string; encoding: string; has_schema: boolean }

/**
 * Creates the schema of an address if it is missing. PostgreSQL would ask for the right to create one even if there is
 * nothing to do, so this looks first. Throws if the database cannot hold the texts of all languages.
 */
export async function prepareDatabase(pool: pg.Pool, schema: string | null): Promise<void> {
  const { rows } = await pool.query<Facts>(
    `select datname as name, pg_encoding_to_char(encoding) as encoding,
      exists (select 1 from pg_namespace where nspname = $1) as has_schema
      from pg_database where datname = current_database()`,
    [schema],
  )
  const { name, encoding, has_schema: hasSchema } = rows[0]!
  if (encoding !== 'UTF8')
    throw new Error(
      `the encoding of the database ${name} (CLOCKHOUSE_DATABASE_URL) is ${encoding}, which cannot hold every name; create a database with encoding 'UTF8', and restore a backup there`,
    )
  if (schema && !hasSchema)
    await pool.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`).catch(ignoreRace)
}

/** Another server may create the schema at the same moment. */
function ignoreRace(error: { code?: string }): void {
  if (error.code !== '23505') throw error
}
