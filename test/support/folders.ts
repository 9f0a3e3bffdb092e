import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Test databases are in memory if there is enough of it, because SQLite waits for the disk on every commit, and
// PostgreSQL whenever a database is copied. Tests of crashes have their databases on disk.

/** On Linux, a folder that is kept in memory; in a container, it may be small. */
const memory = '/dev/shm'

/** PostgreSQL refuses to run as root, so root runs it as this user. */
export const unprivileged = 65534

/** How the folder of a PostgreSQL begins. */
export const postgresPrefix = 'clockhouse-postgres-'

const bytesNeeded = 4 * 2 ** 30

/** The environment variable that names the folder in memory. */
const inMemory = 'TEST_MEMORY'

/**
 * Creates a folder in memory for this run, if there is enough space. Returns its environment variable, a function that
 * deletes it, and one that leaves the database of a PostgreSQL to it, which deletes it when it has ended.
 */
export function prepareMemory(): { env: Record<string, string>; stop: () => void; stopNow: () => void } {
  if (freeBytes() < bytesNeeded) return { env: {}, stop: () => {}, stopNow: () => {} }
  const folder = mkdtempSync(join(memory, 'clockhouse-tests-'))
  // PostgreSQL may run as another user, who has its own folder in this one.
  chmodSync(folder, 0o711)
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  return {
    env: { [inMemory]: folder },
    stop: () => remove(folder),
    stopNow: () => {
      const names = readdirSync(folder)
      for (const name of names) if (!name.startsWith(postgresPrefix)) remove(join(folder, name))
      if (!names.some((name) => name.startsWith(postgresPrefix))) remove(folder)
      else if (process.getuid?.() === 0) chownSync(folder, unprivileged, unprivileged)
    },
  }
}

/** Creates an empty folder for a database. */
export function databaseFolder(prefix: string, { durable = false } = {}): string {
  return mkdtempSync(join((!durable && process.env[inMemory]) || tmpdir(), prefix))
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize
  } catch {
    return 0
  }
}
