import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ownIdsFrom } from '../../engine/table.ts'
import { fillFolder, fillPostgres, setAside } from '../citus/fill_place.ts'
import { idCounters } from '../citus/id_blocks.ts'
import { migrationState } from '../migrate.ts'
import { type Place, sqliteFile } from '../open.ts'
import { ownFolder } from '../sqlite/folder_owner.ts'
import { createTables } from '../sqlite/tables.ts'
import { SqliteStore } from '../stores.ts'
import { expectReadable, fillFile } from './backup.ts'
import { copyTables } from './copy.ts'
import { type Contents, copyDatabase, putInPlace, readBack } from './file.ts'
import { prepared, removePrepared } from './prepared.ts'
import { leaveRevoked } from './revoked.ts'

/**
 * A restored backup. `applied`: the migrations that it lacked. `aside`: where the replaced database is kept, null if
 * there was none.
 */
type Restored = { contents: Contents; applied: string[]; aside: string | null }

/**
 * Restores a backup to a place that no server uses: a data folder, whose database is kept under the name `aside`, or an
 * empty PostgreSQL database. Throws, and changes nothing, if the file is damaged or from a newer version.
 */
export async function restoreBackup(file: string, place: Place, aside: string, now: number): Promise<Restored> {
  const contents = readBack(file)
  expectReadable(contents.migrations)
  const applied = migrationState(contents.migrations).pending
  if (!place.databaseUrl) {
    const names = { part: 'clockhouse.db.restoring', aside }
    const make = async (part: string) => {
      await copyForward(file, part, now, sqliteFile(place))
      await forgetRevoked(part, sqliteFile(place))
    }
    const kept = await fillFolder(place.data, names, make)
    return { contents, applied, aside: kept }
  }
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-restore-'))
  try {
    const copy = join(folder, 'clockhouse.db')
    await copyForward(file, copy, now)
    await fillPostgres(place.databaseUrl, now, async (to) => {
      const from = new SqliteStore(copy, { readOnly: true })
      await copyTables(from, to).finally(() => from.close())
    })
    return { contents, applied, aside: null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes a database of a backup beside the one that a server uses. Throws if the file is damaged or from a newer version. */
export async function prepareRestore({ file, data, now }: { file: string; data: string; now: number }): Promise<void> {
  expectReadable(readBack(file).migrations)
  const target = join(data, prepared)
  try {
    await copyForward(file, target, now, sqliteFile({ data }))
    readBack(target)
  } catch (error) {
    removePrepared(data)
    throw error
  }
}

/**
 * Puts the database that was prepared in the place of the one of a folder, after the server has closed that. Returns where
 * the former one is kept.
 */
export async function replacePrepared({ data, aside }: { data: string; aside: string }): Promise<string | null> {
  // It is complete, but for what was revoked since it was prepared.
  return fillFolder(data, { part: prepared, aside }, (part) => forgetRevoked(part, sqliteFile({ data })))
}

/** Undoes that: what is kept is in place again, and what has replaced it is kept beside it. */
export async function putBack({ data, kept, aside }: { data: string; kept: string; aside: string }): Promise<void> {
  const release = ownFolder(data)
  try {
    const file = sqliteFile({ data })
    setAside(file, resolve(data, aside))
    await putInPlace(kept, file)
    // A database that was too damaged to open was kept with its log.
    for (const suffix of ['-wal', '-shm']) if (existsSync(kept + suffix)) renameSync(kept + suffix, file + suffix)
  } finally {
    release()
  }
}

/** Copies a backup to a file that this version can use, and that may replace the database `former`. */
async function copyForward(file: string, target: string, now: number, former?: string): Promise<void> {
  const used = former === undefined ? nothingUsed : usedIn(former)
  await copyDatabase(file, target)
  await createTables(target, undefined, now)
  await fillFile(target, (store) => renew(store, now, used))
}

/** What was revoked since the backup stays revoked, as far as the database that is replaced tells. */
function forgetRevoked(part: string, former: string): Promise<void> {
  return fillFile(part, async ({ database }) => leaveRevoked(database, former))
}

/** More versions than any server reaches between two backups. */
const versionsAhead = 1_000_000_000
const idBlocksAhead = 256
const ownIdsAhead = 1_000_000

/** The largest version, change and block of ids that a database has used, and each company's next own id. */
type Used = { version: number; change: number; block: number; own: readonly { company: number; next: number }[] }

const nothingUsed: Used = { version: 0, change: 0, block: 0, own: [] }

/**
 * What a database has used that is to be replaced. It may itself have been restored from the same backup, and be ahead of it
 * already. One that cannot be read tells nothing.
 */
function usedIn(file: string): Used {
  if (!existsSync(file)) return nothingUsed
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      const number = (text: string) => Number(database.prepare(text).get()?.found ?? 0)
      return {
        version: number('select max(max(version, setup_version)) as found from companies'),
        change: number('select max(last_change) as found from companies'),
        block: number("select max(last) as found from counters where name like 'id_block %'"),
        own: database
          .prepare(`select company_id, id_next from companies where id_next >= ${ownIdsFrom}`)
          .all()
          .map(({ company_id, id_next }) => ({ company: Number(company_id), next: Number(id_next) })),
      }
    } finally {
      database.close()
    }
  } catch {
    return nothingUsed
  }
}

/**
 * Skips ids and versions that may have been used after the backup. Programs may know records and versions that no
 * longer exist: no new record may get such an id, and no response may count as unchanged.
 */
export async function renew(store: SqliteStore, now: number, used = nothingUsed): Promise<void> {
  const { database } = store
  for (const { company, next } of used.own)
    database.exec(`update companies set id_next = max(id_next, min(${next}, id_limit))
      where company_id = ${company} and id_next >= ${ownIdsFrom}`)
  database.exec(`update companies set version = max(version, ${used.version}) + ${versionsAhead},
    setup_version = max(setup_version, ${used.version}) + ${versionsAhead},
    last_change = max(last_change, ${used.change}) + ${versionsAhead}, id_spare = '',
    id_limit = case when id_next >= ${ownIdsFrom} then id_limit else 0 end,
    id_next = case when id_next >= ${ownIdsFrom} then min(id_next + ${ownIdsAhead}, id_limit) else 0 end`)
  database.exec(`update counters set last = cast(substr(name, 10) as integer) + ${idBlocksAhead} +
    ${idCounters} * (max(${used.block}, (select max(last) from counters where name like 'id_block %')) / ${idCounters})
    where name like 'id_block %'`)
  // However old the backup is, the clock of the machine that restores it is believed, unless the backup knows better.
  database.exec(`delete from server_clock;
    insert into server_clock (id, beat, steady, boot) select 1, ${now}, 0, ''
      where not exists (select 1 from companies where stamp > ${now})`)
}
