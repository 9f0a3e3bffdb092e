import type { Head } from './audited.ts'
import type { ChangeKind } from './change_log.ts'
import type { CompanyRow } from './company_snapshot.ts'
import { inList, name, type Row, type Sql, type SqlValue, sql, type Tx } from './sql.ts'
import { type AnyRecord, type Table, type TableName, tableNamed, type Values } from './table.ts'

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

/** The columns of a resource, and how a record fills those other than its company. */
type Columns = { names: string[]; fill: ((record: Values) => SqlValue)[] }

const columnsOfTables = new WeakMap<Table, Columns>()

/** The columns of a resource in the order in which they are written. */
function columnsOf(table: Table): Columns {
  const known = columnsOfTables.get(table)
  if (known) return known
  const made: Columns = { names: ['company_id', 'id'], fill: [({ id }) => id] }
  const add = (name: string, of: (record: Values) => SqlValue) => {
    made.names.push(name)
    made.fill.push(of)
  }
  for (const [key, { stored, key: keyOf, save }] of Object.entries(table.fields)) {
    if (stored && key !== 'id') add(key, (record) => save(record[key]))
    if (stored && keyOf) add(`${key}_key`, (record) => keyOf(record[key]))
  }
  columnsOfTables.set(table, made)
  return made
}

/** A change as it is logged. */
type LoggedChange = {
  resource: string
  before: AnyRecord | undefined
  after: AnyRecord | undefined
}

/** The columns of a row, besides its company and its sequence. */
const changeColumns = [
  'company_id',
  'sequence',
  'resource',
  'record_id',
  'kind',
  'user_id',
  'application',
  'changed',
  'record',
  'was',
]

/** Values shared by rows that are written together. */
type Entry = { companyId: number; userId: number; application: string; stamp: number }

/** The row of a change. */
function changeRow(sequence: number, change: LoggedChange, entry: Entry): SqlValue[] {
  const { resource, before, after } = change
  const table = tableNamed(resource)
  const record = after ?? before
  if (!record) throw new Error(`Nothing of ${resource} changed`)
  const was = before && after ? JSON.stringify(loggedColumns(table, before, after)) : ''
  const text = JSON.stringify(loggedColumns(table, record))
  return rowOf(sequence, entry, { resource, id: record.id, kind: kindOf(change), record: text, was })
}

/** The row that says that records changed which the log does not list. */
function restartRow(sequence: number, entry: Entry): SqlValue[] {
  return rowOf(sequence, entry, { resource: '', id: 0, kind: 'restarted', record: '', was: '' })
}

function rowOf(
  sequence: number,
  { companyId, userId, application, stamp }: Entry,
  { resource, id, kind, record, was }: { resource: string; id: number; kind: ChangeKind; record: string; was: string },
): SqlValue[] {
  return [companyId, sequence, resource, id, kind, userId, application, stamp, record, was]
}

function kindOf({ before, after }: LoggedChange): ChangeKind {
  if (!after) return 'deleted'
  if (!before) return 'created'
  return before.active === true && after.active === false ? 'archived' : 'updated'
}

/** The columns of a record that are logged; with `after`, only those that differ from it. */
function loggedColumns(table: Table, record: Values, after?: Values): Record<string, SqlValue> {
  const columns: Record<string, SqlValue> = {}
  for (const { name, save } of loggedOf(table)) {
    const value = save(record[name])
    if (!after || value !== save(after[name])) columns[name] = value
  }
  return columns
}

type Logged = { name: string; save: (value: unknown) => SqlValue }

const loggedOfTables = new WeakMap<Table, Logged[]>()

function loggedOf(table: Table): Logged[] {
  const known = loggedOfTables.get(table)
  if (known) return known
  const made = Object.entries(table.fields)
    .filter(([, { stored, secret }]) => stored && !secret)
    .map(([name, { save }]) => ({ name, save }))
  loggedOfTables.set(table, made)
  return made
}
