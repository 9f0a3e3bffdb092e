import { type Context, may } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { derived, numberOf, text } from '../../engine/fields.ts'
import { inList, sql } from '../../engine/sql.ts'
import { isId, type Values } from '../../engine/table.ts'
import type { Project } from '../projects.ts'
import { whereProjectVisible } from './visibility.ts'

// What notes, replies and read times have in common: they belong to a project that the writer sees.

/** What somebody has written. */
export const note = text({ required: true, min: 1, max: 4000 })

/** Nobody says upstream what it holds. */
export const mentions = derived({ type: 'array', items: {}, maxItems: 0 }, () => '[]')

/** The activity whose number stands in that field. */
export function linkedActivity(field: string) {
  return derived(
    {
      type: 'object',
      properties: { project_activities: { type: 'array', items: { type: 'integer' } } },
    },
    (row) => `{"project_activities":[${row[field]}]}`,
  )
}

/** Loads of these projects those that the actor sees, by number. */
export async function loadSeenProjects(
  ids: readonly unknown[],
  { work, actor }: Context,
): Promise<ReadonlyMap<number, Project>> {
  const rows = await work.load(
    'projects',
    sql`${inList(sql`id`, numbers(ids))} and ${whereProjectVisible(sql`id`, actor)}`,
  )
  return new Map(rows.map((row) => [row.id, row as Project]))
}

/** Refuses what is to be said about a project that is not seen, or deleted. */
export function checkProject(id: number, seen: ReadonlyMap<number, Project>, label: string): void {
  const project = seen.get(id)
  if (!project) throw new Refusal(417, `${label}: there is no project ${id}`)
  if (!project.active) throw new Refusal(417, `${label}: the project ${project.name} is deleted`)
}

/** Refuses who has neither written it nor manages projects. */
export function checkAuthor({ user_id }: Values, { actor }: Context): void {
  if (user_id !== actor.userId && !may(actor, 'manage_projects'))
    throw new Refusal(417, 'changing what somebody else has written needs the permission manage_projects')
}

/** Refuses to add what is removed already. */
export function checkNew({ active }: Values): void {
  if (!active) throw new Refusal(417, 'active must be true on what is new')
}

/** Those of a client's values that can be numbers of records. */
export function numbers(values: readonly unknown[]): number[] {
  return [...new Set(values.map(numberOf))].filter((id) => isId(id))
}
