import { resolve } from 'node:path'
import { expectNoServer, fillFolder, fillPostgres, hasCompanyIn } from '../citus/fill_place.ts'
import { migrationState } from '../migrate.ts'
import { type Place, sqliteFile } from '../open.ts'
import { ownFolder } from '../sqlite/folder_owner.ts'
import { createTables } from '../sqlite/tables.ts'
import { PostgresStore, SqliteStore, type Store } from '../stores.ts'
import { expectReadable, fillFile, migrationsOf } from './backup.ts'
import { type Copied, copyTables } from './copy.ts'
import { makePrivate } from './file.ts'

/**
 * Copies a database that no server uses into an empty one, and compares every row. The source stays as it is; the
 * target gets everything, or nothing if this throws or is interrupted. `aside`: the name for an empty database in a
 * target folder.
 */
export async function moveDatabase(from: Place, to: Place, aside: string, now: number): Promise<Copied> {
  if (!to.databaseUrl && hasCompanyIn(to.data))
    throw new Error(
      `there is a company in ${resolve(to.data)} already, which nothing replaces\nGive the name of another folder.`,
    )
  return withSource(from, (source) =>
    to.databaseUrl
      ? fillPostgres(to.databaseUrl, now, (target) => copyTables(source, target))
      : intoFolder(source, to.data, aside, now),
  )
}

async function intoFolder(source: Store, data: string, aside: string, now: number): Promise<Copied> {
  let copied: Copied = {}
  await fillFolder(data, { part: 'clockhouse.db.moving', aside }, async (part) => {
    makePrivate(part)
    await createTables(part, undefined, now)
    copied = await fillFile(part, (target) => copyTables(source, target))
  })
  return copied
}

/** Opens the source in a way that nothing can change it. */
function withSource<T>(from: Place, work: (source: Store) => Promise<T>): Promise<T> {
  return from.databaseUrl ? withPostgres(from.databaseUrl, work) : withFolder(from.data, work)
}

async function withFolder<T>(data: string, work: (source: Store) => Promise<T>): Promise<T> {
  if (!hasCompanyIn(data)) throw new Error(`there is no company in ${resolve(data)}, so there is nothing to move`)
  const release = ownFolder(data)
  const source = new SqliteStore(sqliteFile({ data }))
  try {
    source.database.exec('begin immediate')
    const rows = source.database.prepare('select name from migrations').all()
    expectUpToDate(rows.map(({ name }) => String(name)))
    return await work(source)
  } finally {
    source.close()
    release()
  }
}

async function withPostgres<T>(address: string, work: (source: Store) => Promise<T>): Promise<T> {
  const source = await PostgresStore.open(address)
  try {
    await expectNoServer(source)
    const names = await migrationsOf(source)
    if (names.length === 0) throw new Error('there is no database of Clockhouse there, so there is nothing to move')
    expectUpToDate(names)
    await source.client.query('begin isolation level repeatable read read only')
    return await work(source)
  } finally {
    await source.close()
  }
}

function expectUpToDate(names: readonly string[]): void {
  expectReadable(names)
  if (migrationState(names).pending.length > 0)
    throw new Error('the database was made by an older version\nUpdate it with clockhouse migrate.')
}
