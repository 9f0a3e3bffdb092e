import { type Actor, may, type Query, type ReadContext } from '../engine/context.ts'
import { anyOf } from '../engine/filters.ts'
import { all, type Handle, inList, type Row, type Sql, sql } from '../engine/sql.ts'
import { type User, users } from '../resources/users.ts'

/** The filters on people that every report has. */
export const peopleFilters = {
  user_ids: anyOf('id'),
  group_ids: anyOf('group_id', { about: 'Members of these groups.' }),
}

/** The people that a report is about, by name: those asked for, as far as the actor may see their time. */
export async function peopleOf(condition: Sql, { company }: ReadContext, handle: Handle): Promise<User[]> {
  const rows = await handle.all<Row>(
    sql`select * from users where company_id = ${company.row.company_id} and ${condition} order by last_name_key, first_name_key, id`,
  )
  return rows.map((row) => users.load(row))
}

/** Which rows of users those people are. Holders of the permissions in `seeAll` see everyone. */
export function selectedPeople({ values }: Pick<Query, 'values'>, actor: Actor, seeAll: readonly string[]): Sql {
  const { user_ids, group_ids } = values as { user_ids?: number[]; group_ids?: number[] }
  return all([
    visiblePeople(actor, seeAll),
    ...(user_ids ? [inList(sql`id`, user_ids)] : []),
    ...(group_ids ? [inList(sql`group_id`, group_ids)] : []),
  ])
}

/** The timesheets of those people, as a condition. */
export function timesheetsOf(condition: Sql, { company }: ReadContext): Sql {
  const { company_id } = company.row
  return sql`company_id = ${company_id} and user_id in (select id from users where company_id = ${company_id} and ${condition})`
}

/** Managers see their groups and themselves, the rest themselves. */
function visiblePeople(actor: Actor, seeAll: readonly string[]): Sql {
  if (may(actor, ...seeAll)) return sql`1 = 1`
  return sql`(id = ${actor.userId} or ${inList(sql`group_id`, actor.manages)})`
}
