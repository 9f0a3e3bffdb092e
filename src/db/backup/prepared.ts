import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** The file in a data folder in which a server makes a database of a backup. */
export const prepared = 'clockhouse.db.prepared'

/** Removes it, and what SQLite may have left beside it. Only who owns the folder may do so. */
export function removePrepared(data: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(join(data, prepared + suffix), { force: true })
}
