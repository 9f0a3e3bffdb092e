import type { AuditEntry } from '../engine/audited.ts'
import type { SqlValue } from '../engine/sql.ts'
import type { AnyRecord, Column, Table } from '../engine/table.ts'
import type { Audited } from '../tables/entry.ts'

/** The entries for a change to a record, one for each kind; none if no audited field has changed. */
export function entriesOf(table: Table, audited: Audited, { before, after }: Change): AuditEntry[] {
  const { kind, kinds = {}, only, without = [] } = audited
  const record = after ?? before
  if (!record || only?.(record) === false) return []
  const event = eventOf(before, after)
  const about = { event, type: table.name, id: record.id }
  const all = Object.entries(changesOf(table, without, { before, after }))
  // A record that is created, archived, deleted or restored is one line.
  const byKind = Map.groupBy(all, ([name]) => (event === 'changed' ? (kinds[name] ?? kind) : kind))
  if (event !== 'changed' && byKind.size === 0) return [{ ...about, kind }]
  return [...byKind].map(([kind, changes]) => ({ ...about, kind, ...split(changes, audited) }))
}

/** A record before and after a change, undefined where there is none. */
type Change = { before: AnyRecord | undefined; after: AnyRecord | undefined }

/** Old and new values by field. */
type Changes = Record<string, SqlValue[]>

function changesOf(table: Table, without: readonly string[], { before, after }: Change): Changes {
  const left = new Set(['id', 'created', 'last_modified', ...without])
  const changes: Changes = {}
  for (const [name, field] of Object.entries(table.fields)) {
    const change = field.stored && !left.has(name) && changeOf(field, before?.[name], after?.[name])
    if (change) changes[name] = change
  }
  return changes
}

function split(changes: readonly (readonly [string, SqlValue[]])[], { personal = [] }: Audited): Partial<AuditEntry> {
  const [kept, private_] = [false, true].map((isPersonal) =>
    Object.fromEntries(changes.filter(([name]) => personal.includes(name) === isPersonal)),
  )
  const told = (changes: Changes = {}) => (Object.keys(changes).length > 0 ? { changes } : {})
  return { details: told(kept), personal: told(private_) }
}

/** The old and the new value of a column, as they are stored; for a secret, only the fact that it has changed. */
// biome-ignore lint/suspicious/noExplicitAny: columns of all value types
function changeOf(field: Column<any>, before: unknown, after: unknown): SqlValue[] | undefined {
  const saved = (value: unknown) => (value === undefined ? null : field.save(value))
  const [was, is] = [saved(before), saved(after)]
  if (was === is || isEmpty(was, is)) return undefined
  return field.secret ? [] : [was, is]
}

/** Whether both values are empty, as many are in a new record. */
function isEmpty(was: SqlValue, is: SqlValue): boolean {
  const nothing: readonly SqlValue[] = [null, '', 0, '{}', '[]', '0000-00-00']
  return nothing.includes(was) && nothing.includes(is) && (was === null || is === null)
}

function eventOf(before: AnyRecord | undefined, after: AnyRecord | undefined): string {
  if (!before) return 'added'
  if (!after) return 'deleted'
  if (before.active === true && after.active === false) return 'archived'
  return before.active === false && after.active === true ? 'restored' : 'changed'
}
