import type { CompanyRow } from '../engine/company_snapshot.ts'
import { lockExisting, sql, type Tx } from '../engine/sql.ts'

/**
 * The key, next to the instants in a company's `last_modified`, of the number of versions whose changes are all named
 * there.
 */
const namedVersions = '*'

/**
 * Increases a company's version after a statement has changed data that only lists of `source` show. Locks the company;
 * for transactions without a unit of work. `reference`: reference data has changed.
 */
export async function moveVersion(
  tx: Tx,
  companyId: number,
  source: string,
  { reference = false } = {},
): Promise<void> {
  const row = await lockExisting(tx, companyId)
  const stamp = Math.max(tx.now, row.stamp + 1)
  const stamps: Record<string, number> = JSON.parse(row.last_modified)
  const moved = { ...stamps, [source]: stamp, [namedVersions]: (stamps[namedVersions] ?? 0) + 1 }
  await tx.run(sql`update companies set version = version + 1, setup_version = setup_version + ${reference ? 1 : 0},
    stamp = ${stamp},
    last_modified = ${JSON.stringify(moved)} where company_id = ${companyId}`)
}

/** Increases a company's versions after a statement has changed reference data that is not a resource. */
export async function moveSetup(tx: Tx, companyId: number): Promise<void> {
  await tx.run(
    sql`update companies set version = version + 1, setup_version = setup_version + 1 where company_id = ${companyId}`,
  )
}

/** The tables that have changed in a company since an earlier version of its row; null if not all changes are known. */
export function changedSince(
  before: Pick<CompanyRow, 'version' | 'stamp' | 'last_modified'>,
  { version, last_modified }: Pick<CompanyRow, 'version' | 'last_modified'>,
): string[] | null {
  const old: Record<string, number> = JSON.parse(before.last_modified)
  const now: Record<string, number> = JSON.parse(last_modified)
  if (version - before.version !== (now[namedVersions] ?? 0) - (old[namedVersions] ?? 0)) return null
  return Object.entries(now).flatMap(([name, stamp]) => (name !== namedVersions && stamp > before.stamp ? [name] : []))
}
