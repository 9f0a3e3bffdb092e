import { type Handle, sql } from './sql.ts'

// Ids are given out in blocks, so that writes of different companies do not wait for each other.

/** Ids per block. */
export const idsPerBlock = 4096

/** Hands out the next block (`last`). */
export const nextIdBlock = sql`update counters set last = last + 1 where name = 'id_block' returning last`

/** How many ids have been given out, blocks counted as a whole. */
export async function idsUsed(handle: Pick<Handle, 'all'>): Promise<number> {
  const [row] = await handle.all<{ last: number }>(sql`select last from counters where name = 'id_block'`)
  return (row?.last ?? 0) * idsPerBlock
}
