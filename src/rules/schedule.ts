// Who may change and who may see whose shifts, how long shifts are, and who is told of what.

/** As much of the person who asks as the rules need. */
type Asker = { userId: number; isAdmin: boolean; permissions: ReadonlySet<string>; manages: readonly number[] }

/** As much of the person concerned. */
type Owner = { id: number; group_id: number }

/** Whose events: everyone's, or those of oneself, of people in managed groups, of people in one's own group. */
export type Reach = { everyone: boolean; self: boolean; managed: boolean; group: boolean }

/** Whose events a person may create and change. manage_no_schedules takes everything away but from administrators. */
export function editReach({ isAdmin, permissions }: Asker): Reach {
  const has = (name: string) => !permissions.has('manage_no_schedules') && permissions.has(name)
  return {
    everyone: isAdmin || has('manage_company_schedules'),
    self: has('manage_my_schedule'),
    managed: has('manage_schedules'),
    group: false,
  }
}

/** Whose published events a person may see: whatever may be changed, and what the permissions to view add. */
export function viewReach(asker: Asker): Reach {
  const edit = editReach(asker)
  const { permissions } = asker
  return {
    everyone: edit.everyone || permissions.has('view_company_schedules'),
    self: edit.self || permissions.has('view_my_schedules'),
    managed: edit.managed,
    group: permissions.has('view_group_schedules'),
  }
}

/** The company's settings that limit what the permissions about the schedule give. */
type Limits = Readonly<
  Record<'manage_schedule_permission' | 'view_schedule_permission' | 'employee_view' | 'manager_view', unknown>
>

/** What is left of a permission under a limit, and the limits under which it is lessened. */
type Lessened = readonly [permission: string, limits: readonly string[], left: readonly string[]]

// Those who may no longer plan go on seeing what they planned: seeing has limits of its own.
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
 * A person's permissions under the settings in effect for them. The settings only take away: what one may plan is
 * limited by the first, what one may see by the second and by the one for managers of groups or for everyone else.
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
 * Whether somebody may create or change an event of these people. One that nobody is assigned to belongs to whoever
 * created it, and whoever manages groups plans with such events.
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

/** Longest event, in microseconds. */
const longestEvent = 31 * 86_400_000_000

/** Why an event cannot last from start to end; undefined when it can. */
export function spanProblem(start: number, end: number): string | undefined {
  if (end <= start) return 'end must be after start'
  if (end - start > longestEvent) return 'end must be at most 31 days after start'
  return undefined
}

/** What somebody was last told of an event; user 0 is nobody. */
type Told = { user_id: number; start: number; end: number }

/** News of an event for one person. */
export type Notice = { user_id: number; news: 'new' | 'changed' | 'cancelled'; start: number; end: number }

/** Nobody was told anything. */
const nothingTold: Told = { user_id: 0, start: 0, end: 0 }

/**
 * Who has to be told of an event as it is now, and what everybody knows then. A draft is no news, and what it was while
 * it was published still holds; a deleted event is called off to whoever knows of it.
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
      ...(told.user_id === 0 ? [] : [{ ...told, news: 'cancelled' } as const]),
      ...(now.user_id === 0 ? [] : [{ ...now, news: 'new' } as const]),
    ],
  }
}
