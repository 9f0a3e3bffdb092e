import { RequestError } from '../engine/errors.ts'
import { type Handle, type Snapshots, sql } from '../engine/sql.ts'
import { connectionLost } from './postgres_errors.ts'

/** How long a replica that does not answer is left alone. */
const restMs = 30_000

type Versions = { version: number; setup_version: number }

/**
 * Snapshots of a replica as far as it has come, otherwise of the primary. A company's versions move with each of its writes
 * and reach the replica together with them: if they are those of the primary, asked just before, nothing is missing.
 */
export function replicaSnapshots(primary: Snapshots, replica: Snapshots): Snapshots {
  let restsUntil = 0
  return {
    take: async (read, companyId) => {
      if (performance.now() < restsUntil) return primary.take(read, companyId)
      const newest = await primary.take((handle) => versionsOf(companyId, handle), companyId)
      const found = replica.take(async (handle) => {
        const there = await versionsOf(companyId, handle)
        const isBehind = there.version < newest.version || there.setup_version < newest.setup_version
        if (isBehind) return undefined
        return { value: await read(handle) }
      }, companyId)
      const reached = await found.catch((error) => {
        if (!isOfDatabase(error)) throw error
        restsUntil = performance.now() + restMs
        return undefined
      })
      return reached ? reached.value : primary.take(read, companyId)
    },
    statements: () => primary.statements() + replica.statements(),
    close: async () => {
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

/** Whether the database is the cause, by its five characters (SQLSTATE) or as it was lost; any other error is the reader's. */
function isOfDatabase(error: Error): boolean {
  const origin = error instanceof RequestError ? error.cause : error
  if (!(origin instanceof Error)) return false
  return connectionLost(origin) || /^(?=.*\d)[0-9A-Z]{5}$/.test((origin as { code?: string }).code ?? '')
}

/** The versions of a company; zeros if there is none. */
async function versionsOf(companyId: number, handle: Handle): Promise<Versions> {
  const row = await handle.get<Versions>(
    sql`select version, setup_version from companies where company_id = ${companyId}`,
  )
  return row ?? { version: 0, setup_version: 0 }
}
