// The events, and which of them a webhook gets.

/** What can happen to a record. */
export const actions = ['created', 'updated', 'archived', 'deleted'] as const

/** The events that are not about a record. */
export const testEvent = 'webhook.test'
/** Changes were left out: the receiver reads the lists again. */
export const gapEvent = 'webhook.gap'

/** The stream in which tests are queued; they are sent once. */
export const ownStream = 'webhook'

/** The kinds of payload: only which record changed, or also the record. */
export const payloads = ['thin', 'full'] as const

/** The name of a resource's record in events: `timesheet` for timesheets. */
export function subjectOf(resource: string): string {
  return resource
    .replace(/^locations_map$/, 'location_map')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
}

/** The events of these resources: `timesheet.created` and so on. */
export function eventsOf(resources: readonly string[]): string[] {
  return resources.flatMap((resource) => actions.map((action) => `${subjectOf(resource)}.${action}`))
}

/** The first of these patterns that no event matches. A pattern is an event, or has `*` for its subject or its action. */
export function unknownType(types: readonly string[], events: readonly string[]): string | undefined {
  return types.find((type) => !events.some((event) => matches(type, event)))
}

/** Whether one of the patterns matches an event. */
export function isWanted(types: readonly string[], event: string): boolean {
  return types.some((type) => matches(type, event))
}

function matches(type: string, event: string): boolean {
  if (type === '*' || type === event) return true
  const [subject, action] = event.split('.')
  return type === `${subject}.*` || type === `*.${action}`
}

/** The ids that records must refer to; omitted properties do not matter. */
export type Filter = { user_ids?: readonly number[]; group_ids?: readonly number[]; jobcode_ids?: readonly number[] }

/** The stored columns of a record. */
type Columns = Readonly<Record<string, unknown>>

/** The people that a record is about: the user itself, its user, or the people of a shift. */
export function peopleOf(resource: string, columns: Columns): number[] {
  if (resource === 'users') return [Number(columns.id)]
  const assigned = typeof columns.assigned_user_ids === 'string' ? columns.assigned_user_ids.split(',') : []
  return [columns.user_id, ...assigned].map(Number).filter((id) => id > 0)
}

/**
 * Whether a record passes a filter: it must refer to one id of each given property. Records without such a property do
 * not pass. `groupOf`: a person's current group; only called for a filter by group.
 */
export function passes(
  filter: Filter,
  resource: string,
  columns: Columns,
  groupOf: (userId: number) => number | undefined,
): boolean {
  const people = () => peopleOf(resource, columns)
  const groups = () => {
    if (resource === 'groups') return [Number(columns.id)]
    return resource === 'users' ? [Number(columns.group_id)] : people().map((id) => groupOf(id) ?? 0)
  }
  const jobs = () => [Number(resource === 'jobcodes' ? columns.id : columns.jobcode_id)]
  const names = (wanted: readonly number[] | undefined, found: () => readonly number[]) =>
    wanted === undefined || found().some((id) => wanted.includes(id))
  return names(filter.user_ids, people) && names(filter.group_ids, groups) && names(filter.jobcode_ids, jobs)
}
