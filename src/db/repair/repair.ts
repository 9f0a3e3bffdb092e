import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { differences, toldDifference } from '../../audit/copies.ts'
import { expectReadable, fillFile } from '../backup/backup.ts'
import { makePrivate, putInPlace, readBack } from '../backup/file.ts'
import { setAside } from '../citus/fill_place.ts'
import { handleOf } from '../contradictions.ts'
import { migrationsUpTo } from '../migrate.ts'
import { sqliteFile } from '../open.ts'
import { ownFolder } from '../sqlite/folder_owner.ts'
import { createTables } from '../sqlite/tables.ts'
import type { SqliteStore } from '../stores.ts'
import { AnonymizedPeople } from './anonymized.ts'
import { type Dispute, Disputes } from './disputes.ts'
import { auditsIn, mendAudit, moveVersions, type Orphaned, orphans, update } from './finish.ts'
import { Indexes } from './indexes.ts'
import { readRows, restoreRows, type TableResult } from './rebuild.ts'
import { copyDamaged, Scratch } from './scratch.ts'
import { openBackup, Sources } from './sources.ts'

/** What a repair has found and done. */
export type Repaired = {
  /** What SQLite says about the damaged file. */
  problems: string[]
  /** Pages that were cut off at the end, or that could not be read. */
  cutOff: number
  unreadable: { name: string; pages: number; entries: number }[]
  tables: TableResult[]
  disputes: Dispute[]
  /** Lines of histories that contradict each other. */
  contradictions: string[]
  auditLinesMended: number
  audits: Awaited<ReturnType<typeof auditsIn>>
  orphaned: Orphaned[]
  /** The new database, and the damaged one if it was replaced; undefined if nothing is damaged. */
  file: string | undefined
  aside: string | undefined
}

type Given = {
  data: string
  /** A backup to take rows from that nothing else has. */
  backup: string | undefined
  /** The names of the new database, and of the damaged one if it is replaced. */
  name: string
  aside: string
  replace: boolean
  now: number
}

/**
 * Makes a new database of what can be read in a damaged one, and of what its own history, its logs and a backup have of
 * the rest. The damaged file stays as it is. Throws, and makes nothing, if a server uses the folder, or if not even the
 * list of tables can be read.
 */
export async function repairDatabase(given: Given): Promise<Repaired> {
  const { data, replace } = given
  const file = sqliteFile({ data })
  if (!existsSync(file)) throw new Error(`there is no database in ${resolve(data)}`)
  const release = ownFolder(data)
  const copy = join(data, 'clockhouse.db.damaged-copy')
  const part = join(data, 'clockhouse.db.repairing')
  try {
    copyDamaged(file, copy)
    const scratch = new Scratch(copy)
    try {
      const done = await rebuild(scratch, part, given)
      if (isIntact(done)) return done
      const target = resolve(data, replace ? 'clockhouse.db' : given.name)
      const aside = replace ? setAside(file, resolve(data, given.aside)) : undefined
      await putInPlace(part, target)
      return { ...done, file: target, aside }
    } finally {
      scratch.close()
    }
  } finally {
    for (const name of [part, copy])
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(name + suffix, { force: true })
    release()
  }
}

/** Whether a database has nothing to be repaired. */
export function isIntact(done: Repaired): boolean {
  return isUnchanged(done) && done.contradictions.length === 0 && done.audits.every(({ problem }) => !problem)
}

async function rebuild(scratch: Scratch, part: string, { backup, now }: Given): Promise<Repaired> {
  const names = migrationsIn(scratch.database)
  makePrivate(part)
  await createTables(part, names, now)
  const done = await fillFile(part, async (to) => {
    // The new database has noted its own migrations.
    const shapes = (await to.shapes()).filter(({ table }) => table !== 'migrations')
    const results = readRows(scratch, to, shapes)
    const kept = backup === undefined ? undefined : openBackup(backup, to.database)
    return fill(scratch, to, { results, backup: kept, now }).finally(() => kept?.close())
  })
  readBack(part)
  return done
}

async function fill(
  scratch: Scratch,
  to: SqliteStore,
  {
    results,
    backup,
    now,
  }: { results: ReadonlyMap<string, TableResult>; backup: DatabaseSync | undefined; now: number },
): Promise<Repaired> {
  const { database } = to
  // What is taken out of restored rows must not be left in unused parts of pages.
  database.exec('pragma secure_delete = on')
  const indexes = new Indexes(scratch, database)
  const sources = new Sources(database, backup)
  const disputes = new Disputes(database, sources)
  const anonymized = new AnonymizedPeople(database, sources)
  restoreRows({ scratch, to, indexes, sources, disputes, anonymized }, results)
  const auditLinesMended = mendAudit(to, sources)
  if (auditLinesMended > 0) anonymized.readAudit()
  const contradictions: string[] = []
  for (const companyId of companiesIn(database))
    for await (const one of differences(handleOf(database), companyId))
      if (one.table === 'timesheet_history' || one.table === 'changes') contradictions.push(toldDifference(one))
      else disputes.add(one, companyId)
  const decided = disputes.decided((table, column) => indexes.having(table, column))
  for (const { table, key, column, row, taken } of decided)
    if (taken !== undefined && taken !== row) update(database, table, key, { [column]: taken })
  const { damage } = scratch
  const unreadable = unreadableIn(scratch)
  const found = {
    ...{ problems: damage.problems, cutOff: damage.cutOff, unreadable },
    ...{ tables: [...results.values()], disputes: decided, contradictions, auditLinesMended },
  }
  if (!isUnchanged(found)) await moveVersions(to, results, now)
  const whole = { audits: await auditsIn(database), orphaned: orphans(database, results.values()) }
  return { ...found, ...whole, file: undefined, aside: undefined }
}

/** Whether every row is as it was read. */
function isUnchanged(found: Omit<Repaired, 'audits' | 'orphaned' | 'file' | 'aside'>): boolean {
  const { problems, cutOff, unreadable, tables, disputes, auditLinesMended } = found
  const refused = tables.flatMap((table) => table.refused)
  return (
    [problems, unreadable, refused, disputes].every(({ length }) => length === 0) && cutOff + auditLinesMended === 0
  )
}

function companiesIn(database: DatabaseSync): number[] {
  return database
    .prepare('select company_id from companies')
    .all()
    .map(({ company_id }) => Number(company_id))
}

/** The migrations of the damaged database, so that the new one gets the same tables; all if they cannot be read. */
function migrationsIn(database: DatabaseSync): string[] | undefined {
  const rows = database.prepare('select name from migrations').all()
  const { names, newer } = migrationsUpTo(rows.map(({ name }) => String(name)))
  expectReadable(newer)
  return names
}

function unreadableIn({ damage }: Scratch): Repaired['unreadable'] {
  const ofTrees = Map.groupBy(damage.gaps, ({ tree }) => tree.name)
  const count = (some: typeof damage.gaps, kind: string) => some.filter(({ what }) => what === kind).length
  const found = [...ofTrees].map(([name, some]) => {
    return { name, pages: count(some, 'page'), entries: count(some, 'entry') }
  })
  return [
    ...found,
    ...(damage.unknown.length > 0 ? [{ name: 'of unknown tables', pages: damage.unknown.length, entries: 0 }] : []),
  ]
}
