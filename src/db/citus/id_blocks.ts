import { type Sql, sql } from '../../engine/sql.ts'

// Sixteen rows count the blocks of ids. In a distributed database they are on different machines, so ids do not run out
// when one machine is down.

/** How many rows count blocks. Row n hands out the block numbers whose remainder is n. */
export const idCounters = 16

/** Hands out the next block (`last`). */
const nextIdBlock = sql`update counters set last = last + ${idCounters} where name =
  (select name from counters where name like 'id_block %' order by last limit 1) returning last`

/**
 * Takes the next block, or one above this one if that is less: of two that are taken at once, the first may be the greater
 * one, and the ids of a company go up.
 */
export async function takeIdBlock(take: (statement: Sql) => Promise<number>, above: number): Promise<number> {
  const block = await take(nextIdBlock)
  return block > above ? block : take(idBlockAbove(above))
}

/** Hands out a block above this one, by one row only: the one whose turn it is. */
export function idBlockAbove(block: number): Sql {
  const first = block + 1
  return sql`update counters set last = case when last < ${first} then ${first} else last + ${idCounters} end
    where name = ${`id_block ${first % idCounters}`} returning last`
}
