import { idsPerBlock } from '../engine/id_blocks.ts'
import { type Handle, sql } from '../engine/sql.ts'

/** How many ids have been used, counting whole blocks. */
export async function idsUsed(handle: Pick<Handle, 'all'>): Promise<number> {
  const [row] = await handle.all<{ last: number | string }>(sql`select last from counters where name = 'id_block'`)
  return Number(row?.last ?? 0) * idsPerBlock
}
