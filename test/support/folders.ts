import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Databases of tests are in memory where there is enough of it: SQLite waits for the disk with every commit, PostgreSQL
// with every database that is copied. Those of tests about crashes are on the disk.

/** On Linux, a folder that is kept in memory; in a container, it may be small. */
const memory = '/dev/shm'

const bytesNeeded = 4 * 2 ** 30

/** The environment variable that names the folder in memory. */
const inMemory = 'TEST_MEMORY'

/** Makes a folder in memory for this run, if there is room. Returns its environment variable, and how to delete it. */
export function prepareMemory(): { env: Record<string, string>; stop: () => void } {
  if (freeBytes() < bytesNeeded) return { env: {}, stop: () => {} }
  const folder = mkdtempSync(join(memory, 'clockhouse-tests-'))
  // PostgreSQL may run as another user, who has a folder of its own in it.
  chmodSync(folder, 0o711)
  return { env: { [inMemory]: folder }, stop: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Makes an empty folder for a database. */
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
