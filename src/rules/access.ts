import type { Settings } from './settings.ts'

/** As much of the person who asks as the rules need. */
type Asker = { userId: number; isAdmin: boolean; permissions: ReadonlySet<string>; manages: readonly number[] }

/** As much of the person concerned. */
type Owner = { id: number; group_id: number }

/** Managers of the person's group, holders of approve_timesheets and administrators approve time. */
export function mayApprove(asker: Asker, owner: Owner): boolean {
  return asker.isAdmin || asker.permissions.has('approve_timesheets') || manages(asker, owner)
}

/** True for a manager of the person's group. */
export function manages(asker: Asker, owner: Owner): boolean {
  return owner.group_id !== 0 && asker.manages.includes(owner.group_id)
}

/** Who sees everybody's time. */
export function seesAllTime(asker: Asker): boolean {
  return (
    asker.isAdmin || ['manage_timesheets', 'approve_timesheets', 'reports'].some((name) => asker.permissions.has(name))
  )
}

/** Who sees the files that are attached to a person's time. */
export function seesFiles(asker: Asker, owner: Owner): boolean {
  return asker.userId === owner.id || mayManageTime(asker, owner)
}

/** Who may create, change and delete another person's time. */
export function mayManageTime(asker: Asker, owner: Owner): boolean {
  return asker.isAdmin || asker.permissions.has('manage_timesheets') || manages(asker, owner)
}

/** Parts of one's own profile that a company may keep for itself, and the settings that say so. */
const ownParts = { email: 'emp_panel_email', password: 'emp_panel_passwd', tz: 'emp_panel_tz' } as const

/** Whether the settings let a person change a part of their own profile; without a name, the rest of it. */
export function mayChangeOwn(general: Settings, part?: keyof typeof ownParts): boolean {
  return [general.emp_panel, part && general[ownParts[part]]].every(
    (value) => value === undefined || Number(value) === 1,
  )
}
