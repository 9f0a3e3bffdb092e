import type { SqlValue } from '../engine/sql.ts'
import type { AnyRecord, Table } from '../engine/table.ts'

/** A record as the change log has it. `secret` columns are empty. */
export function loggedRecord(table: Table, columns: Record<string, SqlValue>): AnyRecord {
  const complete = { ...columns }
  for (const [name, { stored, secret }] of Object.entries(table.fields)) if (stored && secret) complete[name] = ''
  return table.load(complete)
}
