import { all, type Handle, inList, name, type Row, type SqlValue, sql } from '../engine/sql.ts'
import { lastOf } from '../rules/elements.ts'
import { tables } from '../tables/tables.ts'

// Most of what a company records is stored twice: an entry also in its history, and a record that has changed within the
// last months in the log of changes. A value that a disk or memory has changed differs from its second copy.

/** A value of a row that differs from its second copy. */
export type Difference = {
  table: string
  id: number
  column: string
  row: SqlValue
  copy: SqlValue
  in: 'timesheet_history' | 'changes'
}

/** A line of the history of an entry. */
export type HistoryLine = {
  timesheet_id: number
  version: number
  action: string
  recorded: number
  old_values: string
  new_values: string
}

const batch = 500

/** What rows and their second copies say differently. What changes in the meantime is left out. */
export async function* differences(handle: Pick<Handle, 'all'>, companyId: number): AsyncGenerator<Difference> {
  yield* againstHistory(handle, companyId)
  yield* againstChanges(handle, companyId)
}

/** A sentence about a difference, for an operator. */
export function toldDifference({ table, id, column, row, copy, in: from }: Difference): string {
  const where = from === 'changes' ? 'the log of changes' : 'its history'
  return `${table} ${id}: ${column} is ${shown(row)}, but ${shown(copy)} in ${where}`
}

const longest = 80

