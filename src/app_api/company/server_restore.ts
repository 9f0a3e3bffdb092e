import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { oneRow, sql } from '../../engine/sql.ts'
import type { World } from '../../world.ts'

/** A backup in a request. */
export const backupNamed = Type.Object({ name: Type.String({ description: 'As in the list of GET /server.' }) })

/** A backup of the server. Throws 404 if there is none of that name. */
export async function backupOf({ sight }: World, name: string): Promise<{ instant: number; isWhole: boolean }> {
  const found = (await sight.backups?.list())?.find((backup) => backup.name === name)
  if (!found) throw new RequestError(404, 'no_such_backup')
  return found
}

/** Changes are counted up to here. */
export const countedMax = 100_000

/**
 * How many changes of a company's records there were since an instant, as far as they are kept; one more than
 * `countedMax` for more than that.
 */
export async function changesSince({ db: { read } }: World, companyId: number, instant: number): Promise<number> {
  const own = sql`company_id = ${companyId}`
  const { last } = await oneRow<{ last: number }>(read, sql`select last_change as last from companies where ${own}`)
  // Changes are in the order of time, but for a clock that was set back.
  let [before, after] = [0, Number(last) + 1]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    const row = await read.get<{ sequence: number; changed: number }>(
      sql`select sequence, changed from changes where ${own} and sequence >= ${middle} order by sequence limit 1`,
    )
    if (row && Number(row.changed) < instant) before = Number(row.sequence)
    else after = middle
  }
  const { count } = await oneRow<{ count: number }>(
    read,
    sql`select count(*) as count from
      (select 1 from changes where ${own} and sequence >= ${after} limit ${countedMax + 1}) counted`,
  )
  return Number(count)
}
