import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteCodeOf } from '../../rules/thrown.ts'

// A server caches what it has read, and background rounds must not run twice, so only one server may own a data folder.
// Commands may run at the same time. The owner holds an exclusive SQLite lock on an otherwise empty file; the operating
// system releases it when the process ends, no matter how.

/** A server that is still stopping has this long to finish. */
const patienceMs = 5000

/**
 * Makes this process the only server of a folder; returns a function that releases it. Throws if there already is one.
 */
export function ownFolder(folder: string): () => void {
  const file = join(folder, 'clockhouse.lock')
  for (;;) {
    if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    const lock = tryToLock(file, patienceMs)
    if (!lock)
      throw new Error(
        `another server is using the data in ${resolve(folder)}\nStop it first, or set CLOCKHOUSE_DATA to another folder.`,
      )
    // The last owner may have removed the file after this process opened it; then the lock is on a deleted file.
    const other = existsSync(file) ? tryToLock(file, 0) : lock
    if (!other)
      return () => {
        rmSync(file, { force: true })
        lock.close()
      }
    if (other !== lock) other.close()
    lock.close()
  }
}

/** A connection with an exclusive lock on the file; undefined if another connection has it. */
function tryToLock(file: string, timeout: number): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout })
  try {
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

const busy = 5

function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === busy
}
