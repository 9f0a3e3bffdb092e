import { join, resolve } from 'node:path'
import { clearReferenceData } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import type { Operation, Snapshots } from '../engine/sql.ts'
import { Commits, type EmbeddedFile, type WatchedDb } from '../sight/watched.ts'
import { DatabaseFloor } from './floor.ts'
import { ResponseCache } from './response_cache.ts'
import { openSqlite, sqliteSnapshots } from './sqlite/sqlite.ts'
import { type DirectDb, WorkerQueue, workerLimits } from './sqlite/worker_queue.ts'

/** The location of the data: PostgreSQL if an address is given, otherwise the embedded database in a folder. */
export type Place = { databaseUrl: string; databasePool: number; data: string; replicaUrl?: string }

/** Modules that run as threads: the embedded database's writer, and the report worker. */
type Threads = { writer: URL; reporter: URL }

/** The most bytes of cached reports. */
const reportBytesMax = 32 * 1_048_576

/** Opens the configured database and migrates it. A server uses threads; a command does not. */
export async function openDatabase(
  place: Place,
  now: number,
  writes: { operations: readonly Operation<never, unknown>[]; threads?: Threads },
  onError: (error: Error) => void,
): Promise<WatchedDb> {
  // Cached data of another database in this process would have the same ids.
  clearReferenceData()
  const commits = new Commits()
  const { file, ...direct } = await openDirect(place, now, { ...writes, commits }, onError).catch((error) => {
    throw withPlace(error, place)
  })
  const worker = writes.threads && new WorkerQueue(writes.threads.reporter, place)
  const reports = new ResponseCache<Uint8Array<ArrayBuffer>>(reportBytesMax)
  return {
    ...direct,
    watched: { commits, floor: new DatabaseFloor(direct.read), ...(file && { file }) },
    runOnWorker: async (question, { companyId, key, version }) => {
      if (!worker) throw new Error('This database was opened without a report thread')
      const known = reports.get(key, version)
      if (known) return known
      // A thread that starts now would read the file that is at the path instead.
      if (file?.trouble) throw new RequestError(503, 'database_file_gone')
      const { answer, lasting } = await worker.run(question, companyId)
      if (lasting && answer instanceof Uint8Array) reports.set(key, version, answer)
      return answer
    },
    statements: () => direct.statements() + (worker?.statements() ?? 0),
    load: () => ({ ...direct.load(), reports: worker?.waiting ?? 0 }),
    close: async () => {
      await worker?.close()
      await direct.close()
    },
  }
}

/** An error of the file system or a database, with the file or server and the variable that chose it. */
function withPlace(error: Error & { code?: string; errors?: Error[] }, place: Place): Error {
  if (error.code === undefined) return error
  const reason = error.message || error.errors?.map(({ message }) => message).join(', ') || error.code
  const [what, variable] = place.databaseUrl
    ? [`the PostgreSQL server at ${hostOf(place.databaseUrl)}`, 'CLOCKHOUSE_DATABASE_URL']
    : [resolve(sqliteFile(place)), 'CLOCKHOUSE_DATA']
  const remedy = isUntrusted(error) ? `; ${trustRemedy}` : ''
  return new Error(`cannot open ${what} (${variable}): ${reason}${remedy}`, { cause: error })
}

/** Whether the certificate of a server was refused. */
function isUntrusted({ code }: { code?: string }): boolean {
  return /CERT|ALTNAME/.test(code ?? '')
}

const trustRemedy =
  'name the certificate of its authority with sslrootcert=/path/to/root.crt, or encrypt without verification with sslmode=require'

/** The server and database of an address, without user and password. */
function hostOf(address: string): string {
  const { host, pathname } = URL.parse(address) ?? { host: '', pathname: '' }
  return host + pathname
}

async function openDirect(
  place: Place,
  now: number,
  writes: { operations: readonly Operation<never, unknown>[]; threads?: Threads; commits: Commits },
  onError: (error: Error) => void,
): Promise<DirectDb & { file?: EmbeddedFile }> {
  const { operations, threads, commits } = writes
  if (place.databaseUrl) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    const patience = threads ? 'limited' : 'patient'
    const replica = threads && place.replicaUrl
    return openPostgres(place.databaseUrl, now, { pool: place.databasePool, patience, replica, commits, onError })
  }
  return openSqlite(sqliteFile(place), now, threads ? { thread: threads.writer, commits } : { operations })
}

/** Opens a migrated database for reading only, one snapshot at a time. */
export async function openSnapshots(place: Place): Promise<Snapshots> {
  if (!place.databaseUrl) return sqliteSnapshots(sqliteFile(place))
  const { postgresSnapshots } = await import('./postgres/postgres.ts')
  // The server waits no longer than its limit; a statement that runs longer belongs to a thread it has terminated.
  const ofPlace = (address: string) => postgresSnapshots(address, workerLimits.ms + 5000)
  const primary = await ofPlace(place.databaseUrl)
  if (!place.replicaUrl) return primary
  const { replicaSnapshots } = await import('./postgres/replica.ts')
  return replicaSnapshots(primary, await ofPlace(place.replicaUrl))
}

/** The file of the embedded database. */
export function sqliteFile(place: Pick<Place, 'data'>): string {
  return join(place.data, 'clockhouse.db')
}
