import { join as pathOf } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { join, name as quoted, sql } from '../../src/engine/sql.ts'
import type { TestServer } from './server.ts'

/**
 * Puts the database into a state that no request can create, by running SQL without the server, as another process
 * would.
 */
export async function runStatements(server: TestServer, ...statements: string[]): Promise<void> {
  const all = [...statements, 'update companies set version = version + 1, setup_version = setup_version + 1']
  if (server.place.databaseUrl) await onPostgres(server.place.databaseUrl, all)
  else onSqlite(pathOf(server.place.data, 'clockhouse.db'), all)
  // The embedded database shows the same state throughout a turn of the event loop.
  await turn()
}

/** The whole content of the database, by table, with its id sequences: equal exactly when nothing has changed. */
export async function contents({ db }: TestServer): Promise<Record<string, string[]>> {
  const tables =
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' order by name`
      : sql`select table_name as name from information_schema.tables where table_schema = current_schema()
          union all select sequencename from pg_sequences where schemaname = current_schema() order by name`
  const names = (await db.read.all<{ name: string }>(tables)).map(({ name }) => name)
  const found: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]))
  if (db.dialect === 'sqlite')
    for (const name of names)
      found[name] = (await db.read.all(sql`select * from ${quoted(name)} /* test */`)).map((row) => JSON.stringify(row))
  else {
    // One statement for all, which takes a fraction of the time.
    const parts = names.map(
      (name) => sql`select cast(${name} as text) as name, to_jsonb(t)::text as row from ${quoted(name)} t /* test */`,
    )
    for (const { name, row } of await db.read.all<{ name: string; row: string }>(join(parts, ' union all ')))
      found[name]!.push(row)
  }
  for (const rows of Object.values(found)) rows.sort()
  return found
}

async function onPostgres(address: string, statements: string[]): Promise<void> {
  const url = new URL(address)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const client = new pg.Client({
    connectionString: url.href,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function onSqlite(file: string, statements: string[]): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  for (const statement of statements) database.exec(statement)
  database.close()
}
