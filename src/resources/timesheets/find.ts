import { below } from '../../company/job_tree.ts'
import { whereInSight, whereOwnerSeen } from '../../company/rights/visible.ts'
import type { Actor, Query, ReadContext } from '../../engine/context.ts'
import { anyOf, choice, conditions } from '../../engine/filters.ts'
import { page } from '../../engine/list.ts'
import { everything, type Found } from '../../engine/paging.ts'
import { RecentMap } from '../../engine/recent_values.ts'
import type { Search } from '../../engine/resource.ts'
import { all, indexHint, inList, name, oneRow, type Sql, sql } from '../../engine/sql.ts'
import { personFields } from '../../rules/people/sight.ts'
import { addDays } from '../../rules/time/calendar.ts'

/** The values of the filters on the owner. */
export type OwnerValues = { user_ids?: number[]; group_ids?: number[]; payroll_ids?: string[] }

/** A query for timesheets, with the values of the filters that decide about the index. */
type TimesheetQuery = Query<
  OwnerValues & {
    ids?: number[]
    on_the_clock: 'yes' | 'no' | 'both'
    start_date?: string
    end_date?: string
    modified_since?: number
    modified_before?: number
    jobcode_ids?: number[]
    jobcode_type: string
  }
>

/** Filters on the owner. Together with what the actor may see, they are first resolved to a list of users. */
export const userFilters = {
  user_ids: anyOf('user_id'),
  group_ids: anyOf('group_id', { about: 'Users who are in these groups now.' }),
}

const ownerFilters = ['user_ids', 'group_ids', 'payroll_ids']

// If an index matches at most this many rows, sorting them is cheaper than walking the days.
const fewRows = 2000

// At most this many jobcodes are looked up one by one in the index of jobcodes: 4,000 take 3 ms. To walk the days for
// jobcodes that have few timesheets takes longer the more time others have.
const someJobs = 5000

// How many branches of jobcodes are remembered for each company.
const branchesKept = 2

const columns = sql`id, last_modified, date, "start", "end", user_id, jobcode_id, type`

/**
 * One page of timesheets by date, start and id. Two indexes fit most queries and query planners choose badly between
 * them, so a cheap bounded count estimates what a filter will match, and the index is chosen here.
 */
export async function findTimesheets(query: TimesheetQuery, ctx: Search): Promise<Found[]> {
  const owners = await ownersOf(query, ctx)
  if (owners?.length === 0) return []
  const { ids, on_the_clock } = query.values
  const changed = changedIn(query)
  const changes = changed ? await count(ctx, 'timesheets_modified', changed, fewRows) : Number.POSITIVE_INFINITY
  if (changes === 0) return []
  const conditionWithout = async (filters: readonly string[]) => {
    const others = await conditions(query, ctx.resource.filters, ctx, [...ownerFilters, ...filters])
    // Owners are asked for by the ids of those whose time is seen; only inspectors are also limited to dates.
    return ctx.actor.inspects ? all([others, ctx.resource.visible(ctx.actor)]) : others
  }
  const asked = await conditionWithout([])
  const ofOwners = () => (owners ? inList(sql`user_id`, owners) : everything)
  const by = (index: string, narrow: Sql, condition = asked) =>
    page(query, ctx, picked(ctx, index, narrow, columns), all([condition, ofOwners()]))
  const days = daysOf(query)

  if (ids) return by('', inList(sql`id`, ids))
  if (on_the_clock === 'yes') return by('timesheets_running', sql`"end" is null`)
  if (changed && changes <= fewRows) return by('timesheets_modified', changed)
  const jobs = await ofJobs(query, ctx)
  const others = jobs ? await conditionWithout([jobs.filter]) : asked
  if (jobs) {
    const narrow = all([jobs.rows, days])
    const matches = await count(ctx, 'timesheets_jobcode', narrow, fewRows)
    if (matches === 0) return []
    if (matches <= fewRows) return by('timesheets_jobcode', narrow, others)
  }
  const condition = jobs ? all([others, jobs.rows]) : asked
  const found = owners && (await ofPeople(query, ctx, owners, { days, condition }))
  if (found) return found
  const walked = all([sql`company_id = ${ctx.actor.companyId}`, days, condition, ofOwners()])
  return page(query, ctx, sql`timesheets ${indexHint('timesheets_date')}`, walked)
}

/** The page by the index of users and dates; undefined if they have too many timesheets to sort. */
async function ofPeople(
  query: TimesheetQuery,
  ctx: Search,
  owners: readonly number[],
  { days, condition }: { days: Sql; condition: Sql },
): Promise<Found[] | undefined> {
  const ofOwners = inList(sql`user_id`, owners)
  const by = (narrow: Sql) => page(query, ctx, picked(ctx, 'timesheets_user_date', narrow, columns), condition)
  const first = firstDays(query, ctx, owners)
  const found = first && (await by(all([ofOwners, first])))
  if (found && found.length > query.limit) return found
  const narrow = all([ofOwners, days])
  const matches = await count(ctx, 'timesheets_user_date', narrow, fewRows)
  return matches <= fewRows ? by(narrow) : undefined
}

/**
 * The first days, which probably contain the first page of these users: if they have enough timesheets for a page,
 * these are the page, because all others come later. Undefined if more has to be read to know.
 */
function firstDays(
  { values, limit, page }: TimesheetQuery,
  { stretch }: Search,
  owners: readonly number[],
): Sql | undefined {
  const { start_date: first, end_date: last } = values
  if (!first || page > 1 || stretch?.order) return undefined
  // Two entries per person and day, plus a weekend.
  const count = Math.ceil(limit / (2 * owners.length)) + 2
  const end = addDays(first, count)
  if (owners.length * count > fewRows / 4 || (last !== undefined && last <= end)) return undefined
  return sql`date >= ${first} and date <= ${end}`
}

