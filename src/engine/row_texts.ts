import { fold, join, name, type SqlValue, sql } from './sql.ts'
import type { Table, Values } from './table.ts'

// Writing rows: the SQL text of inserts, and the columns of a resource.

const insertTexts = new Map<string, { sql: string; text: string }>()

/** The SQL text of an insert of this many rows. It is cached, because building it costs as much as running it. */
export function insertText(
  table: string,
  columns: readonly string[],
  count: number,
  existing?: 'existing',
): { sql: string; text: string } {
  const key = `${table} ${count} ${existing} ${columns.join()}`
  const known = insertTexts.get(key)
  if (known) return known
  const row = sql`(${join(columns.map(() => null))})`
  const replace = existing
    ? sql` on conflict (company_id, id) do update set ${join(
        columns.slice(2).map((column) => sql`${name(column)} = excluded.${name(column)}`),
      )}`
    : sql``
  const { sql: text, text: numbered } =
    sql`insert into ${name(table)} (${join(columns.map(name))}) values ${join(Array(count).fill(row))}${replace}`
  const made = { sql: text, text: numbered }
  insertTexts.set(key, made)
  return made
}

/** The columns of a resource, and how a record fills those other than its company. */
type Columns = { names: string[]; fill: ((record: Values) => SqlValue)[] }

const columnsOfTables = new WeakMap<Table, Columns>()

/** The columns of a resource in the order in which they are written. */
export function columnsOf(table: Table): Columns {
  const known = columnsOfTables.get(table)
  if (known) return known
  const made: Columns = { names: ['company_id', 'id'], fill: [({ id }) => id] }
  const add = (name: string, of: (record: Values) => SqlValue) => {
    made.names.push(name)
    made.fill.push(of)
  }
  for (const [key, { stored, folded, save }] of Object.entries(table.fields)) {
    if (stored && key !== 'id') add(key, (record) => save(record[key]))
    if (stored && folded) add(`${key}_key`, (record) => fold(record[key]))
  }
  columnsOfTables.set(table, made)
  return made
}
