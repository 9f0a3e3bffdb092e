import { type Actor, may, type ReadContext } from '../engine/context.ts'
import { anyOf, type Query } from '../engine/filters.ts'
import { all, type Handle, inList, type Row, type Sql, sql } from '../engine/sql.ts'
import { type User, users } from '../resources/users.ts'

/** The filters on people that every report has. */
export const peopleFilters = {
  user_ids: anyOf('id'),
  group_ids: anyOf('group_id', { about: 'Members of these groups.' }),
}

/** The people that a report is about, by name: those asked for, as far as the actor may see their time. */
export async function peopleOf(
  { values }: Query,
  { actor, company }: ReadContext,
  handle: Handle,
  seeAll: readonly string[],
  further: Sql = sql`1 = 1`,
): Promise<User[]> {
  const { user_ids, group_ids } = values as { user_ids?: number[]; group_ids?: number[] }
  const rows = await handle.all<Row>(sql`select * from users where company_id = ${company.row.company_id}
    and ${all([
      further,
      visiblePeople(actor, seeAll),
      ...(user_ids ? [inList(sql`id`, user_ids)] : []),
      ...(group_ids ? [inList(sql`group_id`, group_ids)] : []),
    ])} order by last_name_key, first_name_key, id`)
  return rows.map((row) => users.load(row))
}

/** Holders of the permissions see everyone, managers their groups and themselves, the rest themselves. */
function visiblePeople(actor: Actor, seeAll: readonly string[]): Sql {
  if (may(actor, ...seeAll)) return sql`1 = 1`
  return sql`(id = ${actor.userId} or ${inList(sql`group_id`, actor.manages)})`
}