/** The condition on the requested dates. */
function daysOf({ values: { start_date, end_date } }: TimesheetQuery): Sql {
  return all([...(start_date ? [sql`date >= ${start_date}`] : []), ...(end_date ? [sql`date <= ${end_date}`] : [])])
}

/** The condition on the last change of a timesheet; undefined if there is none. */
function changedIn({
  values: { ids, on_the_clock, modified_since, modified_before },
}: TimesheetQuery): Sql | undefined {
  // These filters have their own indexes.
  if (ids || on_the_clock === 'yes') return undefined
  const bounds = [
    ...(modified_since === undefined ? [] : [sql`last_modified >= ${modified_since}`]),
    ...(modified_before === undefined ? [] : [sql`last_modified <= ${modified_before}`]),
  ]
  return bounds.length === 0 ? undefined : all(bounds)
}

/**
 * The filter that asks for jobcodes, and the condition on rows that they are of these; undefined for too many jobcodes,
 * or without such a filter.
 */
async function ofJobs(
  { values }: TimesheetQuery,
  { actor, handle, company }: Search,
): Promise<{ filter: 'jobcode_ids' | 'jobcode_type'; rows: Sql } | undefined> {
  const { jobcode_ids: given, jobcode_type: type } = values
  const wanted = given
    ? sql`${below(given, actor.companyId)} as wanted`
    : type &&
      type !== 'all' &&
      type !== 'regular' &&
      sql`jobcodes where company_id = ${actor.companyId} and type = ${type}`
  if (!wanted) return undefined
  // To walk down a large branch takes longer than to read a page of its time.
  const branches = await company.value('branches', async () => new RecentMap<readonly number[]>(branchesKept))
  const key = given ? given.join() : type
  let found = branches.get(key)
  if (!found) {
    // Selected directly, the walk down the tree ends at the limit.
    const rows = await handle.tuples<[number]>(sql`select id from ${wanted} limit ${someJobs + 1}`)
    found = rows.map(([id]) => id)
    branches.set(key, found)
  }
  if (found.length > someJobs) return undefined
  const ids = given?.includes(0) ? [...found, 0] : found
  return { filter: given ? 'jobcode_ids' : 'jobcode_type', rows: inList(sql`jobcode_id`, ids) }
}

/** The users whose time is requested; undefined for everyone. */
export async function ownersOf(
  { values }: { values: OwnerValues },
  { actor, handle, resource }: Search,
): Promise<number[] | undefined> {
  const { user_ids, group_ids, payroll_ids } = values
  const seen = whereOwnerSeen(resource.name, actor)
  const seesAll = seen.sql === '1 = 1'
  if (user_ids && !group_ids && !payroll_ids && seesAll) return user_ids
  const parts = [
    ...(seesAll ? [] : [seen]),
    ...(user_ids ? [inList(sql`id`, user_ids)] : []),
    ...(group_ids ? [inList(sql`group_id`, group_ids)] : []),
    // A filter must not reveal fields the actor is not shown.
    ...(payroll_ids ? [inList(sql`payroll_id`, payroll_ids), knownOwners(actor)] : []),
  ]
  if (parts.length === 0) return undefined
  const rows = await handle.all<{ id: number }>(
    sql`select id from users where company_id = ${actor.companyId} and ${all(parts)}`,
  )
  return rows.map((row) => row.id)
}

/** Users whose private fields the actor sees. */
export function knownOwners(actor: Actor): Sql {
  return whereInSight(personFields.private, actor)
}

/** How many rows match in an index, counting no further than just above `most`. */
export async function count(
  { actor, handle, resource }: Search,
  index: string,
  narrow: Sql,
  most: number,
): Promise<number> {
  const row = await oneRow<{ n: number }>(
    handle,
    sql`select count(*) as n from (select 1 from ${name(resource.name)} ${indexHint(index)} where company_id = ${actor.companyId} and (${narrow}) limit ${most + 1}) as probe`,
  )
  return row.n
}

/**
 * The rows that match in an index, before other conditions are applied. A limit keeps planners from combining the two.
 * SQLite needs none if it is told which index to use, and then does not copy the rows.
 */
export function picked({ actor, resource }: Search, index: string, narrow: Sql, columns: Sql): Sql {
  return sql`(select ${columns} from ${name(resource.name)} ${indexHint(index)}
    where company_id = ${actor.companyId} and (${narrow}) ${index ? pickedOnPostgres : pickedEverywhere}) as picked`
}

const pickedEverywhere = sql`limit 100000`
const pickedOnPostgres = sql`/* postgres: limit 100000 */`

/** Rows of these jobcodes or any below them. */
export function jobcodesAndBelow(values: readonly number[], { actor }: ReadContext): Sql {
  const ofThem = sql`jobcode_id in ${below(values, actor.companyId)}`
  return values.includes(0) ? sql`(jobcode_id = 0 or ${ofThem})` : ofThem
}

/** Filters by the type of the jobcode; time without one counts as regular. */
export function jobcodeType() {
  const filter = choice(
    ['regular', 'pto', 'paid_break', 'unpaid_break', 'unpaid_time_off', 'all', 'both'],
    'all',
    (value, { actor }) => {
      const typed = sql`jobcode_id in (select j.id from jobcodes j where j.company_id = ${actor.companyId} and j.type = ${value})`
      return value === 'regular' ? sql`(jobcode_id = 0 or ${typed})` : typed
    },
    { every: 'all' },
  )
  const parse: typeof filter.parse = (given, label) => {
    const type = filter.parse(given, label)
    // Programs of 2014 send it: then, there were only regular and pto.
    return type === 'both' ? 'all' : type
  }
  return { ...filter, parse }
}
