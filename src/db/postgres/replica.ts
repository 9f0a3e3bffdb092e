import type pg from 'pg'
import { RequestError } from '../../engine/errors.ts'
import { type Db, type Handle, type Snapshots, sql } from '../../engine/sql.ts'
import { asError, codeOf } from '../../rules/thrown.ts'
import { poolOf } from './connections.ts'
import { connectionLost } from './errors.ts'
import { type Counter, handleOf } from './transaction.ts'

// Each write increases its company's versions, which reach a replica together with the write. If the replica's versions
// are at least those just read from the primary, nothing is missing there.

/** The versions of a company. */
type Versions = Parameters<NonNullable<Db['readSince']>>[0]

/** How long a failing replica is left alone. */
const restMs = 30_000

/** How long a read waits for a connection to the replica: the primary is there. */
const connectMs = 1000

const beginSnapshot = 'begin isolation level repeatable read read only'

/** Tries reads on the replica; `undefined` if it is behind, has just failed, or failed a moment ago. */
class Tries {
  #restsUntil = 0

  async of<T>(read: () => Promise<{ value: T } | undefined>): Promise<{ value: T } | undefined> {
    const now = performance.now()
    if (now < this.#restsUntil) return undefined
    // After a rest, one read tries while all others stay with the primary.
    if (this.#restsUntil > 0) this.#restsUntil = now + restMs
    try {
      const found = await read()
      this.#restsUntil = 0
      return found
    } catch (error) {
      if (!isOfDatabase(asError(error))) throw error
      this.#restsUntil = performance.now() + restMs
      return undefined
    }
  }
}

/** Snapshots of the replica if it is up to date, otherwise of the primary. */
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

/** Reads of a company on the replica if it is up to date, otherwise with the given handle. */
export async function openReplica(
  address: string,
  primary: Handle,
  { max, counter }: { max: number; counter: Counter },
): Promise<{ readSince(company: Versions): Handle; pool: pg.Pool }> {
  const { pool } = await poolOf(address, 'limited', { max, connectionTimeoutMillis: connectMs })
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

/**
 * Sends a read, together with the check whether the replica is up to date, in one packet, which takes no longer than
 * the read alone.
 */
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
    broken = asError(error)
    throw error
  } finally {
    client.release(broken)
  }
}

function isBehind(there: Versions | undefined, company: Versions | undefined): boolean {
  if (!company) return false
  return !there || there.version < company.version || there.setup_version < company.setup_version
}

/** Whether the error comes from the database: it has an SQLSTATE (five characters), or the connection was lost. */
function isOfDatabase(error: Error): boolean {
  const origin = error instanceof RequestError ? error.cause : error
  if (!(origin instanceof Error)) return false
  return connectionLost(origin) || /^(?=.*\d)[0-9A-Z]{5}$/.test(codeOf(origin))
}

/** The versions of a company, if there is one. */
function versionsOf(companyId: number, handle: Handle): Promise<Versions | undefined> {
  return handle.get<Versions>(
    sql`select company_id, version, setup_version from companies where company_id = ${companyId}`,
  )
}
