import { tables } from './tables.ts'

/** A column with ids of records. */
type Column = { table: string; column: string }

/** The columns of tables whose rows are deleted with rows of a table that are too old. */
export function belongingTo(target: string): Column[] {
  return columns('belongsTo', target).filter(({ table }) => tables[table]!.outlives !== target)
}

/** The columns that become 0 when a row of a table is deleted. */
export function mentioning(target: string): Column[] {
  return columns('mentions', target)
}

function columns(how: 'belongsTo' | 'mentions', target: string): Column[] {
  return Object.entries(tables).flatMap(([table, entry]) =>
    Object.entries(entry[how] ?? {}).flatMap(([column, to]) =>
      [to].flat().includes(target) ? [{ table, column }] : [],
    ),
  )
}

/** All tables, each after those that its rows belong to. */
export function parentsFirst(): string[] {
  const order = new Set<string>()
  const visit = (table: string, below: readonly string[]) => {
    // A row can belong to another one of the same table.
    if (below.includes(table) || !Object.hasOwn(tables, table)) return
    for (const parents of Object.values(tables[table]!.belongsTo ?? {}))
      for (const parent of [parents].flat()) visit(parent, [...below, table])
    order.add(table)
  }
  for (const table of Object.keys(tables)) visit(table, [])
  return [...order]
}
