import type { ChangeKind } from '../engine/change_log.ts'
import { type Handle, inList, oneRow, sql } from '../engine/sql.ts'
import { goneCursor } from './cursor.ts'

/** A row of the change log. `record` and `was` are JSON of columns; `was` is empty unless something was updated. */
export type ChangeRow = {
  sequence: number
  resource: string
  record_id: number
  kind: Exclude<ChangeKind, 'restarted'>
  user_id: number
  application: string
  changed: number
  record: string
  was: string
}

/** The next rows of the log, the sequence up to which it was read, and whether there is more. */
type ChangeRows = { rows: ChangeRow[]; sequence: number; more: boolean }

/** Rows that one request scans, including those that it does not want. */
const scanned = 1000

/**
 * Reads the rows after a sequence, at most `limit` of these types. Throws RequestError 410 if rows in between are
 * missing. The same statement also reads the first row, so none is missed, no matter how many are pruned or written in
 * the meantime.
 */
export async function changesBehind(
  handle: Handle,
  { companyId, sequence }: { companyId: number; sequence: number },
  { types, limit }: { types: readonly string[] | undefined; limit: number },
): Promise<ChangeRows> {
  const length = types ? scanned : limit
  const found = await unbroken(handle, { companyId, sequence, types, length })
  const restart = found.findIndex(({ kind }) => kind === 'restarted')
  if (restart === 0)
    throw goneCursor('records were imported, sample data was added or removed, or a wrong clock was repaired')
  const listed = restart < 0 ? found : found.slice(0, restart)
  const rows: ChangeRow[] = []
  for (const { wanted, ...row } of listed) {
    if (wanted === 0) continue
    if (rows.length === limit) return { rows, sequence: rows.at(-1)!.sequence, more: true }
    rows.push(row as ChangeRow)
  }
  return { rows, sequence: listed.at(-1)?.sequence ?? sequence, more: found.length === length || restart > 0 }
}

/** The next rows. The first is `restarted` or directly follows in the log; throws RequestError 410 if it is missing. */
async function unbroken(handle: Handle, range: Range): Promise<FoundRow[]> {
  const { companyId, sequence } = range
  let found = await rowsBehind(handle, range)
  if (found.length === 0) {
    const last = await lastOf(handle, companyId)
    if (last === sequence) return []
    if (last < sequence) throw goneCursor('the change log does not reach so far, as after restoring a backup')
    // A row was committed after the first look, or was pruned.
    found = await rowsBehind(handle, range)
  }
  // Of several consecutive `restarted` rows, only the last is kept.
  if (found[0]?.kind === 'restarted') return found
  if (found[0]?.sequence !== sequence + 1) throw goneCursor('the changes behind it are no longer kept')
  return found
}

type Range = { companyId: number; sequence: number; types: readonly string[] | undefined; length: number }

type FoundRow = Omit<ChangeRow, 'kind'> & { kind: ChangeKind; wanted: number }

/** The next rows, wanted or not; unwanted ones come without their records. */
function rowsBehind(handle: Handle, { companyId, sequence, types, length }: Range): Promise<FoundRow[]> {
  const wanted = types ? sql`case when ${inList(sql`resource`, types)} then 1 else 0 end` : sql`1`
  return handle.all<FoundRow>(
    sql`select sequence, resource, record_id, kind, user_id, application, changed, wanted,
        case when wanted = 1 then record else '' end as record, case when wanted = 1 then was else '' end as was
      from (select c.*, ${wanted} as wanted from changes c
        where company_id = ${companyId} and sequence > ${sequence} order by sequence limit ${length}) f
      order by sequence`,
  )
}

async function lastOf(handle: Handle, companyId: number): Promise<number> {
  const company = await oneRow<{ last_change: number }>(
    handle,
    sql`select last_change from companies where company_id = ${companyId}`,
  )
  return company.last_change
}
