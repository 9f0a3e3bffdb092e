import { scheduleSight } from '../people/schedule_sight.ts'
import { type Reason, reason } from '../refusals/reason.ts'

// Rules for who can edit and see whose shifts, how long a shift can be, which colors it can have, and who is notified of
// a change.

/** The properties of the requesting user that the rules need. */
type Asker = { userId: number; isAdmin: boolean; permissions: ReadonlySet<string>; manages: readonly number[] }

/** The properties of an assignee that the rules need. */
type Owner = { id: number; group_id: number }

/** Whose events: everyone's, or the requester's own, those of groups they manage, or those of their own group. */
export type Reach = { everyone: boolean; self: boolean; managed: boolean; group: boolean }

/** Whose events a person can create and edit. manage_no_schedules removes every right, except from administrators. */
export function editReach({ isAdmin, permissions }: Asker): Reach {
  const { everyone, self, managed, never } = scheduleSight.plan
  const has = (name: string) => !permissions.has(never) && permissions.has(name)
  return { everyone: isAdmin || has(everyone), self: has(self), managed: has(managed), group: false }
}

/** Whether a person can create events: everyone's, those of groups they manage, or their own. */
export function plansEvents(asker: Asker): boolean {
  const { everyone, self, managed } = editReach(asker)
  return everyone || self || managed
}

/**
 * Whose published events a person can see: those they can edit, and those that the view permissions add. A manager's
 * groups are the ones they manage and their own, so a limit on planning does not hide what they planned.
 */
export function viewReach(asker: Asker): Reach {
  const edit = editReach(asker)
  const { permissions, manages } = asker
  const { everyone, self, group } = scheduleSight.see
  return {
    everyone: edit.everyone || permissions.has(everyone),
    self: edit.self || permissions.has(self),
    managed: edit.managed || (permissions.has(group) && manages.length > 0),
    group: permissions.has(group),
  }
}

/** The company settings that limit the schedule permissions; none of them if schedules are not installed. */
type Limits = Readonly<
  Partial<Record<'manage_schedule_permission' | 'view_schedule_permission' | 'employee_view' | 'manager_view', unknown>>
>

/** The limits that reduce a permission, and what remains of it. */
type Lessened = readonly [permission: string, limits: readonly string[], left: readonly string[]]

// People who may no longer plan keep a permission to view, which has separate limits.
const planning: readonly Lessened[] = [
  ['manage_company_schedules', ['group'], ['manage_schedules', 'manage_my_schedule', 'view_company_schedules']],
  ['manage_company_schedules', ['none'], ['view_company_schedules']],
  ['manage_schedules', ['none'], ['view_group_schedules']],
  ['manage_my_schedule', ['none'], ['view_my_schedules']],
]

const viewing: readonly Lessened[] = [
  ['view_company_schedules', ['group'], ['view_group_schedules']],
  ['view_company_schedules', ['none'], ['view_my_schedules']],
  ['view_group_schedules', ['none'], ['view_my_schedules']],
]

/**
 * A person's permissions under the settings in effect for them. Each setting replaces permissions with lesser ones:
 * `manage_schedule_permission` limits planning; `view_schedule_permission`, and then `manager_view` for group managers
 * or `employee_view` for everyone else, limit viewing.
 */
export function limitedPermissions(
  granted: ReadonlySet<string>,
  manages: readonly number[],
  limits: Limits,
): ReadonlySet<string> {
  const view = manages.length > 0 ? limits.manager_view : limits.employee_view
  const steps = [
    ...planning.map((step) => [limits.manage_schedule_permission, step] as const),
    ...viewing.map((step) => [limits.view_schedule_permission, step] as const),
    ...viewing.map((step) => [view, step] as const),
  ]
  const permissions = new Set(granted)
  for (const [limit, [permission, lessening, left]] of steps)
    if (lessening.includes(String(limit)) && permissions.delete(permission))
      for (const name of left) permissions.add(name)
  return permissions
}

/**
 * Whether a person can create or edit an event of these people. An unassigned event belongs to its creator, and group
 * managers can plan with unassigned events.
 */
export function mayEditEvent(asker: Asker, assignees: readonly Owner[], creatorId: number): boolean {
  const { everyone, self, managed } = editReach(asker)
  if (everyone) return true
  if (assignees.length === 0) return (self || managed) && creatorId === asker.userId
  return assignees.every(
    (owner) =>
      (self && owner.id === asker.userId) ||
      (managed && owner.group_id !== 0 && asker.manages.includes(owner.group_id)),
  )
}

/** The longest event, in microseconds. */
const longestEvent = 31 * 86_400_000_000

/** Why an event cannot run from start to end; undefined if it can. */
export function spanProblem(start: number, end: number): Reason | undefined {
  if (end <= start) return reason('end_not_after_start')
  if (end - start > longestEvent) return reason('event_too_long')
  return undefined
}

/** The times of an event that a person was last notified of. User 0 means no one. */
type Told = { user_id: number; start: number; end: number }

/** News about an event for one person. */
export type Notice = { user_id: number; news: 'new' | 'changed' | 'canceled'; start: number; end: number }

/** No one has been told anything. */
const nothingTold: Told = { user_id: 0, start: 0, end: 0 }

/**
 * The people to notify of the current state of an event, and what everyone knows afterwards. A draft notifies no one,
 * and people's last known state stays the same; a deleted event is canceled for the people who know about it.
 */
export function notices(
  told: Told,
  event: { assignee: number; active: boolean; draft: boolean; start: number; end: number },
): { told: Told; notices: Notice[] } {
  if (event.active && event.draft) return { told, notices: [] }
  const { start, end } = event
  const now = event.active && event.assignee !== 0 ? { user_id: event.assignee, start, end } : nothingTold
  if (told.user_id === now.user_id) {
    const moved = told.start !== now.start || told.end !== now.end
    return { told: now, notices: moved ? [{ ...now, news: 'changed' }] : [] }
  }
  return {
    told: now,
    notices: [
      ...(told.user_id === 0 ? [] : [{ ...told, news: 'canceled' } as const]),
      ...(now.user_id === 0 ? [] : [{ ...now, news: 'new' } as const]),
    ],
  }
}

/** The colors of events, as the API names them. */
export const eventColors = [
  '#888888', // Grey
  '#FAB3AE', // Light Red
  '#F44336', // Red
  '#F8C499', // Light Orange
  '#BF1959', // Beet
  '#E91E63', // Pink
  '#8A2731', // Crimson
  '#B3D9B5', // Light Green
  '#43A047', // Green
  '#009688', // Teal
  '#486B7A', // Slate
  '#78909C', // Blue Grey
  '#A6D5FA', // Light Blue
  '#2196F3', // Blue
  '#3F51B5', // Indigo
  '#673AB7', // Deep Purple
  '#D7A8DF', // Light Purple
  '#9C27B0', // Purple
  '#010101', // Black
  '#785548', // Brown
  '#EF6C00', // Orange
  '#CDC8A2', // Light Olive
  '#827717', // Olive
  '#6A5E72', // Bloomy Plum
] as const

/** One of the colors. */
export type EventColor = (typeof eventColors)[number]
