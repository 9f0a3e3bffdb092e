import type { Row, SqlValue } from './sql.ts'

// What reading and writing rows needs to know about a resource; every declared resource is found here by name.

/** Most entries of any list that a client sends: databases limit the number of values in a statement. */
export const listMax = 5000

/** The largest id. They are given out from 1 on, so the first two billion fit clients that keep them in 32 bits. */
export const idMax = Number.MAX_SAFE_INTEGER

/** The largest number of any other kind: columns of numbers have 32 bits. */
export const integerMax = 2147483647

/** Imported records have smaller ids; a company with such records gives these and larger ones to its own (decision 21). */
export const ownIdsFrom = 2 ** 31 - 2 ** 27

/** Whether a number can be the id of a record. */
export function isId(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number <= idMax
}

/** A record in memory, untyped. */
// biome-ignore lint/suspicious/noExplicitAny: the values of a record whose fields are not known
export type Values = Record<string, any>

/** How a value is stored and loaded. */
export interface Column<T> {
  /** False for a value that is computed when printed and has no column. */
  readonly stored: boolean
  /** Also stored folded, as `{name}_key`, for searching, ordering and uniqueness. */
  readonly folded: boolean
  /** Must not be kept anywhere but in its record, not even in the change log. */
  readonly secret?: boolean
  readonly load: (column: SqlValue) => T
  readonly save: (value: T) => SqlValue
}

/** How the changes of a resource appear in the audit. */
export type Audited = {
  kind: string
  /** The kind of changes of fields that belong to another one; they have lines of their own. */
  kinds?: Readonly<Record<string, string>>
  /** Fields that name or describe a person. */
  personal?: readonly string[]
  /** The records that it tells of; the others follow from these. All if absent. */
  only?: (record: Values) => boolean
  /** Fields that follow from other records, or change by themselves. */
  without?: readonly string[]
}

/** A table of records. */
export interface Table {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: columns of all value types live in one record
  readonly fields: Readonly<Record<string, Column<any>>>
  /** Changes often and by itself: its records do not belong to the company's reference data. */
  readonly volatile?: boolean
  /** Values that are recorded with every write; `before` is the record until then. */
  recorded?(after: Values, before: Values | undefined): Values
  /** How its changes appear in the audit; they do not if this is absent. */
  readonly audited?: Audited
  load(row: Row): Values
}

const tables = new Map<string, Table>()

/** Makes a table known by its name. */
export function registerTable(table: Table): void {
  tables.set(table.name, table)
}

/** The table of that name; a bug when there is none. */
export function tableNamed(name: string): Table {
  const found = tables.get(name)
  if (!found) throw new Error(`No resource is called ${name}`)
  return found
}

/** A row of the database as a record. */
export function loadRow(fields: Table['fields'], row: Row): Values {
  const values: Values = {}
  for (const name in fields) {
    const field = fields[name]!
    if (field.stored) values[name] = field.load(row[name]!)
  }
  return values
}

/** The part of a patch that differs from the record. */
export function differing<R extends Values>(fields: Table['fields'], row: R, patch: Partial<R>): Partial<R> {
  const differs = (name: string) => fields[name]!.save(patch[name]) !== fields[name]!.save(row[name])
  return Object.fromEntries(Object.entries(patch).filter(([name]) => differs(name))) as Partial<R>
}
