import { membershipSection } from '../company/settings/settings.ts'
import { RequestError } from '../engine/errors.ts'
import { all, type Handle, inList, join, name, type Operation, oneRow, operation, sql } from '../engine/sql.ts'
import { type AnyRecord, type Item, tableNamed } from '../engine/table.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { keysOf, objectOf } from '../rules/elements.ts'
import { earlierKey, earlierSection } from '../rules/settings/dated.ts'
import { type Obstacle, type ObstacleCode, obstacleText } from '../rules/settings/sample_data.ts'
import { parentsFirst } from '../tables/references.ts'
import { tables } from '../tables/tables.ts'
import { inTheWay } from './in_the_way.ts'
import { foundedAt } from './people_and_jobs.ts'
import { type Begun, begunIn, section } from './place.ts'
import { SampleIds } from './sample_ids.ts'

// Removes the sample data. The sample records are permanently deleted, with everything that belongs to them; the
// company's own records stay.

/** The words for the records whose removal the company is told about: one, and many. */
export const sampleWords = {
  users: ['person', 'people'],
  groups: ['group', 'groups'],
  jobcodes: ['job', 'jobs'],
  timesheets: ['entry', 'entries'],
  schedule_events: ['shift', 'shifts'],
  time_off_requests: ['time-off request', 'time-off requests'],
  projects: ['project', 'projects'],
  locations: ['location', 'locations'],
  customfields: ['custom field', 'custom fields'],
  files: ['file', 'files'],
  holiday_calendars: ['holiday calendar', 'holiday calendars'],
} as const

/** The kinds of these records, in the order of the answer. */
export const sampleKinds = keysOf(sampleWords)

/** The number of sample records of each kind. */
export type SampleCounts = Record<keyof typeof sampleWords, number>

/** What removing the sample would do. `in_the_way` has each reason why it is refused. */
type Removal = { goes: SampleCounts; in_the_way: Obstacle[] }

/** What removing the sample data of a company would do; undefined if it has none. */
export async function removalOf(handle: Handle, companyId: number, now: number): Promise<Removal | undefined> {
  const begun = await begunIn(handle, companyId, now)
  return begun && plan(handle, companyId, begun, new SampleIds(begun.numbers))
}

async function plan(handle: Handle, companyId: number, begun: Begun, ids: SampleIds): Promise<Removal> {
  const counts = sampleKinds.map(
    (table) =>
      sql`(select count(*) from ${name(table)} where company_id = ${companyId} and ${ids.made(sql`id`)}) as ${name(table)}`,
  )
  const goes = await oneRow<SampleCounts>(handle, sql`select ${join(counts)}`)
  const codes: ObstacleCode[] = begun.state === 'running' ? ['still_added'] : []
  if (!(await keepsAdministrator(handle, companyId, ids))) codes.push('no_administrator')
  return {
    goes: objectOf(sampleKinds, (table) => Number(goes[table])),
    in_the_way: [...codes.map((code) => ({ code, count: 0 })), ...(await inTheWay(handle, companyId, ids))],
  }
}

async function keepsAdministrator(handle: Handle, companyId: number, ids: SampleIds): Promise<boolean> {
  const own = await handle.get(
    sql`select 1 as there from users where company_id = ${companyId} and active = 1
      and permissions like '%,admin,%' and not ${ids.made(sql`id`)} limit 1`,
  )
  return own !== undefined
}

/**
 * Removes the sample data of a company in one transaction; null if there is none. Throws RequestError 417, with every
 * reason, while the company's own records refer to it.
 */
export const removeSample: Operation<{ companyId: number }, SampleCounts | null> = operation(
  'sample.remove',
  async (tx, { companyId }) => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' }, { history: false })
    const begun = await begunIn(tx, companyId, tx.now)
    if (!begun) return null
    const ids = new SampleIds(begun.numbers)
    const { goes, in_the_way } = await plan(tx, companyId, begun, ids)
    if (in_the_way.length > 0)
      throw new RequestError(417, 'sample_data_in_use', { records: in_the_way.map(obstacleText).join('; ') })
    await findRest(work, ids)
    for (const table of removed) await removeFrom(table, work, ids)
    await removeSettings(work, begun, ids)
    work.emptied('effective_settings')
    await deleteAlertKeys(work, ids)
    await clearMentions(work, ids)
    await removeFromLists(work, ids)
    await work.flush()
    return goes
  },
)

/** The columns of a table whose ids decide whether a row is removed. */
function decisive(table: string): string[] {
  const { sampled, belongsTo = {} } = tables[table]!
  return [...new Set([...(sampled ? ['id'] : []), ...Object.keys(belongsTo)])]
}

/** The tables from which rows are removed. */
const removed = parentsFirst().filter((table) => decisive(table).length > 0)

