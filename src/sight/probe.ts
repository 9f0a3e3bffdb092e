import { operation, sql } from '../engine/sql.ts'

/**
 * A write that touches no one's data, to check whether writes are stored. It changes a value, because one that stays
 * the same never reaches the disk of the embedded database.
 */
export const probe = operation('sight.probe', (tx, _: null) =>
  tx.run(sql`insert into counters (name, last) values ('probe', 1)
    on conflict (name) do update set last = counters.last + 1`),
)
