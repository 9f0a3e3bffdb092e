import type { CompanyRow } from './company_snapshot.ts'
import type { SqlValue, Tx } from './sql.ts'
import type { Values } from './table.ts'

// What the engine knows of the audit; the folder `audit` writes it.

/** What a line says beside its author and its origin. */
export type AuditEntry = {
  /** The group of events that it belongs to, such as people or rights. */
  kind: string
  event: string
  /** The record that it is about; a company if there is none. */
  type?: string
  id?: number
  /** What changed and how; kept forever. */
  details?: Values
  /** The same, as far as it names or describes a person; emptied when the person is anonymized. */
  personal?: Values
  /** Who did it, if that is not who asked. */
  userId?: number
}

/** A change as the audit is told of it. */
type AuditedChange = { resource: string; before: Values | undefined; after: Values | undefined }

/** What the company's row keeps of its chain. */
export type Head = Pick<CompanyRow, 'audit_sequence' | 'audit_head'>

/** Makes the lines of a transaction: rows by column, and the head of the chain behind them. Undefined if there are none. */
type Auditor = (
  changes: readonly AuditedChange[],
  notes: readonly AuditEntry[],
  from: { company: CompanyRow; tx: Pick<Tx, 'now' | 'origin'>; author: { userId: number; application: string } },
) => { columns: readonly string[]; rows: SqlValue[][]; head: Head } | undefined

let current: Auditor = () => undefined

/** Declares what makes the lines of every unit of work. */
export function setAuditor(auditor: Auditor): void {
  current = auditor
}

/** Makes the lines of a transaction. */
export const audit: Auditor = (...given) => current(...given)
