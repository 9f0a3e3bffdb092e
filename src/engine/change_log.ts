import type { SqlValue } from './sql.ts'
import { type AnyRecord, type Table, tableNamed, type Values } from './table.ts'

// The change log: `flush` writes it along with the records, no matter what changed them.

/** What happened to a record; `restarted`: records changed that the log does not list. */
export type ChangeKind = 'created' | 'updated' | 'archived' | 'deleted' | 'restarted'

/** A change as it is logged. */
type LoggedChange = {
  resource: string
  before: AnyRecord | undefined
  after: AnyRecord | undefined
}

/** The columns of a row, besides its company and its sequence. */
export const changeColumns = [
  'company_id',
  'sequence',
  'resource',
  'record_id',
  'kind',
  'user_id',
  'application',
  'changed',
  'record',
  'was',
]

/** Values shared by rows that are written together. */
type Entry = { companyId: number; userId: number; application: string; stamp: number }

/** The row of a change. */
export function changeRow(sequence: number, change: LoggedChange, entry: Entry): SqlValue[] {
  const { resource, before, after } = change
  const table = tableNamed(resource)
  const record = after ?? before
  if (!record) throw new Error(`Nothing of ${resource} changed`)
  const was = before && after ? JSON.stringify(columnsOf(table, before, after)) : ''
  const text = JSON.stringify(columnsOf(table, record))
  return rowOf(sequence, entry, { resource, id: record.id, kind: kindOf(change), record: text, was })
}

/** The row that says that records changed which the log does not list. */
export function restartRow(sequence: number, entry: Entry): SqlValue[] {
  return rowOf(sequence, entry, { resource: '', id: 0, kind: 'restarted', record: '', was: '' })
}

function rowOf(
  sequence: number,
  { companyId, userId, application, stamp }: Entry,
  { resource, id, kind, record, was }: { resource: string; id: number; kind: ChangeKind; record: string; was: string },
): SqlValue[] {
  return [companyId, sequence, resource, id, kind, userId, application, stamp, record, was]
}

function kindOf({ before, after }: LoggedChange): ChangeKind {
  if (!after) return 'deleted'
  if (!before) return 'created'
  return before.active === true && after.active === false ? 'archived' : 'updated'
}

/** The columns of a record that are logged; with `after`, only those that differ from it. */
function columnsOf(table: Table, record: Values, after?: Values): Record<string, SqlValue> {
  const columns: Record<string, SqlValue> = {}
  for (const { name, save } of loggedOf(table)) {
    const value = save(record[name])
    if (!after || value !== save(after[name])) columns[name] = value
  }
  return columns
}

type Logged = { name: string; save: (value: unknown) => SqlValue }

const loggedOfTables = new WeakMap<Table, Logged[]>()

function loggedOf(table: Table): Logged[] {
  const known = loggedOfTables.get(table)
  if (known) return known
  const made = Object.entries(table.fields)
    .filter(([, { stored, secret }]) => stored && !secret)
    .map(([name, { save }]) => ({ name, save }))
  loggedOfTables.set(table, made)
  return made
}

/** A record as it was logged. `secret` columns are empty. */
export function loggedRecord(table: Table, columns: Record<string, SqlValue>): AnyRecord {
  const complete = { ...columns }
  for (const [name, { stored, secret }] of Object.entries(table.fields)) if (stored && secret) complete[name] = ''
  return table.load(complete)
}
