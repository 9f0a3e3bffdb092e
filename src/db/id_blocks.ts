import { sql } from '../engine/sql.ts'

/** Hands out the next block of ids (`last`), 4,096 each, so that writes of different companies do not wait for each other. */
export const nextIdBlock = sql`update counters set last = last + 1 where name = 'id_block' returning last`
