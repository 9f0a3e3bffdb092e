import { all, type Handle, join, name, oneRow, type Sql, sql } from '../engine/sql.ts'
import type { SampleIds } from './sample_ids.ts'

// The company's own records that refer to sample data. They stay, so they must be moved or deleted first.

type Obstacle = {
  table: string
  /** The condition on the company's own rows that prevent the removal. */
  refers: (ids: SampleIds, companyId: number) => Sql
  /** Their name: singular and plural. */
  words: readonly [one: string, many: string]
  /** The rest of the sentence, after "is" or "are". */
  rest: string
}

const sample = (column: string) => (ids: SampleIds) => ids.made(name(column))
/** Records that the server created itself, such as holiday pay, belong to the sample. */
const enteredFor = (ids: SampleIds) => sql`${ids.made(sql`user_id`)} and created_by_user_id <> 0`

const obstacles: readonly Obstacle[] = [
  {
    ...{ table: 'timesheets', refers: sample('jobcode_id') },
    ...{ words: ['entry of yours', 'entries of yours'], rest: 'on sample jobs: move or delete them first' },
  },
  {
    ...{ table: 'timesheets', refers: enteredFor },
    ...{ words: ['entry of yours', 'entries of yours'], rest: 'for sample people: delete them first' },
  },
  {
    ...{ table: 'users', refers: sample('group_id') },
    ...{ words: ['person of yours', 'people of yours'], rest: 'in sample groups: move them to another group first' },
  },
  {
    ...{ table: 'jobcodes', refers: sample('parent_id') },
    ...{ words: ['job of yours', 'jobs of yours'], rest: 'below sample jobs: move them first' },
  },
  {
    ...{ table: 'schedule_events', refers: (ids) => sql`active = 1 and ${ids.made(sql`user_id`)}` },
    ...{ words: ['shift of yours', 'shifts of yours'], rest: 'for sample people: delete them first' },
  },
  {
    ...{ table: 'schedule_events', refers: (ids) => sql`active = 1 and ${ids.made(sql`jobcode_id`)}` },
    ...{ words: ['shift of yours', 'shifts of yours'], rest: 'on sample jobs: move or delete them first' },
  },
  {
    table: 'time_off_request_entries',
    refers: (ids) =>
      sql`active = 1 and status in ('pending', 'approved') and (${ids.made(sql`user_id`)} or ${ids.made(sql`jobcode_id`)})`,
    words: ['day of a time-off request of yours', 'days of time-off requests of yours'],
    rest: 'on sample jobs or for sample people: cancel them first',
  },
  {
    ...{ table: 'holiday_calendars', refers: sample('jobcode_id') },
    ...{
      words: ['holiday calendar of yours', 'holiday calendars of yours'],
      rest: 'paid on sample jobs: change that first',
    },
  },
  {
    table: 'files',
    refers: (ids, companyId) =>
      sql`active = 1 and id in (select file_id from file_links l where l.company_id = ${companyId}
        and ${ids.made(sql`l.object_id`)})`,
    words: ['file of yours', 'files of yours'],
    rest: 'attached to sample records: delete them first',
  },
  {
    table: 'timesheets',
    refers: (ids, companyId) =>
      sql`id in (select object_id from file_links l where l.company_id = ${companyId}
        and ${ids.made(sql`l.file_id`)})`,
    words: ['entry of yours', 'entries of yours'],
    rest: 'shown with sample files: remove the files first',
  },
]

/** The reasons why the sample data cannot be removed, one sentence each. */
export async function inTheWay(handle: Handle, companyId: number, ids: SampleIds): Promise<string[]> {
  const own = (table: string, condition: Sql) =>
    sql`(select count(*) from ${name(table)} where company_id = ${companyId} and ${all([sql`not ${ids.made(sql`id`)}`, condition])})`
  const counts = await handle.tuples<number[]>(
    sql`select ${join(obstacles.map(({ table, refers }) => own(table, refers(ids, companyId))))}`,
  )
  const found = obstacles.map(({ words, rest }, index) => sentence(Number(counts[0]![index]), words, rest))
  const listed = await Promise.all([
    usingFields(handle, companyId, ids, 'timesheets'),
    usingFields(handle, companyId, ids, 'schedule_events'),
    managed(handle, companyId, ids),
    shared(handle, companyId, ids),
  ])
  const more = [
    sentence(listed[0], ['entry of yours', 'entries of yours'], 'using sample custom fields: clear them first'),
    sentence(listed[1], ['shift of yours', 'shifts of yours'], 'using sample custom fields: clear them first'),
    sentence(listed[2], ['group of yours', 'groups of yours'], 'managed by sample people: choose other managers first'),
    sentence(listed[3], ['shift of yours', 'shifts of yours'], 'shared with sample people: take them off first'),
  ]
  return [...found, ...more].filter((text) => text !== '')
}

function sentence(count: number, [one, many]: Obstacle['words'], rest: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? `${one} is` : `${many} are`} ${rest}`
}

/** How many entries or shifts have a value of a sample field. */
async function usingFields(
  handle: Handle,
  companyId: number,
  ids: SampleIds,
  table: 'timesheets' | 'schedule_events',
): Promise<number> {
  const fields = await handle.all<{ id: number }>(
    sql`select id from customfields where company_id = ${companyId} and ${ids.made(sql`id`)}`,
  )
  if (fields.length === 0) return 0
  const named = fields.map(({ id }) => sql`customfields like ${`%"${id}":%`}`)
  const there = table === 'timesheets' ? sql`1 = 1` : sql`active = 1`
  const found = await oneRow<{ count: number }>(
    handle,
    sql`select count(*) as count from ${name(table)}
    where company_id = ${companyId} and customfields <> '{}' and ${there}
      and not ${ids.made(sql`id`)} and (${join(named, ' or ')})`,
  )
  return Number(found.count)
}

async function managed(handle: Handle, companyId: number, ids: SampleIds): Promise<number> {
  const groups = await handle.all<{ manager_ids: string }>(
    sql`select manager_ids from groups where company_id = ${companyId} and not ${ids.made(sql`id`)}`,
  )
  return groups.filter(({ manager_ids }) => names(ids, manager_ids)).length
}

async function shared(handle: Handle, companyId: number, ids: SampleIds): Promise<number> {
  const shifts = await handle.all<{ assigned_user_ids: string }>(
    sql`select assigned_user_ids from schedule_events where company_id = ${companyId} and active = 1
      and not ${ids.made(sql`id`)} and not ${ids.made(sql`user_id`)}`,
  )
  return shifts.filter(({ assigned_user_ids }) => names(ids, assigned_user_ids)).length
}

/** Whether a stored list refers to a record of the sample. */
function names(ids: SampleIds, list: string): boolean {
  return (list.match(/\d+/g) ?? []).some((id) => ids.has(id))
}
