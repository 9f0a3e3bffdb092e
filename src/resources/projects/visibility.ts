import { type Actor, type Context, may } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { type Sql, sql } from '../../engine/sql.ts'

/** Condition that the actor sees the project with this id: by a permission, or by assignment to its jobcode. */
export function whereProjectVisible(projectId: Sql, actor: Actor): Sql {
  return may(actor, 'manage_projects', 'view_projects') ? sql`1 = 1` : ofAssignedProject(projectId, actor)
}

/** Condition that the jobcode of the project with this id is assigned to the actor or to everyone. */
export function ofAssignedProject(projectId: Sql, { companyId, userId }: Actor): Sql {
  return sql`${projectId} in (select p.id from projects p
    join jobcode_assignments a on a.company_id = p.company_id and a.jobcode_id = p.jobcode_id
    where p.company_id = ${companyId} and a.user_id in (0, ${userId}) and a.active = 1)`
}

/** Refuses (417) users who may not change projects and their estimates. */
export function checkManager({ actor }: Context): void {
  if (!may(actor, 'manage_projects'))
    throw new Refusal(417, 'manage_projects_needed', { doing: 'changing projects and their estimates' })
}
