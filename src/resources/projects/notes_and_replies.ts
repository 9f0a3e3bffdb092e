import { visible } from '../../company/rights/visible.ts'
import { type Context, may } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { derived, numberOf, text } from '../../engine/fields.ts'
import { inList, sql } from '../../engine/sql.ts'
import { type Item, isId } from '../../engine/table.ts'
import type { Project } from '../projects.ts'

// Common parts of notes, replies and read times: they belong to a project that the writer sees.

/** The text of a note or reply. */
export const note = text({ required: true, min: 1, max: 4000 })

/** Undocumented by the vendor; always empty. */
export const mentions = derived({ type: 'array', items: {}, maxItems: 0 }, () => '[]')

/** A property that links to the activity whose id is in the given field. */
export function linkedActivity(field: string) {
  return derived(
    {
      type: 'object',
      properties: { project_activities: { type: 'array', items: { type: 'integer' } } },
    },
    (row) => `{"project_activities":[${row[field]}]}`,
  )
}

/** Loads those of these projects that the actor sees, by id. */
export async function loadSeenProjects(
  ids: readonly unknown[],
  { work, actor }: Context,
): Promise<ReadonlyMap<number, Project>> {
  const rows = await work.load('projects', sql`${inList(sql`id`, numbers(ids))} and ${visible('projects')(actor)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses a project that is not visible or deleted. */
export function checkProject(id: number, seen: ReadonlyMap<number, Project>, label: string): void {
  const project = seen.get(id)
  if (!project) throw new Refusal(417, 'no_such_project', { field: label, id })
  if (!project.active) throw new Refusal(417, 'project_deleted', { field: label, name: project.name })
}

/** Refuses users who neither wrote the record nor manage projects. */
export function checkAuthor({ user_id }: Item, { actor }: Context): void {
  if (user_id !== actor.userId && !may(actor, 'manage_projects')) throw new Refusal(417, 'not_the_writer')
}

/** Refuses to create a record as removed. */
export function checkNew({ active }: Item): void {
  if (!active) throw new Refusal(417, 'must_be_active', { kind: 'record' })
}

/** Those of a client's values that can be ids of records. */
export function numbers(values: readonly unknown[]): number[] {
  return [...new Set(values.map(numberOf))].filter((id) => isId(id))
}
