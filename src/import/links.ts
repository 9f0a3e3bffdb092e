import { loadSettings, zoneFor } from '../company/settings/settings.ts'
import { isRecord } from '../engine/fields.ts'
import { fold, inList, name as quoted, type Row, sql } from '../engine/sql.ts'
import { type AnyRecord, isId, type RecordOf, type TableName } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { historyRow } from '../resources/timesheets/record.ts'
import { timesheets } from '../resources/timesheets.ts'
import { valueAt } from '../rules/elements.ts'
import { storedRate } from '../rules/pay/pay.ts'
import { localDate } from '../rules/time/calendar.ts'
import type { List } from './lists.ts'
import type { Problem } from './read_record.ts'
import { type Written, writeRows } from './write_rows.ts'

// Relations between records: looked up before they are written, and updated afterwards. One query for all records of a
// page.

/** Leaves out records that refer to a missing one; each is a problem. */
export async function withReferences(
  work: UnitOfWork,
  list: List,
  rows: readonly AnyRecord[],
  problems: Problem[],
): Promise<AnyRecord[]> {
  let left = [...rows]
  for (const [field, resource] of Object.entries(list.needs)) {
    const wanted = [...new Set(left.map((row) => Number(row[field])))].filter((id) => id !== 0)
    const there = await idsIn(work, resource, wanted)
    left = left.filter((row) => {
      if (row[field] === 0 || there.has(Number(row[field]))) return true
      problems.push({
        list: list.name,
        id: row.id,
        message: `${field}: there is no record ${row[field]} of ${resource}`,
      })
      return false
    })
  }
  return left
}

