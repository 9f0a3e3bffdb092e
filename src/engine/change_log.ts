import type { SqlValue } from './sql.ts'
import type { AnyRecord, Table } from './table.ts'

// The change log, which `flush` of a unit of work writes along with the records, no matter what changed them.

/** What happened to a record; `restarted`: records changed that the log does not list. */
export type ChangeKind = 'created' | 'updated' | 'archived' | 'deleted' | 'restarted'

/** A record as it was logged. `secret` columns are empty. */
export function loggedRecord(table: Table, columns: Record<string, SqlValue>): AnyRecord {
  const complete = { ...columns }
  for (const [name, { stored, secret }] of Object.entries(table.fields)) if (stored && secret) complete[name] = ''
  return table.load(complete)
}
