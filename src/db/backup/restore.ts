import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownIdsFrom } from '../../engine/table.ts'
import { fillFolder, fillPostgres } from '../citus/fill_place.ts'
import { idCounters } from '../citus/id_blocks.ts'
import { migrationState } from '../migrate.ts'
import type { Place } from '../open.ts'
import { createTables } from '../sqlite/tables.ts'
import { SqliteStore } from '../stores.ts'
import { expectReadable, fillFile } from './backup.ts'
import { copyTables } from './copy.ts'
import { type Contents, copyDatabase, readBack } from './file.ts'

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
    const kept = await fillFolder(place.data, names, (part) => copyForward(file, part, now))
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

/** Copies a backup to a file that this version can use. */
async function copyForward(file: string, target: string, now: number): Promise<void> {
  await copyDatabase(file, target)
  await createTables(target, undefined, now)
  await fillFile(target, (store) => renew(store, now))
}

/** More versions than any server reaches between two backups. */
const versionsAhead = 1_000_000_000
const idBlocksAhead = 256
const ownIdsAhead = 1_000_000

/**
 * Skips ids and versions that may have been used after the backup. Programs may know records and versions that no
 * longer exist: no new record may get such an id, and no response may count as unchanged.
 */
export async function renew(store: SqliteStore, now: number): Promise<void> {
  store.database.exec(`update companies set version = version + ${versionsAhead},
    setup_version = setup_version + ${versionsAhead}, last_change = last_change + ${versionsAhead}, id_spare = '',
    id_limit = case when id_next >= ${ownIdsFrom} then id_limit else 0 end,
    id_next = case when id_next >= ${ownIdsFrom} then min(id_next + ${ownIdsAhead}, id_limit) else 0 end`)
  store.database.exec(`update counters set last = cast(substr(name, 10) as integer) + ${idBlocksAhead} +
    ${idCounters} * ((select max(last) from counters where name like 'id_block %') / ${idCounters})
    where name like 'id_block %'`)
  // However old the backup is, the clock of the machine that restores it is believed, unless the backup knows better.
  store.database.exec(`delete from server_clock;
    insert into server_clock (id, beat, steady, boot) select 1, ${now}, 0, ''
      where not exists (select 1 from companies where stamp > ${now})`)
}