/** Finds what the company or the server added to sample records: deleted entries, assignments, notes. */
async function findRest({ tx, company }: UnitOfWork, ids: SampleIds): Promise<void> {
  const companyId = company.row.company_id
  const find = async (table: string, condition: ReturnType<typeof sql>) => {
    const rows = await tx.all<{ id: number }>(
      sql`select id from ${name(table)} where company_id = ${companyId} and ${all([sql`not ${ids.goes(sql`id`)}`, condition])}`,
    )
    for (const { id } of rows) ids.add(id)
  }
  for (const table of removed.filter((table) => tables[table]!.sampled)) {
    const columns = decisive(table).filter((column) => column !== 'id')
    if (columns.length > 0)
      await find(
        table,
        join(
          columns.map((column) => ids.goes(name(column))),
          ' or ',
        ),
      )
  }
  // Deleted files that were attached to sample records, and requests that have no entries left.
  await find(
    'files',
    sql`active = 0 and id in (select file_id from file_links where company_id = ${companyId} and ${ids.goes(sql`object_id`)})`,
  )
  const request = (which: ReturnType<typeof sql>) =>
    sql`exists (select 1 from time_off_request_entries e where e.company_id = ${companyId}
      and e.time_off_request_id = time_off_requests.id and ${which})`
  const goes = ids.goes(sql`e.id`)
  await find('time_off_requests', sql`${request(goes)} and not ${request(sql`not ${goes}`)}`)
  await find('time_off_request_notes', ids.goes(sql`time_off_request_id`))
}

async function removeFrom(table: string, work: UnitOfWork, ids: SampleIds): Promise<void> {
  const columns = decisive(table).map((column) => ids.goes(name(column)))
  const count = await work.tx.run(
    sql`delete from ${name(table)} where company_id = ${work.company.row.company_id} and (${join(columns, ' or ')})`,
  )
  if (count > 0 && tables[table]!.sampled) work.emptied(table)
}

/** Ids of removed records become 0 where the company's own records only mention them. */
async function clearMentions({ tx, company }: UnitOfWork, ids: SampleIds): Promise<void> {
  for (const [table, { mentions = {} }] of Object.entries(tables))
    for (const column of Object.keys(mentions))
      await tx.run(
        sql`update ${name(table)} set ${name(column)} = 0
          where company_id = ${company.row.company_id} and ${ids.goes(name(column))}`,
      )
}

/** Removes the sample's settings that the company has not changed since, and sample ids in those it has changed. */
async function removeSettings({ tx, company, stamp }: UnitOfWork, begun: Begun, ids: SampleIds): Promise<void> {
  const companyId = company.row.company_id
  await tx.run(sql`delete from settings where company_id = ${companyId} and scope = 'company' and scope_id = 0
    and (section = ${section} or last_modified = ${foundedAt(begun)})`)
  const membership = earlierKey(membershipSection, 'group_id')
  const rows = await tx.all<Record<'scope' | 'section' | 'key' | 'value', string> & { scope_id: number }>(
    sql`select scope, scope_id, section, key, value from settings where company_id = ${companyId}
      and (section = 'exports' or key in ('timecard_fields', 'pto_overtime_jobcodes') or (section = ${earlierSection} and key = ${membership}))`,
  )
  for (const { scope, scope_id, section, key, value } of rows) {
    const after = JSON.stringify(cleaned(JSON.parse(value), ids, section === earlierSection))
    if (after === JSON.stringify(JSON.parse(value))) continue
    await tx.run(sql`update settings set value = ${after}, last_modified = ${stamp} where company_id = ${companyId}
      and scope = ${scope} and scope_id = ${scope_id} and section = ${section} and key = ${key}`)
  }
}

/**
 * A setting without sample ids. With `asGroups`, its numbers are ids of groups, and the id of a removed group becomes
 * 0.
 */
function cleaned(value: unknown, ids: SampleIds, asGroups: boolean): unknown {
  if (typeof value === 'string')
    return asGroups || !/^(JOBCODE|\d+)(,|$)/.test(value)
      ? value
      : value
          .split(',')
          .filter((part) => !ids.has(part))
          .join()
  if (typeof value === 'number') return asGroups && ids.has(value) ? 0 : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => cleaned(each, ids, asGroups))
  const left = Object.entries(value).filter(([key]) => !ids.has(key))
  return Object.fromEntries(left.map(([key, each]) => [key, cleaned(each, ids, asGroups)]))
}

/** Deletes the keys of alerts that were sent about sample people and their entries. */
async function deleteAlertKeys({ tx, company }: UnitOfWork, ids: SampleIds): Promise<void> {
  const companyId = company.row.company_id
  const sent = await tx.all<{ key: string }>(sql`select key from sent_alerts where company_id = ${companyId}`)
  const keys = sent.map(({ key }) => key).filter((key) => ids.has(key.split('/')[1]))
  for (let start = 0; start < keys.length; start += 1000)
    await tx.run(
      sql`delete from sent_alerts where company_id = ${companyId} and ${inList(sql`key`, keys.slice(start, start + 1000))}`,
    )
}

/** Removes the ids of deleted records from lists in the company's own records. */
async function removeFromLists(work: UnitOfWork, ids: SampleIds): Promise<void> {
  for (const [name, { lists }] of Object.entries(tables)) {
    if (!lists) continue
    const table = tableNamed(name).name
    const rows: readonly AnyRecord[] = await work.load(table, sql`1 = 1`)
    for (const row of rows) {
      const patch: Item = Object.fromEntries(lists.map((key) => [key, ids.without(row[key])]))
      work.change(table, row.id, patch)
    }
  }
  const jobs = await work.load('jobcodes', sql`1 = 1`)
  const above = new Set(jobs.filter(({ active }) => active).map(({ parent_id }) => parent_id))
  for (const { id, has_children } of jobs)
    if (has_children && !above.has(id)) work.change('jobcodes', id, { has_children: false })
}
