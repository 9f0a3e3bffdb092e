import { inList, join, sql } from '../engine/sql.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'

const rowsPerStatement = 200

/** Claims these deduplication keys in this transaction; returns the ones that were not claimed before. */
export async function claimOnce(
  keys: Iterable<string>,
  { tx, company }: Pick<UnitOfWork, 'tx' | 'company'>,
): Promise<Set<string>> {
  const all = [...new Set(keys)]
  const fresh = new Set<string>()
  for (let start = 0; start < all.length; start += rowsPerStatement) {
    const rows = all
      .slice(start, start + rowsPerStatement)
      .map((key) => sql`(${company.row.company_id}, ${key}, ${tx.now})`)
    const inserted = await tx.all<{ key: string }>(
      sql`insert into sent_alerts (company_id, key, created) values ${join(rows)}
        on conflict (company_id, key) do nothing returning key`,
    )
    for (const { key } of inserted) fresh.add(key)
  }
  return fresh
}

/** The deduplication keys that have not been claimed yet. */
export async function unsent(
  keys: Iterable<string>,
  company: { ask: UnitOfWork['company']['ask']; row: UnitOfWork['company']['row'] },
) {
  const all = [...new Set(keys)]
  const rows =
    all.length === 0
      ? []
      : await company.ask<{ key: string }>(
          sql`select key from sent_alerts where company_id = ${company.row.company_id} and ${inList(sql`key`, all)}`,
        )
  const known = new Set(rows.map((row) => row.key))
  return all.filter((key) => !known.has(key))
}
