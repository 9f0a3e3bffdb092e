import { type AuditEntry, setAuditor } from '../engine/audited.ts'
import { numberIn, propertiesOf } from '../engine/fields.ts'
import { join, name, type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import { tableNamed } from '../engine/table.ts'
import { tables } from '../tables/tables.ts'
import { lineColumns, linesOf } from './chain.ts'
import { entriesOf } from './changes.ts'

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