function shown(value: SqlValue): string {
  const text = value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Compares all entries with their histories, which are kept as long as they are. */
async function* againstHistory(handle: Pick<Handle, 'all'>, companyId: number): AsyncGenerator<Difference> {
  for (let after = 0; ; ) {
    const rows = await handle.all<Row>(sql`select * from timesheets where company_id = ${companyId} and id > ${after}
      order by id limit ${batch}`)
    if (rows.length === 0) return
    const first = after
    after = Number(lastOf(rows).id)
    const lines =
      await handle.all<HistoryLine>(sql`select timesheet_id, version, action, recorded, old_values, new_values
      from timesheet_history where company_id = ${companyId} and timesheet_id > ${first} and timesheet_id <= ${after}
      order by timesheet_id, version`)
    const histories = Map.groupBy(lines, ({ timesheet_id }) => timesheet_id)
    for (const row of rows) yield* differencesOf(row, histories.get(Number(row.id)) ?? [])
  }
}

function* differencesOf(row: Row, lines: readonly HistoryLine[]): Generator<Difference> {
  const id = Number(row.id)
  const { values, version, conflicts } = foldHistory(lines)
  for (const { column, was, said } of conflicts)
    yield { table: 'timesheet_history', id, column, row: said, copy: was, in: 'timesheet_history' }
  // An entry that changed after the first query has a newer line.
  if (!values || version !== row.version) return
  for (const [column, copy] of Object.entries(values))
    if (column in row && row[column] !== copy && !isLoose('timesheets', column) && !isOffset(column))
      yield { table: 'timesheets', id, column, row: row[column]!, copy, in: 'timesheet_history' }
}

/** What a line says differently from the lines before it, or that it cannot be read. */
type Conflict = { version: number; column: string; was: SqlValue; said: SqlValue }

/**
 * An entry as its history tells it, oldest line first. `values` is undefined if a line is missing or cannot be read;
 * a deleted entry has the values from before.
 */
export function foldHistory(lines: readonly HistoryLine[]): {
  values: Row | undefined
  version: number
  isDeleted: boolean
  conflicts: Conflict[]
} {
  let values: Row | undefined = lines[0]?.action === 'created' ? {} : undefined
  const conflicts: Conflict[] = []
  for (const [index, line] of lines.entries()) {
    const { version, old_values, new_values } = line
    const [was, is] = [parsed(old_values), parsed(new_values)]
    if (!was) conflicts.push({ version, column: 'old_values', was: null, said: old_values })
    if (!is) conflicts.push({ version, column: 'new_values', was: null, said: new_values })
    const before: Row | undefined = version === index + 1 ? values : undefined
    if (before && was && version > 1) conflicts.push(...contradicted(before, was, version))
    values = before && was && is && applied(before, is)
  }
  const last = lines.at(-1)
  return { values, version: last?.version ?? 0, isDeleted: last?.action === 'deleted', conflicts }
}

/** The values that a line replaces, and that were others by the lines before it. */
function contradicted(before: Row, was: Row, version: number): Conflict[] {
  return Object.entries(was).flatMap(([column, said]) => {
    const known = before[column]
    const isCompared = known !== undefined && !isLoose('timesheets', column) && !isOffset(column)
    return isCompared && known !== said ? [{ version, column, was: known, said }] : []
  })
}

/** An entry after a line. Offsets stand beside the times they belong to, and only if they are known. */
function applied(before: Row, is: Row): Row {
  const offsets: Row = {}
  for (const time of ['start', 'end']) {
    const offset = `${time}_offset`
    if (time in is) offsets[offset] = is[time] === null ? null : (is[offset] ?? before[offset] ?? null)
  }
  return { ...before, ...offsets, ...is }
}

function parsed(json: string): Row | undefined {
  try {
    const value = JSON.parse(json)
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

const isOffset = (column: string) => column === 'start_offset' || column === 'end_offset'

/** Whether a column changes without a line: what it mentions may be deleted, or the catalog says so. */
function isLoose(table: string, column: string): boolean {
  const { mentions = {}, unlogged = [] } = tables[table] ?? {}
  return column in mentions || unlogged.includes(column)
}

type ChangeLine = { sequence: number; resource: string; record_id: number; kind: string; record: string }

/** Compares records with the newest line about them since the log was restarted. */
async function* againstChanges(handle: Pick<Handle, 'all'>, companyId: number): AsyncGenerator<Difference> {
  const seen = new Set<string>()
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await handle.all<ChangeLine>(sql`select sequence, resource, record_id, kind, record from changes
      where company_id = ${companyId} and sequence < ${before} order by sequence desc limit ${batch}`)
    const restarted = page.findIndex(({ kind }) => kind === 'restarted')
    const lines = restarted < 0 ? page : page.slice(0, restarted)
    const newest = lines.filter(({ resource, record_id }) => {
      const key = `${resource} ${record_id}`
      return !seen.has(key) && seen.add(key)
    })
    for (const [resource, some] of Map.groupBy(newest, (line) => line.resource))
      yield* againstLines(
        handle,
        companyId,
        resource,
        some.filter(({ kind }) => kind !== 'deleted'),
      )
    if (page.length < batch || restarted >= 0) return
    before = lastOf(page).sequence
  }
}

async function* againstLines(
  handle: Pick<Handle, 'all'>,
  companyId: number,
  resource: string,
  lines: readonly ChangeLine[],
): AsyncGenerator<Difference> {
  if (lines.length === 0 || !tables[resource]) return
  const ids = lines.map(({ record_id }) => record_id)
  const rows = await handle.all<Row>(
    sql`select * from ${name(resource)} where ${all([sql`company_id = ${companyId}`, inList(sql`id`, ids)])}`,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  for (const line of lines) {
    const found = [...differencesFrom(line, rowOf.get(line.record_id))]
    if (found.length > 0 && !(await hasNewer(handle, companyId, line))) yield* found
  }
}

function* differencesFrom(
  { resource, record_id: id, record }: ChangeLine,
  row: Row | undefined,
): Generator<Difference> {
  const at = { table: resource, id, in: 'changes' } as const
  const copy = parsed(record)
  if (!copy) yield { ...at, table: 'changes', column: 'record', row: record, copy: null }
  // Without a row: what is deleted because of its age leaves no line.
  else if (row)
    for (const [column, value] of Object.entries(copy))
      if (column in row && row[column] !== value && !isLoose(resource, column))
        yield { ...at, column, row: row[column]!, copy: value }
}

/** Whether a record has changed since a line was read. */
async function hasNewer(
  handle: Pick<Handle, 'all'>,
  companyId: number,
  { resource, record_id, sequence }: ChangeLine,
): Promise<boolean> {
  const rows = await handle.all(sql`select 1 as found from changes where company_id = ${companyId}
    and sequence > ${sequence} and (kind = 'restarted' or resource = ${resource} and record_id = ${record_id}) limit 1`)
  return rows.length > 0
}
