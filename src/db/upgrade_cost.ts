import { readFileSync } from 'node:fs'
import { migrationFile, statementsOf } from './migrate.ts'

// What an upgrade costs, from the statements of its migrations and the rows that are there.

/** What a migration does with the rows of a table: it stores each again, or reads each. */
type Use = 'rewrites' | 'reads'

/** The rows of a table that a migration works through. */
type Work = { table: string; use: Use; rows: number }

/** A pending migration: what it is for, the rows that it works through, and about how long that takes. */
export type Cost = { name: string; about: string; work: Work[]; seconds: number }

type Dialect = 'sqlite' | 'postgres'

/**
 * Rows a second, measured with 200,000 rows like timesheets with two indexes, on a machine of two cores: changes of values
 * and of types, and the making of an index or another table from them. Only the order of magnitude counts.
 */
const rowsPerSecond: Record<Dialect, Record<Use, number>> = {
  sqlite: { rewrites: 100_000, reads: 400_000 },
  postgres: { rewrites: 60_000, reads: 400_000 },
}

/** What the statements do not show: work that is done by a program, or by a block that makes its own statements. */
const hidden: Readonly<Record<string, { only?: Dialect; tables: readonly string[] | 'all'; use: Use }>> = {
  '0036_wide_ids.sql': { only: 'postgres', tables: 'all', use: 'rewrites' },
  '0051_identities.sql': { tables: ['users'], use: 'rewrites' },
}

/** The cost of each migration. `rowsOf`: the rows of each table of the database. */
export function costsOf(names: readonly string[], dialect: Dialect, rowsOf: ReadonlyMap<string, number>): Cost[] {
  const known = new Map(rowsOf)
  return names.map((name) => {
    const used = new Map<string, Use>()
    for (const statement of statementsOf(migrationFile(name), dialect)) {
      for (const { table, use } of usesIn(statement)) if (used.get(table) !== 'rewrites') used.set(table, use)
      rename(statement, known)
    }
    const { only = dialect, tables, use } = hidden[name] ?? { tables: [], use: 'reads' }
    if (only === dialect) for (const table of tables === 'all' ? known.keys() : tables) used.set(table, use)
    const work = [...used]
      .map(([table, use]) => ({ table, use, rows: known.get(table) ?? 0 }))
      .filter(({ rows }) => rows > 0)
    const seconds = work.reduce((sum, { use, rows }) => sum + rows / rowsPerSecond[dialect][use], 0)
    return { name, about: aboutOf(name), work, seconds }
  })
}

/** The tables whose rows a statement works through. Adding a column works through none. */
function usesIn(statement: string): { table: string; use: Use }[] {
  const text = statement.replaceAll(/\s+/g, ' ')
  const [, changed] = /^(?:update|delete from|alter table) (\w+)/.exec(text) ?? []
  if (changed && /^(update|delete)|^alter table \w+ alter column \w+ type /.test(text))
    return [{ table: changed, use: 'rewrites' }]
  const [, indexed] = /^create (?:unique )?index \w+ on (\w+)/.exec(text) ?? []
  if (indexed) return [{ table: indexed, use: 'reads' }]
  if (!text.startsWith('insert into ')) return []
  return [...text.matchAll(/ (?:from|join) (\w+)/g)].map(([, table]) => ({ table: table!, use: 'reads' }))
}

/** Follows a table to its new name. */
function rename(statement: string, rowsOf: Map<string, number>): void {
  const [, before, after] = /^alter table (\w+) rename to (\w+)/.exec(statement) ?? []
  if (!before || !after || !rowsOf.has(before)) return
  rowsOf.set(after, rowsOf.get(before) ?? 0)
  rowsOf.delete(before)
}

/** The first sentence of a migration, which says what it is for. */
function aboutOf(name: string): string {
  const [comment = ''] = /^(?:-- .*\n)+/.exec(readFileSync(migrationFile(name), 'utf8')) ?? []
  const text = comment
    .replaceAll(/^-- /gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \([^)]*\.ts\)/g, '')
    .trim()
  return /^.*?[^.]\.(?= |$)/.exec(text)?.[0].replace(/\.$/, '') ?? text
}
