import { chmodSync, closeSync, fsyncSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { messageOf, sqliteCodeOf } from '../../rules/thrown.ts'
import { structureOf } from '../contradictions.ts'

// A backup is one self-contained SQLite file, whichever database it was made from.

/** The contents of a verified backup. `lastChange`: the newest change of any company, 0 if there is none. */
export type Contents = {
  migrations: string[]
  tables: Record<string, number>
  rows: number
  lastChange: number
  bytes: number
}

/** Copies a database to a new file, while others write to it. */
export async function copyDatabase(file: string, target: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    await copyOpen(source, target)
  } finally {
    source.close()
  }
}

/** The same for a database that is open, even if its file has lost its name since. */
export async function copyOpen(source: DatabaseSync, target: string): Promise<void> {
  makePrivate(target)
  // All pages in one step: between steps, SQLite starts over when another process has written.
  await backup(source, target, { rate: 2 ** 30 })
  asOneFile(target)
}

/** Creates an empty file that only this account can read, replacing an existing one. */
export function makePrivate(file: string): void {
  for (const name of [file, `${file}-journal`, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
}

/**
 * Moves everything into the file itself, so that there are no other files next to it. Nothing else may have it open.
 */
export function asOneFile(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = delete')
  database.close()
}

/**
 * Reads a whole file and returns what is in it. Throws an Error if it is damaged or is not Clockhouse's; `named` is what
 * the error calls it, if it is a copy of something.
 */
export function readBack(file: string, named = file): Contents {
  const { size } = statSync(file)
  const database = openToRead(file)
  const all = <T>(text: string) => database.prepare(text).all() as T[]
  try {
    const problems = structureOf(database)
    if (problems.length > 0) throw damaged(problems.join('; '), 11)
    const names = all<{ name: string }>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name`,
    ).map(({ name }) => name)
    if (!names.includes('migrations') || !names.includes('companies'))
      throw new Error(`${named} is not a backup of Clockhouse`)
    const tables = Object.fromEntries(
      names.map((name) => [name, all<{ count: number }>(`select count(*) as count from "${name}"`)[0]!.count]),
    )
    return {
      migrations: all<{ name: string }>('select name from migrations order by name').map(({ name }) => name),
      tables,
      rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
      lastChange: all<{ last: number }>('select coalesce(max(stamp), 0) as last from companies')[0]!.last,
      bytes: size,
    }
  } catch (error) {
    const code = sqliteCodeOf(error)
    if (code === undefined) throw error
    throw damaged(`${named} is damaged or not a database: ${messageOf(error)}`, code)
  } finally {
    database.close()
  }
}

/** The error about a damaged file, with SQLite's code, which also crosses threads. */
function damaged(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { errcode })
}

function openToRead(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true })
  } catch (error) {
    throw new Error(`${file} cannot be opened: ${messageOf(error)}`)
  }
}

/** Gives a finished file its name, so that both survive a power failure. */
export async function putInPlace(part: string, file: string): Promise<void> {
  sync(part, 'r+')
  await rename(part, file)
  // A folder cannot be opened on Windows.
  if (process.platform !== 'win32') sync(dirname(file), 'r')
}

function sync(name: string, flags: string): void {
  const fd = openSync(name, flags)
  fsyncSync(fd)
  closeSync(fd)
}
