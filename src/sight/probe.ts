import { operation, sql } from '../engine/sql.ts'

/** How many rows the probe can write to. */
export const probes = 8

/**
 * A write that touches no one's data, to check whether writes are stored. It changes a value, because one that stays
 * the same never reaches the disk of the embedded database.
 */
export const probe = operation('sight.probe', (tx, row: number) =>
  tx.run(sql`insert into counters (name, last) values (${`probe ${row}`}, 1)
    on conflict (name) do update set last = counters.last + 1`),
)
