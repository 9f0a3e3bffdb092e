import { fold, join, name, type Row, type SqlValue, type Statement, sql } from './sql.ts'
import type { Table, Values } from './table.ts'

// How rows are written. Building the text of a statement costs more than running it, so each is built once.

type Texts = Pick<Statement, 'sql' | 'text'>

/** The columns of a table in the order in which they are written, and the statements that write so many rows at once. */
export class Layout {
  readonly #table: string
  readonly #columns: readonly string[]
  readonly #inserts: (Texts | undefined)[] = []
  readonly #updates: (Texts | undefined)[] = []

  constructor(table: string, columns: readonly string[]) {
    this.#table = table
    this.#columns = columns
  }

  /** Whether a row has exactly these columns, in this order. */
  fits(row: Row): boolean {
    let index = 0
    for (const column in row) if (this.#columns[index++] !== column) return false
    return index === this.#columns.length
  }

  /** A statement that inserts so many rows, or with `existing` updates them. The values are those of all rows in turn. */
  statement(count: number, existing: boolean, values: SqlValue[]): Statement {
    const known = existing ? this.#updates : this.#inserts
    known[count] ??= this.#textsFor(count, existing)
    return { ...known[count]!, values }
  }

  #textsFor(count: number, existing: boolean): Texts {
    const columns = this.#columns
    const row = sql`(${join(columns.map(() => null))})`
    const replace = existing
      ? sql` on conflict (company_id, id) do update set ${join(
          columns.slice(2).map((column) => sql`${name(column)} = excluded.${name(column)}`),
        )}`
      : sql``
    const { sql: marks, text } =
      sql`insert into ${name(this.#table)} (${join(columns.map(name))}) values ${join(Array(count).fill(row))}${replace}`
    return { sql: marks, text }
  }
}

/** How the records of a resource are written. */
class RecordLayout extends Layout {
  readonly #fields: readonly { name: string; folded: boolean; save: (value: unknown) => SqlValue }[]

  constructor({ name, fields }: Table) {
    const stored = Object.keys(fields).filter((field) => field !== 'id' && fields[field]!.stored)
    const columnsOf = (field: string) => (fields[field]!.folded ? [field, `${field}_key`] : [field])
    super(name, ['company_id', 'id', ...stored.flatMap(columnsOf)])
    this.#fields = stored.map((field) => ({ name: field, folded: fields[field]!.folded, save: fields[field]!.save }))
  }

  /** Adds the values of a record in the order of the columns. */
  put(values: SqlValue[], record: Values, companyId: number): void {
    values.push(companyId, record.id)
    for (const { name, folded, save } of this.#fields) {
      values.push(save(record[name]))
      if (folded) values.push(fold(record[name]))
    }
  }
}

const ofTables = new WeakMap<Table, RecordLayout>()
const ofOthers = new Map<string, Layout[]>()

/** The layout of a resource. */
export function layoutOf(table: Table): RecordLayout {
  const known = ofTables.get(table)
  if (known) return known
  const made = new RecordLayout(table)
  ofTables.set(table, made)
  return made
}

/** The layout of rows like this one, of a table outside the resources. */
export function layoutFor(table: string, row: Row): Layout {
  const known = ofOthers.get(table)?.find((layout) => layout.fits(row))
  if (known) return known
  const made = new Layout(table, Object.keys(row))
  ofOthers.set(table, [...(ofOthers.get(table) ?? []), made])
  return made
}
