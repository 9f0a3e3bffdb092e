import { join } from 'node:path'
import type { Db, Operation } from '../engine/sql.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Where the data is: PostgreSQL when an address is given, else the embedded database in a folder. */
export type Place = { databaseUrl: string; databasePool: number; data: string }

/** Opens the database that the settings name, up to date. `thread`: the module that serves the embedded one's writes. */
export function openDatabase(
  place: Place,
  now: number,
  writes: { operations: readonly Operation<never, unknown>[]; thread?: URL },
  onError: (error: Error) => void,
): Promise<Db> {
  if (place.databaseUrl) return openPostgres(place.databaseUrl, now, { pool: place.databasePool, onError })
  const file = join(place.data, 'clockhouse.db')
  return openSqlite(file, now, writes.thread ? { thread: writes.thread } : { operations: writes.operations })
}
