import { whereInSight } from '../company/rights/visible.ts'
import type { Actor, Query, ReadContext } from '../engine/context.ts'
import { anyOf, type ValuesOfFilters } from '../engine/filters.ts'
import { all, type Handle, inList, type Sql, sql } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import { reportSights } from '../rules/people/sight.ts'

/** The people filters that every report has. */
export const peopleFilters = {
  user_ids: anyOf('id'),
  group_ids: anyOf('group_id', { about: 'Members of these groups.' }),
}

/** A query for some people. */
export type AskedPeople = { values: ValuesOfFilters<typeof peopleFilters> }

/** A query with these values, for a report that is computed from another's time. */
export function queryOf<const V>(values: V): Query<V> {
  return { values, given: new Set(), page: 1, limit: 1, supplemental: false }
}

/** The people a report covers, by name: those requested whose time the actor may see. */
export async function peopleOf(condition: Sql, { company }: ReadContext, handle: Handle): Promise<User[]> {
  const rows = await handle.tuples<[id: number]>(
    sql`select id from users where company_id = ${company.row.company_id} and ${condition} order by last_name_key, first_name_key, id`,
  )
  const ids = rows.map(([id]) => id)
  await company.look('users', ids)
  return ids.flatMap((id) => company.get('users', id) ?? [])
}

/** Condition on users that selects those people whose time the actor sees in a report. */
export function selectedPeople({ values }: AskedPeople, actor: Actor, report: keyof typeof reportSights): Sql {
  const { user_ids, group_ids } = values
  return all([
    whereInSight(reportSights[report], actor),
    ...(user_ids ? [inList(sql`id`, user_ids)] : []),
    ...(group_ids ? [inList(sql`group_id`, group_ids)] : []),
  ])
}

/** Condition on timesheets that selects those of these people. */
export function timesheetsOf(condition: Sql, { company }: ReadContext): Sql {
  const { company_id } = company.row
  return sql`company_id = ${company_id} and user_id in (select id from users where company_id = ${company_id} and ${condition})`
}
