import type { Head } from './audited.ts'
import { changeColumns, changeRow, restartRow } from './change_log.ts'
import type { CompanyRow } from './company_snapshot.ts'
import { columnsOf } from './row_texts.ts'
import { inList, name, type Row, type Sql, sql, type Tx } from './sql.ts'
import { type AnyRecord, type TableName, tableNamed } from './table.ts'

// How a unit of work writes what it has staged: a constant number of statements per table.

/**
 * A record before and after a transaction. `order`: the position of its last change; `item`: the batch item that made
 * it; `again`: an earlier item changed it, too.
 */
export type Staged<R = AnyRecord> = {
  before: R | undefined
  after: R | undefined
  order: number
  item: number
  again: boolean
}

/** A staged change and its resource. */
type StagedIn = Staged & { resource: TableName }

/** A table that a transaction has changed. `isStamped`: it gets a new `last_modified`. */
type Touched = { table: string; isReference: boolean; isStamped: boolean }

/** The columns of the ids that a company has claimed. */
type Ranges = Pick<CompanyRow, 'id_next' | 'id_limit' | 'id_spare'>

/** Deletes, updates and inserts the records that changed; each resource's in the order of the changes. */
export function writeRecords(tx: Tx, companyId: number, changes: readonly StagedIn[]): Touched[] {
  return [...Map.groupBy(changes, ({ resource }) => resource)].map(([resource, changed]) => {
    const table = tableNamed(resource)
    // In the order of the changes, no row takes a unique key that another row still has. A record that changed more
    // than once went through states that are never written, so it is deleted before the others and inserted after them.
    const removed = changed.flatMap(({ before, after, again }) => (before && (!after || again) ? [before.id] : []))
    if (removed.length > 0)
      tx.post(sql`delete from ${name(resource)} where company_id = ${companyId} and ${inList(sql`id`, removed)}`)
    const updated = changed.filter((entry) => entry.before && entry.after && !entry.again)
    const added = changed.filter((entry) => (!entry.before || entry.again) && entry.after)
    const { names, fill } = columnsOf(table)
    const values = ({ after }: Staged) => [companyId, ...fill.map((of) => of(after!))]
    tx.insert(resource, names, updated.map(values), 'existing')
    tx.insert(resource, names, added.map(values))
    const isStamped = changed.some(({ before, after }) => after && after.last_modified !== before?.last_modified)
    return { table: resource, isReference: !table.volatile, isStamped }
  })
}

/** Tables outside the resources that browsers load again when they change. */
const referenceTables: readonly string[] = ['settings', 'pay_rates', 'pay_amounts']

/** Inserts rows outside the resources. */
export function writeRows(tx: Tx, companyId: number, appended: readonly { table: string; row: Row }[]): Touched[] {
  return [...Map.groupBy(appended, ({ table }) => table)].map(([table, entries]) => {
    const names = Object.keys(entries[0]!.row)
    const rows = entries.map(({ row }) => [companyId, ...names.map((name) => row[name]!)])
    tx.insert(table, ['company_id', ...names], rows)
    return { table, isReference: referenceTables.includes(table), isStamped: true }
  })
}

/**
 * Writes the change log, in the order in which things happened; unless all changes are listed there, its last row says
 * so. Returns its newest sequence.
 */
export function writeLog(
  tx: Tx,
  { company_id: companyId, last_change }: CompanyRow,
  changes: readonly StagedIn[],
  { isListed, ...from }: { isListed: boolean; stamp: number; userId: number; application: string },
): number {
  const entry = { companyId, ...from }
  const rows = changes
    .toSorted((a, b) => a.order - b.order)
    .map((change, index) => changeRow(last_change + 1 + index, change, entry))
  if (!isListed) rows.push(restartRow(last_change + rows.length + 1, entry))
  tx.insert('changes', changeColumns, rows)
  return last_change + rows.length
}

/** Moves the company's versions. `isNamed`: no other tables have changed than those that get a new `last_modified`. */
export function writeVersions(
  tx: Tx,
  row: CompanyRow,
  columns: Ranges & Partial<Head> & Pick<CompanyRow, 'stamp' | 'last_change'>,
  touched: readonly Touched[],
  isNamed: boolean,
): void {
  const { stamp, last_change } = columns
  const stamps: Record<string, number> = JSON.parse(row.last_modified)
  for (const { table, isStamped } of touched) if (isStamped) stamps[table] = stamp
  // Counts the versions whose changes are all named next to it, for `company/versions.ts`.
  if (isNamed && touched.every(({ isStamped }) => isStamped)) stamps['*'] = (stamps['*'] ?? 0) + 1
  const last_modified = JSON.stringify(stamps)
  const added = touched.some(({ isReference }) => isReference) ? 1 : 0
  const versions = { version: row.version + 1, setup_version: row.setup_version + added }
  tx.post(
    sql`update companies set version = version + 1, setup_version = setup_version + ${added}, stamp = ${stamp},
      last_modified = ${last_modified}, last_change = ${last_change}, ${setOf(columns)}
      where company_id = ${row.company_id}`,
    { ...row, ...columns, ...versions, last_modified },
  )
}

/** Keeps the claimed ids and the head of the audit of a transaction that has changed nothing else. */
export function writeRanges(tx: Tx, row: CompanyRow, columns: Ranges & Partial<Head>): void {
  tx.post(sql`update companies set ${setOf(columns)} where company_id = ${row.company_id}`, { ...row, ...columns })
}

function setOf({ id_next, id_limit, id_spare, audit_sequence, audit_head }: Ranges & Partial<Head>): Sql {
  const ranges = sql`id_next = ${id_next}, id_limit = ${id_limit}, id_spare = ${id_spare}`
  if (audit_sequence === undefined || audit_head === undefined) return ranges
  return sql`audit_sequence = ${audit_sequence}, audit_head = ${audit_head}, ${ranges}`
}
