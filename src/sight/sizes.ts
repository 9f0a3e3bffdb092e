import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, oneRow, sql } from '../engine/sql.ts'

/** Sizes in bytes. `wal`: the write-ahead log; `free` and `disk`: of the disk of the data folder. */
type Sizes = { database?: number; wal?: number; free?: number; disk?: number }

/** How much space the data takes, and how much is left, as far as this can be read; with PostgreSQL only the former. */
export async function sizesOf({ dialect, read }: Pick<Db, 'dialect' | 'read'>, folder: string): Promise<Sizes> {
  try {
    if (dialect === 'postgres') {
      const row = await oneRow<{ size: number }>(read, sql`select pg_database_size(current_database()) as size`)
      return { database: Number(row.size) }
    }
    const sizeOf = async (name: string) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0
    const { bavail, blocks, bsize } = await statfs(folder)
    return {
      database: await sizeOf('clockhouse.db'),
      wal: await sizeOf('clockhouse.db-wal'),
      free: bavail * bsize,
      disk: blocks * bsize,
    }
  } catch {
    return {}
  }
}
