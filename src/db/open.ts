import { join } from 'node:path'
import type { Db, Operation, Snapshots } from '../engine/sql.ts'
import { openSqlite, sqliteSnapshots } from './sqlite.ts'
import { type DirectDb, WorkerQueue, workerLimits } from './worker_queue.ts'

/** Where the data is: PostgreSQL when an address is given, else the embedded database in a folder. */
export type Place = { databaseUrl: string; databasePool: number; data: string }

/** Modules that run as threads: what serves the embedded database's writes, and what makes reports. */
type Threads = { writer: URL; reporter: URL }

/** Opens the database that the settings name, up to date. A server has threads; a command does without. */
export async function openDatabase(
  place: Place,
  now: number,
  writes: { operations: readonly Operation<never, unknown>[]; threads?: Threads },
  onError: (error: Error) => void,
): Promise<Db> {
  const direct = await openDirect(place, now, writes, onError)
  const runOnWorker = writes.threads && new WorkerQueue(writes.threads.reporter, place)
  return {
    ...direct,
    runOnWorker: async (question) => {
      if (!runOnWorker) throw new Error('This database was opened without a thread for reports')
      return runOnWorker.ask(question)
    },
    statements: () => direct.statements() + (runOnWorker?.statements() ?? 0),
    close: async () => {
      await runOnWorker?.close()
      await direct.close()
    },
  }
}

async function openDirect(
  place: Place,
  now: number,
  writes: { operations: readonly Operation<never, unknown>[]; threads?: Threads },
  onError: (error: Error) => void,
): Promise<DirectDb> {
  if (place.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(place.databaseUrl, now, { pool: place.databasePool, onError })
  }
  const { operations, threads } = writes
  return openSqlite(fileIn(place), now, threads ? { thread: threads.writer } : { operations })
}

/** Opens a database that is up to date for reading only, one snapshot after the other. */
export async function openSnapshots(place: Place): Promise<Snapshots> {
  if (!place.databaseUrl) return sqliteSnapshots(fileIn(place))
  const { postgresSnapshots } = await import('./postgres.ts')
  // The server waits no longer than its limit; what goes on beyond that was left by a thread that it has ended.
  return postgresSnapshots(place.databaseUrl, workerLimits.ms + 5000)
}

function fileIn(place: Place): string {
  return join(place.data, 'clockhouse.db')
}
