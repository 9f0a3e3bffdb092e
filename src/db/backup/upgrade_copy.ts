import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../rules/thrown.ts'
import { migrationState } from '../migrate.ts'
import { hasTable } from '../sqlite/tables.ts'
import { copyDatabase, putInPlace } from './file.ts'

// Before a new version changes the tables of the embedded database, the database is copied, so the old version can
// continue with the copy.

const pattern = /^clockhouse-before-upgrade-.*\.db$/

/** How many copies are kept. */
const keep = 2

/** Copies a database with pending migrations; does nothing if it is new or up to date. */
export async function copyBeforeUpgrade(file: string, now: number): Promise<void> {
  const names = namesIn(file)
  const { pending, problem } = migrationState(names)
  if (names.length === 0 || pending.length === 0 || problem) return
  const folder = dirname(file)
  const name = `clockhouse-before-upgrade-${pending[0]!.slice(0, 4)}-${now}.db`
  const part = join(folder, `${name}.part`)
  try {
    await copyDatabase(file, part)
    await putInPlace(part, join(folder, name))
  } catch (error) {
    rmSync(part, { force: true })
    throw new Error(
      `the database was not upgraded, because it cannot be copied first: ${messageOf(error)}\nMake room in ${folder}: it takes as much again as the database.`,
    )
  }
  const copies = readdirSync(folder).filter((other) => pattern.test(other))
  const oldestFirst = copies.sort((a, b) => instantOf(a) - instantOf(b))
  for (const old of oldestFirst.slice(0, -keep)) rmSync(join(folder, old))
}

/** The migrations of a file, none if there is no database in it. */
function namesIn(file: string): string[] {
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    if (!hasTable(database, 'migrations')) return []
    const rows = database.prepare('select name from migrations').all()
    return rows.map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

function instantOf(name: string): number {
  return Number(/(\d+)\.db$/.exec(name)?.[1] ?? 0)
}
