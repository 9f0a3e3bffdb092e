import { sql } from './sql.ts'

// Companies claim ids in blocks, so that writes of different companies do not wait for each other.

/** Ids per block. */
export const idsPerBlock = 4096

/** Claims the next block (`last`). */
export const nextIdBlock = sql`update counters set last = last + 1 where name = 'id_block' returning last`
