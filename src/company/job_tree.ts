import type { Actor } from '../engine/context.ts'
import { inList, type Sql, sql } from '../engine/sql.ts'

// Conditions on the tree of jobcodes: assignments, ancestors and descendants. `cross join` makes SQLite read the tables
// in the order given; otherwise it would walk all jobcodes of the company for each one found. For PostgreSQL, it is a
// normal join.

/** Ids of these jobcodes and all their ancestors, for `… in`. */
export function above(ids: readonly number[], companyId: number): Sql {
  return upward(inList(sql`j.id`, ids), companyId)
}

/** Ids of the jobcodes (`j`) that match a condition and all their ancestors, for `… in`. */
export function upward(start: Sql, companyId: number): Sql {
  return sql`(with recursive up (id, parent_id) as (
    select j.id, j.parent_id from jobcodes j where j.company_id = ${companyId} and ${start}
    union select p.id, p.parent_id from up cross join jobcodes p where p.company_id = ${companyId} and p.id = up.parent_id)
    select up.id from up)`
}

/** Ids of these jobcodes and all their descendants, for `… in`. */
export function below(ids: readonly number[], companyId: number): Sql {
  return sql`(with recursive down (id) as (
    select j.id from jobcodes j where j.company_id = ${companyId} and ${inList(sql`j.id`, ids)}
    union select c.id from down cross join jobcodes c where c.company_id = ${companyId} and c.parent_id = down.id)
    select down.id from down)`
}

/** Condition on jobcodes `j`: assigned to the actor or to everyone. */
export function assignedTo(actor: Actor): Sql {
  return sql`(j.assigned_to_all = 1 or j.id in (select a.jobcode_id from jobcode_assignments a
    where a.company_id = ${actor.companyId} and a.user_id = ${actor.userId} and a.active = 1))`
}
