import type { Handle } from '../../engine/sql.ts'
import { name, raw, sql } from '../../engine/sql.ts'
import { tables } from '../../tables/tables.ts'

// Citus distributes PostgreSQL's tables over machines, those with company data by company.

/** How a table is distributed: by a column or, if it is null, as a copy on every machine. */
type Step = { table: string; column: string | null }

/** Whether the database has Citus, and whether its tables are already distributed. */
export async function citusIn(handle: Pick<Handle, 'all'>): Promise<'absent' | 'unused' | 'used'> {
  const [there] = await handle.all<{ there: boolean }>(
    sql`select to_regclass('pg_dist_partition') is not null as there`,
  )
  if (!there?.there) return 'absent'
  return (await spreadIn(handle)).has('companies') ? 'used' : 'unused'
}

/** The tables that are not distributed yet, companies first, without those of other programs. */
export async function unspread(handle: Pick<Handle, 'all'>): Promise<Step[]> {
  const found = await handle.all<{ table: string }>(
    sql`select table_name as "table" from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  )
  const spread = await spreadIn(handle)
  const steps = found.flatMap(({ table }): Step[] => {
    if (!isOurs(table) || spread.has(table)) return []
    const { distributedBy = 'company_id' } = tables[table]!
    return [{ table, column: distributedBy }]
  })
  return steps.sort((a, b) => Number(b.table === 'companies') - Number(a.table === 'companies'))
}

/**
 * Distributes the tables that are not distributed yet, and returns their names. `shards`: parts per table, if none is
 * distributed.
 */
export async function distribute(handle: Handle, shards: number): Promise<string[]> {
  const steps = await unspread(handle)
  // Citus uses a table's log to move it to another machine.
  for (const { table } of await unlogged(handle)) await handle.all(sql`alter table ${name(table)} set logged`)
  for (const { table, column } of steps) await handle.all(statementFor(table, column, shards))
  return steps.map(({ table }) => table)
}

/** Distributes new tables of a database that is already distributed. Returns false if it is not. */
export async function distributeNew(handle: Handle): Promise<boolean> {
  if ((await citusIn(handle)) !== 'used') return false
  await distribute(handle, shardsUsual)
  return true
}

/** The default number of parts per table: enough for 32 machines with two each. */
export const shardsUsual = 64

function statementFor(table: string, column: string | null, shards: number) {
  const quoted = name(table).sql
  if (column === null) return sql`select create_reference_table(${quoted})`
  if (column === 'company_id' && table !== 'companies')
    return sql`select create_distributed_table(${quoted}, ${column}, colocate_with => 'companies')`
  return sql`select create_distributed_table(${quoted}, ${column}, colocate_with => 'none', shard_count => ${raw(String(shards))})`
}

/** Our unlogged tables. */
async function unlogged(handle: Pick<Handle, 'all'>): Promise<{ table: string }[]> {
  const found = await handle.all<{ table: string }>(
    sql`select relname as "table" from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and relpersistence = 'u'`,
  )
  return found.filter(({ table }) => isOurs(table))
}

/** Whether a table is ours; other programs may have tables in the same schema. */
function isOurs(table: string): boolean {
  return Object.hasOwn(tables, table)
}

async function spreadIn(handle: Pick<Handle, 'all'>): Promise<Set<string>> {
  const rows = await handle.all<{ table: string }>(
    sql`select c.relname as "table" from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace`,
  )
  return new Set(rows.map(({ table }) => table))
}
