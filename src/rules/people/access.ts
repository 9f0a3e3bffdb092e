import type { Settings } from '../settings/settings.ts'

/** The properties of the requesting user that the rules need. */
type Requester = {
  userId: number
  isAdmin: boolean
  permissions: ReadonlySet<string>
  manages: readonly number[]
  /** Set for an inspector, who can only read. */
  inspects?: unknown
}

/** The properties of the record's user that the rules need. */
type Owner = { id: number; group_id: number }

/**
 * Whether they may approve this person's time: managers of the person's group, holders of approve_timesheets and
 * administrators may.
 */
export function mayApprove(requester: Requester, owner: Owner): boolean {
  if (requester.inspects) return false
  return requester.isAdmin || requester.permissions.has('approve_timesheets') || manages(requester, owner)
}

/** True for a manager of the person's group. */
export function manages(requester: Requester, owner: Owner): boolean {
  return owner.group_id !== 0 && requester.manages.includes(owner.group_id)
}

/** The permissions with which people see everyone's time. */
export const timeSeers = ['manage_timesheets', 'approve_timesheets', 'reports'] as const

/** Whether they may create, change and delete this person's time. */
export function mayManageTime(requester: Requester, owner: Owner): boolean {
  if (requester.inspects) return false
  return requester.isAdmin || requester.permissions.has('manage_timesheets') || manages(requester, owner)
}

/** Parts of people's own profiles that a company may lock, and the settings for them. */
const ownParts = { email: 'emp_panel_email', password: 'emp_panel_passwd', tz: 'emp_panel_tz' } as const

/** Whether the settings let a person change a part of their own profile; without a name, the rest of it. */
export function mayChangeOwn(general: Settings, part?: keyof typeof ownParts): boolean {
  return [general.emp_panel, part && general[ownParts[part]]].every(
    (value) => value === undefined || Number(value) === 1,
  )
}
