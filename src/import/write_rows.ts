import { type Fields, isRecord } from '../engine/fields.ts'
import { resourceNamed } from '../engine/resource.ts'
import { inList, join, name, type Row, type SqlValue, sql } from '../engine/sql.ts'
import { type AnyRecord, differing, type Item } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import type { User } from '../resources/users/record.ts'
import { users } from '../resources/users.ts'
import { recordedOffsets } from '../rules/time/timesheets.ts'
import { emptyValue } from './read_record.ts'

/** A record before and after it was written. */
export type Written<R = AnyRecord> = { before: R | undefined; after: R }

const rowsPerStatement = 40

/**
 * Stores records under their own ids, with their own `created` and `last_modified`. This bypasses the decisions of the
 * resource and their consequences, because those already happened in the source account. Missing values stay the same.
 * Rows that a page changes are deleted first, so two that swap names do not collide. Returns the rows that differ from
 * before; the unit of work then notes that the resource has changed in ways that are not listed.
 */
export async function writeRows(work: UnitOfWork, resource: string, given: readonly AnyRecord[]): Promise<Written[]> {
  if (given.length === 0) return []
  const { fields, load }: { fields: Fields; load: (row: Row) => AnyRecord } = resourceNamed(resource)
  const companyId = work.company.row.company_id
  const ids = given.map(({ id }) => id)
  const rows = await work.tx.all<Row>(
    sql`select * from ${name(resource)} where company_id = ${companyId} and ${inList(sql`id`, ids)}`,
  )
  const known = new Map(rows.map(load).map((row) => [row.id, row]))
  const empty = Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => (field.stored ? [[key, emptyValue(field)]] : [])),
  )
  const written = given.flatMap((values): Written[] => {
    const before = known.get(values.id)
    const after: Item & AnyRecord = completed({ ...empty, ...before, ...values }, before, work)
    if (before && Object.keys(differing(fields, before, after)).length === 0) return []
    if (before && 'version' in after) after.version = Number(before.version) + 1
    return [{ before, after }]
  })
  const changed = written.flatMap(({ before }) => (before ? [before.id] : []))
  if (changed.length > 0)
    await work.tx.run(
      sql`delete from ${name(resource)} where company_id = ${companyId} and ${inList(sql`id`, changed)}`,
    )
  for (let start = 0; start < written.length; start += rowsPerStatement)
    await insert(work, resource, fields, written.slice(start, start + rowsPerStatement))
  if (written.length > 0) work.emptied(resource)
  return written
}

/** Adds the values that every write records. */
function completed(after: AnyRecord, before: AnyRecord | undefined, { writer }: UnitOfWork): AnyRecord {
  if ('email_vouched_by' in after) return { ...after, ...users.recorded?.(after as User, before as User, writer) }
  if (!('start_offset' in after)) return after
  const moved = !before || before.start !== after.start || before.end !== after.end
  const [now, then] = [after, before] as unknown as Parameters<typeof recordedOffsets>
  const offsets = recordedOffsets(now, moved ? undefined : then)
  return { ...after, ...offsets }
}

async function insert(work: UnitOfWork, resource: string, fields: Fields, rows: readonly Written[]): Promise<void> {
  const columns = ['company_id', 'id']
  const fill: ((row: AnyRecord) => SqlValue)[] = [() => work.company.row.company_id, ({ id }) => id]
  for (const [key, field] of Object.entries(fields)) {
    if (!field.stored || key === 'id') continue
    columns.push(key)
    fill.push((row) => field.save(row[key]))
    const { key: keyOf } = field
    if (!keyOf) continue
    columns.push(`${key}_key`)
    fill.push((row) => keyOf(String(row[key])))
  }
  const values = rows.map(({ after }) => sql`(${join(fill.map((of) => of(after)))})`)
  await work.tx.run(sql`insert into ${name(resource)} (${join(columns.map(name))}) values ${join(values)}`)
}

/** The records of a section of a response's supplemental data. */
export function besideIn(body: Item, section: string): Item[] {
  const beside = isRecord(body.supplemental_data) ? body.supplemental_data[section] : undefined
  return isRecord(beside) ? Object.values(beside).filter(isRecord) : []
}
