import { idsPerBlock } from '../engine/id_blocks.ts'
import { type Handle, sql } from '../engine/sql.ts'

/** The highest id in the blocks claimed so far, even if not all of their ids are used. */
export async function idsUsed(handle: Pick<Handle, 'all'>): Promise<number> {
  const [row] = await handle.all<{ last: number | string }>(
    sql`select max(last) as last from counters where name like 'id_block %'`,
  )
  return Number(row?.last ?? 0) * idsPerBlock
}
