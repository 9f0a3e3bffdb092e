import type { Sql } from '../engine/sql.ts'
import { sql } from '../engine/sql.ts'
import type { AnyRecord } from '../engine/table.ts'

/** Everything that the server has to know about a table besides its columns. */
export type Entry = {
  /** Columns with ids of records that a row belongs to; it is deleted with any of them. */
  belongsTo?: References
  /** Columns with ids of records that a row only mentions; they become 0 when the record is deleted. */
  mentions?: References
  /** Columns with ids that stay as they are when the record is deleted. */
  keeps?: References
  /** Columns with lists of ids of other records, from which deleted ones are taken out. */
  lists?: readonly string[]
  /** Columns with several ids in a text: `list` with commas between them, or `keys` of an object. */
  holds?: Readonly<Record<string, { to: string; as: 'list' | 'keys' }>>
  /** Each row connects two records that can exist without each other, in these columns. */
  connects?: References
  /** Its rows are a company's own work: sample data that one refers to cannot be removed. */
  own?: Own
  /** Its rows can be sample data, or belong to it; the removal of sample data finds them by their ids. */
  sampled?: true
  /** Old rows that are deleted; without it, rows are kept forever. */
  kept?: Kept | readonly Kept[]
  /** The record that a row outlives, although it belongs to it, if that is deleted because of its age. */
  outlives?: string
  /** The data about a person in it. */
  personal?: Personal
  /** Its rows let a person in, and are deleted when the person's access is revoked. */
  access?: true
  /**
   * Its rows let someone in, or are sent, until they are used, changed or deleted. A repair takes none from a backup, which
   * may have what was revoked since; nor of those with `access`.
   */
  revocable?: true
  /** Which changes to its records are audited, and how. */
  audited?: Audited
  /** Columns that also change without a line in the log of changes. */
  unlogged?: readonly string[]
  /** How the audit calls its records: an expression for the name, and a message with that name. */
  called?: { by?: Sql; as?: string }
  /**
   * The column by which Citus distributes it over machines, null for a copy on each; `company_id` if omitted, so that
   * each company is on one machine.
   */
  distributedBy?: string | null
}

/** The tables that columns refer to; several if that depends on the row, and 'any' for every table with records. */
type References = Readonly<Record<string, string | readonly string[]>>

/** Which rows are a company's own work. */
export type Own = {
  /** Conditions besides that they are no sample data. */
  only?: Sql
  /** By column: the rows that belong to the sample if the column refers to it. */
  unless?: Readonly<Record<string, Sql>>
}

/** Which rows are deleted because of their age. */
export type Kept = {
  /**
   * For how many days after the date or instant in `column`. 'chosen': as a company chooses, with the defaults in
   * rules/settings/retention.ts. 'change_log_days': the company setting; the key must then end with a number that is smaller for
   * older rows.
   */
  days: number | 'chosen' | 'change_log_days'
  column: string
  isDate?: true
  /** The primary key. */
  key: readonly string[]
  /** Conditions besides the age. */
  only?: Sql
}

/** What people may download about themselves, and what anonymizing does to it. */
export type Personal = {
  /** The rows of a person. */
  of: (userId: number, companyId: number) => Sql
  /** The rows to download, if not all of them: those that the person may see anyway. */
  shown?: (userId: number, companyId: number) => Sql
  /** Columns that are not downloaded: secrets, and duplicates. True: the table is not downloaded at all. */
  hidden?: readonly string[] | true
  /** Columns with pay, or true for the whole table. Only administrators see pay, so others' downloads leave it out. */
  pay?: readonly string[] | true
  /** What anonymizing does: the rows stay, stay with these columns changed, or are deleted. */
  after: 'stays' | 'goes' | Readonly<Record<string, string | typeof stamped>>
}

/** The value of a `last_modified` that anonymizing changes. */
export const stamped = Symbol('stamped')

/** How the changes of a resource appear in the audit. */
export type Audited = {
  /** The group of events, such as people or rights. */
  kind: string
  /** The kinds of fields that belong to another group of events; they get separate lines. */
  kinds?: Readonly<Record<string, string>>
  /** Fields that name or describe a person. */
  personal?: readonly string[]
  /** The records to audit, if not all; changes to the others follow from these. */
  only?: (record: AnyRecord) => boolean
  /** Fields that are derived from other records, or change by themselves. */
  without?: readonly string[]
}

/** Condition on the rows of a person. */
export const own = (userId: number): Sql => sql`user_id = ${userId}`

/** Rows of a person that stay when the person is anonymized. */
export const stays: Personal = { of: own, after: 'stays' }

/** Rows of a person that are deleted when the person is anonymized. */
export const goes: Personal = { of: own, after: 'goes' }

/** Rows that not even the person may see. */
export const secret: Personal = { ...goes, hidden: true }
