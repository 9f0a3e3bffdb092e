import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { sqliteCodeOf } from '../../rules/thrown.ts'
import { migrationsOf } from '../backup/backup.ts'
import { asOneFile, putInPlace, readBack } from '../backup/file.ts'
import { sqliteFile } from '../open.ts'
import { hasServer } from '../postgres/connections.ts'
import { migratePostgres } from '../postgres/postgres.ts'
import { ownFolder } from '../sqlite/folder_owner.ts'
import { hasTable } from '../sqlite/tables.ts'
import { PostgresStore } from '../stores.ts'

// A restore or a move either completes or changes nothing: a file gets its name once it is complete, and rows in
// PostgreSQL are committed together.

/**
 * Replaces the database of a folder that no server uses with the file from `make`. If the folder has a database, it is
 * kept under the name `aside`. Returns where it was kept, null if there was none.
 */
export async function fillFolder(
  data: string,
  names: { part: string; aside: string },
  make: (part: string) => Promise<void>,
): Promise<string | null> {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const release = ownFolder(data)
  const part = join(data, names.part)
  try {
    await make(part)
    readBack(part)
    const file = sqliteFile({ data })
    const aside = existsSync(file) ? setAside(file, resolve(data, names.aside)) : null
    await putInPlace(part, file)
    return aside
  } finally {
    rmSync(part, { force: true })
    release()
  }
}

/** Gives a database that no server uses a second name, so that the folder is never without one. Its log is in it then. */
export function setAside(file: string, aside: string): string {
  try {
    asOneFile(file)
  } catch (error) {
    if (sqliteCodeOf(error) === busy) throw new Error(`another program is using ${file}; try again when it has ended`)
    // It is too damaged to open, so it is kept as it is.
  }
  const kept = existsSync(aside) ? aside.replace(/(\.\w+)$/, `-${Math.trunc(performance.now() * 1000)}$1`) : aside
  linkSync(file, kept)
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix)
  return kept
}

const busy = 5

/** Whether the database of a folder has a company; false if there is no database. */
export function hasCompanyIn(data: string): boolean {
  const file = sqliteFile({ data })
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    if (!hasTable(database, 'companies')) return false
    return database.prepare('select 1 from companies limit 1').get() !== undefined
  } finally {
    database.close()
  }
}

/** Fills a PostgreSQL database that has no company and that no server uses, in one transaction. */
export async function fillPostgres<T>(
  address: string,
  now: number,
  work: (to: PostgresStore) => Promise<T>,
): Promise<T> {
  const to = await PostgresStore.open(address)
  try {
    await expectNoServer(to)
    if (
      (await migrationsOf(to)).length > 0 &&
      (await to.client.query('select 1 from companies limit 1')).rows.length > 0
    )
      throw new Error(
        'there is a company in that database already, which nothing replaces\nGive the address of an empty database, or add ?schema=name for a new schema in this one.',
      )
    await migratePostgres(address, now)
    await to.client.query('begin')
    const tables = (await to.shapes()).map(({ table }) => pg.escapeIdentifier(table))
    await to.client.query(`lock table ${tables.join()} in access exclusive mode`)
    const done = await work(to)
    await to.client.query('commit')
    await to.client.query('analyze')
    return done
  } finally {
    await to.close()
  }
}

/** Throws if a server is connected to a database. */
export async function expectNoServer({ client, schema }: PostgresStore): Promise<void> {
  if (await hasServer(client, schema))
    throw new Error(`a server is using the database ${schema ?? client.database}\nStop it first.`)
}
