import { readdirSync, readFileSync } from 'node:fs'
import { raw, sql, type Tx } from '../engine/sql.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Runs the migrations that the database has not seen, in order, each in a transaction of its own. A migration's row is
 * written before its statements, so that of two starters one waits and then finds it done. Throws when the database
 * was made by a newer program.
 */
export async function migrate(
  handle: Tx,
  dialect: 'sqlite' | 'postgres',
  transaction: (work: () => Promise<void>) => Promise<void>,
): Promise<string[]> {
  await handle.run(sql`create table if not exists migrations (name text primary key, applied bigint not null)`)
  const applied = new Set((await handle.all<{ name: string }>(sql`select name from migrations`)).map((row) => row.name))
  const known = migrationNames()
  const newer = [...applied].filter((name) => !known.includes(name))
  if (newer.length > 0)
    throw new Error(
      `The database was made by a newer version of Clockhouse (it has ${newer.join(', ')}). Update the program.`,
    )

  const pending = known.filter((name) => !applied.has(name))
  for (const name of pending) {
    await transaction(async () => {
      const won = await handle.run(
        sql`insert into migrations (name, applied) values (${name}, ${handle.now}) on conflict (name) do nothing`,
      )
      if (won === 0) return
      for (const statement of statementsOf(name, dialect)) await handle.run(raw(statement))
    })
  }
  return pending
}

/** The numbered files, in order. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

/**
 * The statements of a file in one dialect. Where the dialects truly differ the file says so in place:
 * `/* sqlite: without rowid *\/` counts on SQLite only, `/* postgres: collate "C" *\/` on PostgreSQL only.
 */
function statementsOf(name: string, dialect: string): string[] {
  return readFileSync(new URL(name, folder), 'utf8')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\* (sqlite|postgres):\s(.*?)\s\*\//gs, (_, only, text) => (only === dialect ? text : ''))
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
