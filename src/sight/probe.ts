import { operation, sql } from '../engine/sql.ts'

/** A write that changes nothing, to see whether writes are stored. */
export const probe = operation('sight.probe', (tx, _: null) =>
  tx.run(sql`update counters set last = last where name = 'id_block'`),
)
