import { type AuditEntry, setAuditor } from '../engine/audited.ts'
import { numberIn, propertiesOf } from '../engine/fields.ts'
import { join, name, type Operation, operation, type SqlValue, sql, type Tx } from '../engine/sql.ts'
import { type AnyRecord, type Column, type Table, tableNamed } from '../engine/table.ts'
import type { Audited } from '../tables/entry.ts'
import { tables } from '../tables/tables.ts'
import { lineColumns, linesOf } from './chain.ts'

setAuditor((changes, notes, { company, tx, author }) => {
  const told = changes.flatMap(({ resource, before, after }) => {
    const { audited } = tables[resource] ?? {}
    return audited ? entriesOf(tableNamed(resource), audited, { before, after }) : []
  })
  const entries = [...told, ...notes]
  return entries.length === 0 ? undefined : { columns: lineColumns, ...linesOf(entries, company, { tx, author }) }
})

/** An audit entry with the company, which comes from the input or the output of a write. */
export type AuditEvent = AuditEntry & { companyId: number }

/** Writes entries of a company outside a unit of work. Locks the company. */
async function appendToAudit(tx: Tx, companyId: number, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const row = await tx.lockCompany(companyId)
  if (!row) return
  const { rows, head } = linesOf(entries, row, { tx })
  const columns = join(lineColumns.map(name))
  for (const values of rows) tx.post(sql`insert into audit_lines (${columns}) values (${join(values)})`)
  tx.post(
    sql`update companies set audit_sequence = ${head.audit_sequence}, audit_head = ${head.audit_head}
      where company_id = ${companyId}`,
    { ...row, ...head },
  )
}

/** Writes an audit entry for something that is not a write, such as an export. */
export const noteInAudit = operation(
  'audit.note',
  (tx, { companyId, entry }: { companyId: number; entry: AuditEntry }) => appendToAudit(tx, companyId, [entry]),
  ({ companyId }) => companyId,
)

/** Derives audit events from the name, input and output of a write. */
type EventsOf = (name: string, input: unknown, output: unknown) => readonly AuditEvent[]

let eventsOf: EventsOf = () => []
let audited: ReadonlySet<string> = new Set()

/** Declares which writes have events, and which. */
export function declareEvents(names: Iterable<string>, of: EventsOf): void {
  audited = new Set(names)
  eventsOf = of
}

/** Runs an operation, and writes its audit lines in the same transaction. */
export async function runOperation<Input, Output>(
  operation: Operation<Input, Output>,
  tx: Tx,
  input: Input,
): Promise<Output> {
  if (!audited.has(operation.name)) return operation.run(tx, input)
  // The lock comes first, as in every other transaction; rows of people are locked after it.
  const { companyId, actor } = propertiesOf(input)
  const known = numberIn(companyId) ?? numberIn(propertiesOf(actor).companyId)
  if (known !== undefined) await tx.lockCompany(known)
  const output = await operation.run(tx, input)
  for (const [id, events] of Map.groupBy(eventsOf(operation.name, input, output), (event) => event.companyId))
    await appendToAudit(tx, id, events)
  return output
}

/** The entries for a change to a record, one for each kind; none if no audited field has changed. */
function entriesOf(table: Table, audited: Audited, { before, after }: Change): AuditEntry[] {
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