async function idsIn({ tx, company }: UnitOfWork, resource: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.all<{ id: number }>(sql`select id from ${quoted(resource)}
    where company_id = ${company.row.company_id} and ${inList(sql`id`, ids)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Fills in values that the API shows by name, or not at all. */
export async function resolved(
  work: UnitOfWork,
  list: List,
  rows: readonly AnyRecord[],
  problems: Problem[],
): Promise<AnyRecord[]> {
  const named = list.choices ? await withChoices(work, list, rows, problems) : [...rows]
  if (list.name === 'schedule_events') return withTeams(work, named)
  return list.name === 'project_activity_replies' ? withProjects(work, named) : named
}

type ChoiceRow = { id: number; customfield_id: number; name_key: string }

/** Custom field items by name; a text in a free-form field becomes an item, as if someone had typed it. */
async function withChoices(
  work: UnitOfWork,
  list: List,
  rows: readonly AnyRecord[],
  problems: Problem[],
): Promise<AnyRecord[]> {
  const entriesOf = ({ customfields }: AnyRecord) =>
    (isRecord(customfields) ? Object.entries(customfields) : [])
      .map(([field, text]): [string, string] => [field, String(text)])
      .filter(([, text]) => text.trim() !== '')
  const all = rows.flatMap(entriesOf)
  if (all.length === 0) return rows.map((row) => ({ ...row, customfields: {} }))
  const { fields, items } = await choicesNamed(work, all)
  const known = new Map(items.map((item) => [`${item.customfield_id} ${item.name_key}`, item.id]))
  const made: AnyRecord[] = []
  await work.reserve(all.length)
  const itemOf = (field: number, text: string): number | undefined => {
    const key = `${field} ${fold(text)}`
    if (known.has(key) || fields.get(field) !== 'free-form') return known.get(key)
    const item = { id: work.nextId(), customfield_id: field, name: text.trim(), active: true, created: work.tx.now }
    made.push({ ...item, last_modified: work.stamp })
    known.set(key, item.id)
    return item.id
  }
  const done = rows.map((row) => {
    const chosen = entriesOf(row).flatMap(([field, text]) => {
      const item = itemOf(Number(field), text)
      if (item !== undefined) return [[field, item]]
      const message = `customfields: field ${field} has no item "${text.slice(0, 100)}", so the value was left out`
      problems.push({ list: list.name, id: row.id, message })
      return []
    })
    return { ...row, customfields: Object.fromEntries(chosen) }
  })
  await writeRows(work, 'customfielditems', made)
  return done
}

/** The types of these fields, and their items of these names. */
async function choicesNamed({ tx, company }: UnitOfWork, all: readonly (readonly [field: string, text: string])[]) {
  const companyId = company.row.company_id
  const numbers = [...new Set(all.map(([field]) => Number(field)))].filter((id) => isId(id))
  const fields = await tx.all<{ id: number; type: string }>(
    sql`select id, type from customfields where company_id = ${companyId} and ${inList(sql`id`, numbers)}`,
  )
  const names = [...new Set(all.map(([, text]) => fold(text)))]
  const items = await tx.all<ChoiceRow>(sql`select id, customfield_id, name_key from customfielditems
    where company_id = ${companyId} and ${inList(sql`customfield_id`, numbers)} and ${inList(sql`name_key`, names)}`)
  return { fields: new Map(fields.map(({ id, type }) => [id, type])), items }
}

/** An event that the list without teams also shows is a separate event; others belong to their team's event. */
async function withTeams(work: UnitOfWork, rows: readonly AnyRecord[]): Promise<AnyRecord[]> {
  const condition = sql`company_id = ${work.company.row.company_id}`
  const ids = rows.map(({ id }) => id)
  const starts = [...new Set(rows.map(({ start }) => Number(start)))]
  const known = await work.tx.all<Row>(
    sql`select * from schedule_events where ${condition} and ${inList(sql`id`, ids)}`,
  )
  const bases = await work.tx.all<Row>(
    sql`select * from schedule_events where ${condition} and kind = 'base' and ${inList(sql`"start"`, starts)}`,
  )
  const kinds = new Map(known.map(({ id, kind }) => [id, kind]))
  return rows.map((row) => {
    const kind = kinds.get(row.id) ?? 'instance'
    if (kind !== 'instance') return { ...row, kind: 'single', base_id: 0 }
    const [person] = [row.assigned_user_ids].flat()
    const base = bases.find(
      (other) =>
        other.start === row.start &&
        other.end === row.end &&
        other.title === row.title &&
        other.jobcode_id === row.jobcode_id &&
        String(other.assigned_user_ids).includes(`,${person},`),
    )
    return { ...row, kind, base_id: base?.id ?? 0 }
  })
}

/** Replies belong to the project of their activity. Their authors follow it. */
async function withProjects(work: UnitOfWork, rows: readonly AnyRecord[]): Promise<AnyRecord[]> {
  const ids = [...new Set(rows.map((row) => Number(row.project_activity_id)))]
  const activities = await work.tx.all<{ id: number; project_id: number; followers: string }>(
    sql`select id, project_id, followers from project_activities
      where company_id = ${work.company.row.company_id} and ${inList(sql`id`, ids)}`,
  )
  const projects = new Map(activities.map(({ id, project_id }) => [id, project_id]))
  const followed = activities.map(({ id, followers }) => {
    const before = followers.split(',').filter(Boolean).map(Number)
    const authors = rows.filter((row) => row.project_activity_id === id).map((row) => row.user_id)
    return { id, followers: [...new Set([...before, ...authors])] }
  })
  await writeRows(work, 'project_activities', followed)
  return rows.map((row) => ({ ...row, project_id: projects.get(Number(row.project_activity_id)) ?? 0 }))
}

/** The records of a page, which are those of its table. */
type OfTable<N extends TableName> = readonly Written<RecordOf<N>>[]

/** Applies consequences of the records of a page. `bytes`: the bytes of files, by id. */
export async function follow(
  work: UnitOfWork,
  list: List,
  written: readonly Written[],
  { beside, bytes }: { beside: readonly AnyRecord[]; bytes: ReadonlyMap<number, readonly Uint8Array[]> },
): Promise<void> {
  const rowsOf = <N extends TableName>(_: N) => written as OfTable<N>
  if (list.name === 'users') await keepRates(work, rowsOf('users'))
  if (list.name === 'timesheets') keepHistory(work, rowsOf('timesheets'))
  if (list.name === 'timesheets_deleted') await deleteTimesheets(work, rowsOf('timesheets_deleted'))
  if (list.name === 'time_off_request_entries') await markBooked(work, rowsOf('time_off_request_entries'))
  if (list.name === 'time_off_requests') await writeRows(work, 'time_off_request_notes', beside)
  if (list.name === 'files') await keepFiles(work, rowsOf('files'), bytes)
}

/**
 * A person's pay. The API does not show earlier rates, so the first applies to all time, a later one from the day it is
 * imported.
 */
async function keepRates(work: UnitOfWork, written: OfTable<'users'>): Promise<void> {
  const moved = written.filter(
    ({ before, after }) => before?.pay_rate !== after.pay_rate || before?.pay_interval !== after.pay_interval,
  )
  if (moved.length === 0) return
  await loadSettings(work.company)
  const today = localDate(work.tx.now, zoneFor(work.company))
  const ids = moved.map(({ after }) => after.id)
  const theirs = sql`company_id = ${work.company.row.company_id} and jobcode_id = 0 and ${inList(sql`user_id`, ids)}`
  const known = await work.tx.all<{ user_id: number }>(sql`select distinct user_id from pay_rates where ${theirs}`)
  const paid = new Set(known.map(({ user_id }) => user_id))
  await work.tx.run(sql`delete from pay_rates where ${theirs} and starts = ${today}`)
  for (const { after } of moved) {
    const { id, pay_rate, pay_interval } = after
    const [starts, created] = paid.has(id) ? [today, work.tx.now] : ['', after.created]
    const rate = { starts, rate: storedRate(pay_rate), per: pay_interval, applied: 1, created }
    if (pay_rate > 0 || paid.has(id)) work.append('pay_rates', { user_id: id, jobcode_id: 0, ...rate })
  }
}

function keepHistory(work: UnitOfWork, written: OfTable<'timesheets'>): void {
  for (const { before, after } of written)
    work.append(
      'timesheet_history',
      historyRow({ before, after }, work, {
        text: 'imported',
        happened: after.last_modified,
      }),
    )
}

/** Deleted time is no longer listed as time. */
async function deleteTimesheets(work: UnitOfWork, written: OfTable<'timesheets_deleted'>): Promise<void> {
  const ids = written.map(({ after }) => after.id)
  const there = sql`timesheets where company_id = ${work.company.row.company_id} and ${inList(sql`id`, ids)}`
  const rows = await work.tx.all<Row>(sql`select * from ${there}`)
  if (rows.length === 0) return
  const afterOf = new Map(written.map(({ after }) => [after.id, after]))
  for (const row of rows) {
    const before = timesheets.load(row)
    const after = valueAt(afterOf, before.id)
    const origin = { text: 'imported', happened: after.last_modified }
    work.append('timesheet_history', historyRow({ before, after: undefined }, work, origin))
  }
  await work.tx.run(sql`delete from ${there}`)
  work.emptied('timesheets')
}

/** Links timesheets of approved time off to their entries. */
async function markBooked(work: UnitOfWork, written: OfTable<'time_off_request_entries'>): Promise<void> {
  const companyId = work.company.row.company_id
  const booked = written.filter(({ after }) => after.approved_timesheet_id !== 0)
  if (booked.length === 0) return
  const entries = booked.map(({ after }) => after.id)
  const sheets = booked.map(({ after }) => after.approved_timesheet_id)
  await work.tx.run(sql`update timesheets set time_off_entry_id = coalesce((select max(e.id)
    from time_off_request_entries e where e.company_id = ${companyId} and e.approved_timesheet_id = timesheets.id
    and ${inList(sql`e.id`, entries)}), 0) where company_id = ${companyId} and ${inList(sql`id`, sheets)}`)
}

async function keepFiles(
  work: UnitOfWork,
  written: OfTable<'files'>,
  bytes: ReadonlyMap<number, readonly Uint8Array[]>,
): Promise<void> {
  if (written.length === 0) return
  const ids = written.map(({ after }) => after.id)
  const companyId = work.company.row.company_id
  await work.tx.run(sql`delete from file_links where company_id = ${companyId} and ${inList(sql`file_id`, ids)}`)
  const gone = written.filter(({ after }) => !after.active || bytes.has(after.id)).map(({ after }) => after.id)
  await work.tx.run(sql`delete from file_parts where company_id = ${companyId} and ${inList(sql`file_id`, gone)}`)
  for (const { after } of written) {
    for (const [kind, objects] of Object.entries(after.linked_objects))
      for (const object_id of objects) work.append('file_links', { file_id: after.id, kind, object_id })
    for (const [part, some] of (bytes.get(after.id) ?? []).entries())
      work.append('file_parts', { file_id: after.id, part, bytes: some })
  }
}
