import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { idCounters } from '../src/db/citus/id_blocks.ts'
import { type Place, sqliteFile } from '../src/db/open.ts'
import { idsPerBlock } from '../src/engine/id_blocks.ts'

/** Runs a statement and returns its rows. */
type Run = (statement: string) => Promise<Record<string, string>[]>

/**
 * Copies the timesheets of a company several times, each time to earlier years. Rebuilds the indexes at the end, which
 * is faster than keeping them up to date.
 */
export async function repeatInEarlierYears(place: Place, companyId: number, times: number): Promise<void> {
  if (place.databaseUrl) await onPostgres(place.databaseUrl, (run) => repeat(run, companyId, times, onPostgresDialect))
  else {
    const db = new DatabaseSync(sqliteFile(place))
    db.exec('pragma synchronous = off; pragma cache_size = -500000')
    const run: Run = async (statement) => db.prepare(statement).all() as Record<string, string>[]
    await repeat(run, companyId, times, onSqliteDialect)
    await run('pragma wal_checkpoint(truncate)')
    db.close()
  }
}

/** Syntax in which the databases differ. */
type Dialect = {
  daysBefore: (days: number) => string
  /** Returns columns `drop` and `create`: statements that drop the indexes of timesheets, and create them again. */
  indexes: string
  columns: string
}

const onSqliteDialect: Dialect = {
  daysBefore: (days) => `date(date, '-${days} days')`,
  indexes: `select 'drop index ' || name as "drop", sql as "create" from sqlite_master
    where type = 'index' and tbl_name = 'timesheets' and sql is not null`,
  columns: "select name from pragma_table_info('timesheets')",
}

const onPostgresDialect: Dialect = {
  daysBefore: (days) => `(date::date - ${days})::text`,
  indexes: `select 'alter table timesheets drop constraint ' || conname as "drop",
      'alter table timesheets add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as "create"
      from pg_constraint where conrelid = 'timesheets'::regclass and contype = 'x'
    union all select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
      where indrelid = 'timesheets'::regclass and not indisprimary and not indisexclusion`,
  columns: `select column_name as name from information_schema.columns
    where table_name = 'timesheets' and table_schema = current_schema()`,
}

async function repeat(run: Run, companyId: number, times: number, dialect: Dialect): Promise<void> {
  const indexes = await run(dialect.indexes)
  const [{ first, last, top, block } = { first: '', last: '', top: '', block: '' }] = await run(
    `select min(date) as first, max(date) as last, max(id) as top,
      (select max(last) from counters where name like 'id_block %') as block
      from timesheets where company_id = ${companyId}`,
  )
  // Copies get ids above all blocks that have been taken, and new records get ids above the copies.
  const taken = Math.ceil((Number(block) + 1) / idCounters) * idCounters
  const weeks = Math.ceil((Date.parse(last!) - Date.parse(first!)) / 86_400_000 / 7) + 1
  const moved: Record<string, (n: number) => string> = {
    id: (n) => `id + ${n * taken * idsPerBlock}`,
    date: (n) => dialect.daysBefore(n * weeks * 7),
    start: (n) => `"start" - ${n * weeks * 7 * 86_400_000_000}`,
    end: (n) => `"end" - ${n * weeks * 7 * 86_400_000_000}`,
  }
  const columns = (await run(dialect.columns)).map(({ name }) => name!)
  const list = columns.map((name) => `"${name}"`).join()
  for (const index of indexes) await run(index.drop!)
  for (let n = 1; n <= times; n++) {
    const values = columns.map((name) => moved[name]?.(n) ?? `"${name}"`).join()
    await run(`insert into timesheets (${list}) select ${values} from timesheets
      where company_id = ${companyId} and id <= ${top} and "end" is not null`)
  }
  for (const index of indexes) await run(index.create!)
  await run(`update counters set last = last + ${taken * times} where name like 'id_block %'`)
}

async function onPostgres(address: string, work: (run: Run) => Promise<void>): Promise<void> {
  const url = new URL(address)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const options = `-c maintenance_work_mem=512MB${schema ? ` -c search_path=${schema},public` : ''}`
  const client = new pg.Client({ connectionString: url.href, options })
  await client.connect()
  try {
    await work(async (statement) => (await client.query(statement)).rows)
    await client.query('analyze timesheets')
  } finally {
    await client.end()
  }
}
