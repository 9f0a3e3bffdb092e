import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Test databases are in memory if there is enough of it, because SQLite waits for the disk on every commit, and
// PostgreSQL whenever a database is copied. Tests of crashes have their databases on disk.

/** On Linux, a folder that is kept in memory; in a container, it may be small. */
const memory = '/dev/shm'

const bytesNeeded = 4 * 2 ** 30

/** The environment variable that names the folder in memory. */
const inMemory = 'TEST_MEMORY'

/**
 * Creates a folder in memory for this run, if there is enough space. Returns its environment variable, and a function
 * that deletes it.
 */
export function prepareMemory(): { env: Record<string, string>; stop: () => void } {
  if (freeBytes() < bytesNeeded) return { env: {}, stop: () => {} }
  const folder = mkdtempSync(join(memory, 'clockhouse-tests-'))
  // PostgreSQL may run as another user, who has its own folder in this one.
  chmodSync(folder, 0o711)
  return { env: { [inMemory]: folder }, stop: () => rmSync(folder, { recursive: true, force: true }) }
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
