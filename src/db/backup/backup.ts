import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { productVersion } from '../../sight/version.ts'
import { contradictionsIn } from '../contradictions.ts'
import { inNewNames, migrationState } from '../migrate.ts'
import { type Place, sqliteFile } from '../open.ts'
import { createTables } from '../sqlite/tables.ts'
import { PostgresStore, SqliteStore } from '../stores.ts'
import { copyTables } from './copy.ts'
import { type Contents, copyDatabase, makePrivate, putInPlace, readBack } from './file.ts'

/** A backup that was made and verified. `contradictions`: what is damaged in the database that it was made from. */
type Backup = { file: string; version: string; from: 'sqlite' | 'postgres'; contradictions: string[] } & Contents

/**
 * Backs up a consistent snapshot of a database into a new file in a folder, while servers write to it. The file gets
 * its name only after it is complete and verified. `name` and `part`: the final and the temporary name of the file.
 */
export async function makeBackup(
  place: Place,
  folder: string,
  { name, part, now }: { name: string; part: string; now: number },
): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const partial = join(folder, part)
  try {
    if (place.databaseUrl) await copyFromPostgres(place.databaseUrl, partial, now)
    else await copyFromSqlite(place, partial)
    // The copy has the pages of the database, damaged ones as well.
    const contents = readBack(partial, place.databaseUrl ? partial : `the database ${resolve(sqliteFile(place))}`)
    const contradictions = await contradictionsIn(partial, { isSound: true })
    const file = resolve(folder, name)
    await putInPlace(partial, file)
    const from = place.databaseUrl ? 'postgres' : 'sqlite'
    return { file, version: productVersion(), from, contradictions, ...contents }
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

async function copyFromSqlite(place: Place, target: string): Promise<void> {
  if (!existsSync(sqliteFile(place))) throw new Error(`there is no database in ${resolve(place.data)}`)
  await copyDatabase(sqliteFile(place), target)
}

/** Reads all tables from one snapshot into a file with the same tables. */
async function copyFromPostgres(address: string, target: string, now: number): Promise<void> {
  const from = await PostgresStore.open(address)
  try {
    await from.client.query('begin isolation level repeatable read read only')
    const names = await migrationsOf(from)
    if (names.length === 0) throw new Error('there is no database of Clockhouse at CLOCKHOUSE_DATABASE_URL')
    makePrivate(target)
    await createTables(target, inNewNames(names), now)
    await fillFile(target, (to) => copyTables(from, to))
  } finally {
    await from.close()
  }
}

/** Writes to a file in one transaction. */
export async function fillFile<T>(file: string, work: (to: SqliteStore) => Promise<T>): Promise<T> {
  const to = new SqliteStore(file)
  try {
    // An incomplete file is useless anyway, so only the end has to wait for the disk.
    to.database.exec('pragma synchronous = off; begin immediate')
    const done = await work(to)
    to.database.exec('commit')
    return done
  } finally {
    to.close()
  }
}

/** The migrations of a PostgreSQL database, none if it is empty. Throws if this version cannot read it. */
export async function migrationsOf({ client }: PostgresStore): Promise<string[]> {
  const { rows: there } = await client.query(
    `select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'migrations'`,
  )
  if (there.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const names = rows.map(({ name }) => name)
  expectReadable(names)
  return names
}

/**
 * Throws if a database with these migrations was made by a newer version, or by one that is too old. A server works
 * beside what a newer one has added, but a copy needs all of it.
 */
export function expectReadable(names: readonly string[]): void {
  const { added, problem } = migrationState(names)
  if (problem) throw new Error(`the database was ${problem.cause}\n${problem.remedy}`)
  if (added.length > 0)
    throw new Error(
      `the database was changed by a newer version of Clockhouse (it has ${added.join(', ')})\nOnly that version copies all of it: use its command.`,
    )
}
