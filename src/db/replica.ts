import type pg from 'pg'
import { RequestError } from '../engine/errors.ts'
import { type Db, type Handle, type Snapshots, sql } from '../engine/sql.ts'
import { poolOf } from './postgres_connections.ts'
import { connectionLost } from './postgres_errors.ts'
import { type Counter, handleOf } from './postgres_transaction.ts'

// A company's versions move with each of its writes and reach a replica together with them: if they are at least those of
// the primary, read just before, nothing is missing there.

/** What a company's row says of its writes. */
type Versions = Parameters<Db['readSince']>[0]

/** How long a replica that does not answer is left alone. */
const restMs = 30_000

const beginSnapshot = 'begin isolation level repeatable read read only'

/** What the replica answers, or `undefined` if it is behind, in trouble, or resting after trouble. */
class Tries {
  #restsUntil = 0

  async of<T>(read: () => Promise<{ value: T } | undefined>): Promise<{ value: T } | undefined> {
    if (performance.now() < this.#restsUntil) return undefined
    try {
      return await read()
    } catch (error) {
      if (!isOfDatabase(error as Error)) throw error
      this.#restsUntil = performance.now() + restMs
      return undefined
    }
  }
}

/** Snapshots of a replica as far as it has come, otherwise of the primary. */
export function replicaSnapshots(primary: Snapshots, replica: Snapshots): Snapshots {
  const tries = new Tries()
  return {
    take: async (read, companyId) => {
      const found = await tries.of(async () => {
        const newest = await primary.take((handle) => versionsOf(companyId, handle), companyId)
        return replica.take(async (handle) => {
          if (isBehind(await versionsOf(companyId, handle), newest)) return undefined
          return { value: await read(handle) }
        }, companyId)
      })
      return found ? found.value : primary.take(read, companyId)
    },
    statements: () => primary.statements() + replica.statements(),
    close: async () => {
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

/** Reads of a company on a replica as far as it has come, otherwise with the given handle. */
export function openReplica(
  address: string,
  primary: Handle,
  { max, counter }: { max: number; counter: Counter },
): { readSince(company: Versions): Handle; pool: pg.Pool } {
  const { pool } = poolOf(address, 'limited', { max })
  pool.on('error', () => {})
  const tries = new Tries()
  const readSince = (company: Versions): Handle => {
    const ask = async <T>(read: (handle: Handle) => Promise<T>): Promise<T> => {
      const found = await tries.of(() => inSnapshot(pool, counter, company, read))
      return found ? found.value : read(primary)
    }
    return {
      ...primary,
      all: (statement) => ask((handle) => handle.all(statement)),
      tuples: (statement) => ask((handle) => handle.tuples(statement)),
      get: (statement) => ask((handle) => handle.get(statement)),
    }
  }
  return { readSince, pool }
}

/** Sends a read and the question whether it is complete in one packet, which takes no longer than the read alone. */
async function inSnapshot<T>(
  pool: pg.Pool,
  counter: Counter,
  company: Versions,
  read: (handle: Handle) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const handle = handleOf(client, counter)
    const [, there, value] = await Promise.all([
      client.query(beginSnapshot),
      versionsOf(company.company_id, handle),
      read(handle),
      client.query('commit'),
    ])
    return isBehind(there, company) ? undefined : { value }
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

function isBehind(there: Versions | undefined, company: Versions | undefined): boolean {
  if (!company) return false
  return !there || there.version < company.version || there.setup_version < company.setup_version
}

/** Whether the database is the cause, by its five characters (SQLSTATE) or as it was lost; any other error is the reader's. */
function isOfDatabase(error: Error): boolean {
  const origin = error instanceof RequestError ? error.cause : error
  if (!(origin instanceof Error)) return false
  return connectionLost(origin) || /^(?=.*\d)[0-9A-Z]{5}$/.test((origin as { code?: string }).code ?? '')
}

/** The versions of a company, if there is one. */
function versionsOf(companyId: number, handle: Handle): Promise<Versions | undefined> {
  return handle.get<Versions>(
    sql`select company_id, version, setup_version from companies where company_id = ${companyId}`,
  )
}
