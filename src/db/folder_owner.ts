import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// A server remembers what it has read, and background rounds must not run twice, so one server owns a data folder. Commands
// may work beside it. The owner holds an exclusive lock of SQLite's on a file that is otherwise empty: the operating system
// releases it when the process ends, however it ends.

/** A server that is still stopping has this long to finish. */
const patienceMs = 5000

/** Makes this process the only server of a folder; returns a function that gives the folder up. Throws if there is one. */
export function ownFolder(folder: string): () => void {
  const file = join(folder, 'clockhouse.lock')
  for (;;) {
    if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    const lock = tryToLock(file, patienceMs)
    if (!lock)
      throw new Error(
        `another server is using the data in ${resolve(folder)}\nStop it first, or set CLOCKHOUSE_DATA to another folder.`,
      )
    // Its last owner may have removed the file after it was opened here; then the lock is on a file that is gone.
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
  return (error as { errcode?: number }).errcode === busy
}
