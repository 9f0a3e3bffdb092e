import type { CompanyRow } from './company_snapshot.ts'
import type { SqlValue, Tx } from './sql.ts'
import type { AnyRecord, Item } from './table.ts'

// The engine's view of the audit; the folder `audit` writes it.

/** The content of a line, without its author and its origin. */
export type AuditEntry = {
  /** The group of events, such as people or rights. */
  kind: string
  event: string
  /** The type of the record that changed; undefined for the company. */
  type?: string
  id?: number
  /** What changed and how; kept forever. */
  details?: Item
  /** Details that name or describe a person; emptied when the person is anonymized. */
  personal?: Item
  /** Who did it, if not the caller. */
  userId?: number
}

/** A change as it is passed to the audit. */
type AuditedChange = { resource: string; before: AnyRecord | undefined; after: AnyRecord | undefined }

/** The head of the chain, in the company's row. */
export type Head = Pick<CompanyRow, 'audit_sequence' | 'audit_head'>

/** Makes the lines of a transaction: rows by column, and the new head of the chain. Undefined if there are none. */
type Auditor = (
  changes: readonly AuditedChange[],
  notes: readonly AuditEntry[],
  from: { company: CompanyRow; tx: Pick<Tx, 'now' | 'origin'>; author: { userId: number; application: string } },
) => { columns: readonly string[]; rows: SqlValue[][]; head: Head } | undefined

/** Makes the lines of a transaction. */
export let audit: Auditor = () => undefined

/** Sets the function that makes the lines of every unit of work. */
export function setAuditor(auditor: Auditor): void {
  audit = auditor
}
