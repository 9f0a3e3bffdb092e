import type { Row, SqlValue } from './sql.ts'

// The parts of a resource that reading and writing rows needs. Every declared resource is registered here by name.

/** The most entries in a list that a client sends, because databases limit the number of values in a statement. */
export const listMax = 5000

/** The largest id. Ids start at 1, so the first two billion fit clients that store them in 32 bits. */
export const idMax = Number.MAX_SAFE_INTEGER

/** The largest number of any other kind, because numeric columns have 32 bits. */
export const integerMax = 2147483647

/**
 * Imported records have smaller ids; a company with such records uses these and larger ones for its own (decision 21).
 */
export const ownIdsFrom = 2 ** 31 - 2 ** 27

/** Whether a number can be the id of a record. */
export function isId(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number <= idMax
}

/** A record in memory, untyped. */
// biome-ignore lint/suspicious/noExplicitAny: the values of a record whose fields are not known
export type Values = Record<string, any>

/** An item of a request, or another JSON object from outside: its values are of any type until they are read. */
export type Item = Record<string, unknown>

/** A record of a table that is not known. */
export type AnyRecord = Item & { readonly id: number }

/** The records of each table, by its name; every resource adds its own (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: the resources extend it
export interface Tables {}

/** The name of a table of records. */
export type TableName = keyof Tables

/** A record of a table. */
export type RecordOf<N extends TableName> = Tables[N]

/** How a value is stored and loaded. */
export interface Column<T> {
  /** False for a value that is computed when printed and has no column. */
  readonly stored: boolean
  /** Also stored in this form, as `{name}_key`, for searching, ordering and uniqueness. */
  readonly key?: ((text: string) => string) | undefined
  /** Stored only in its record, not even in the change log. */
  readonly secret?: boolean
  readonly load: (column: SqlValue) => T
  readonly save: (value: T) => SqlValue
}

/** Who writes a record, and when, in microseconds. User 0 is the server itself. */
export type Writer = { userId: number; application: string; now: number }

/** A table of records. */
export interface Table {
  readonly name: TableName
  // biome-ignore lint/suspicious/noExplicitAny: columns of all value types live in one record
  readonly fields: Readonly<Record<string, Column<any>>>
  /** Changes often and by itself, so its records are not part of the company's reference data. */
  readonly volatile?: boolean
  /** Values recorded with every write; `before` is the record before it. */
  recorded?(after: Values, before: Values | undefined, by: Writer): Values
  load(row: Row): AnyRecord
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

/** Makes the function that turns a row of the database into a record. */
export function loaderOf(fields: Table['fields']): (row: Row) => Values {
  return (row) => {
    const values: Values = {}
    for (const name in fields) {
      const field = fields[name]!
      if (field.stored) values[name] = field.load(row[name]!)
    }
    return values
  }
}

/** The stored part of a patch that differs from the record. */
export function differing<R extends Values>(fields: Table['fields'], row: R, patch: Partial<R>): Partial<R> {
  const differs = (name: string) => {
    const { stored, save } = fields[name]!
    return stored && save(patch[name]) !== save(row[name])
  }
  return Object.fromEntries(Object.entries(patch).filter(([name]) => differs(name))) as Partial<R>
}

/** The id in a text of digits; 0, which is no record's id, for any other text. */
export function idIn(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0
  return isId(id) ? id : 0
}
