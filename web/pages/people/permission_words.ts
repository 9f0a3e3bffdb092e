import { msg } from '../../../src/rules/language/messages.ts'
import { t } from '../../language.ts'

/** Permissions by name, as the API has them. */
export type Permissions = Readonly<Record<string, boolean>>

/** A named set of permissions that fits most people. */
export type Role = { key: string; name: string; about: string; grants: readonly string[] }

const employee = ['mobile', 'time_tracking', 'view_my_schedules']
const manager = [...employee, 'manage_my_timesheets', 'status_box', 'manage_schedules', 'view_group_schedules']
const office = [
  ...manager,
  'approve_timesheets',
  'manage_timesheets',
  'manage_users',
  'manage_jobcodes',
  'manage_company_schedules',
  'manage_projects',
  'reports',
  'view_company_schedules',
  'view_projects',
]

/** The roles, from fewest permissions to most. */
export const roles: readonly Role[] = [
  {
    key: 'employee',
    name: msg('Employee'),
    about: msg('Clocks in and out and sees their own time and schedule.'),
    grants: employee,
  },
  {
    key: 'manager',
    name: msg('Manager'),
    about: msg('Also edits their own time, sees who is working, and schedules the groups they manage.'),
    grants: manager,
  },
  {
    key: 'office',
    name: msg('Office'),
    about: msg('Also manages everyone’s time, people, jobs, schedules, projects, and reports.'),
    grants: office,
  },
  {
    key: 'administrator',
    name: msg('Administrator'),
    about: msg('Can do everything, including pay, settings, and connected apps.'),
    grants: ['admin', 'mobile', 'time_tracking'],
  },
]

/** The description of every permission, by topic. */
export const permissionGroups: readonly { name: string; permissions: readonly [key: string, words: string][] }[] = [
  {
    name: msg('Time'),
    permissions: [
      ['time_tracking', msg('Time is tracked')],
      ['mobile', msg('Clocks in from a phone')],
      ['manage_my_timesheets', msg('Edits their own time')],
      ['manage_timesheets', msg('Edits everyone’s time')],
      ['approve_timesheets', msg('Approves everyone’s time')],
      ['status_box', msg('Sees who is working')],
      ['reports', msg('Runs reports on everyone')],
    ],
  },
  {
    name: msg('Schedule'),
    permissions: [
      ['view_my_schedules', msg('Sees their own schedule')],
      ['view_group_schedules', msg('Sees their group’s schedule')],
      ['view_company_schedules', msg('Sees everyone’s schedule')],
      ['manage_my_schedule', msg('Schedules only themselves')],
      ['manage_schedules', msg('Schedules the groups they manage')],
      ['manage_company_schedules', msg('Schedules everyone')],
      ['manage_no_schedules', msg('Can’t schedule')],
    ],
  },
  {
    name: msg('Projects'),
    permissions: [
      ['view_projects', msg('Sees projects')],
      ['manage_projects', msg('Manages projects')],
    ],
  },
  {
    name: msg('Setup'),
    permissions: [
      ['manage_users', msg('Manages people and groups')],
      ['manage_jobcodes', msg('Manages jobs, locations, and custom fields')],
      ['manage_authorization', msg('Manages authorized computers')],
      ['pin_login', msg('Signs in with a PIN')],
      ['external_access', msg('Works in companies that this one manages')],
    ],
  },
]

/** All permissions, with those of a role turned on. */
export function grantsOf({ grants }: Role): Permissions {
  const names = ['admin', ...permissionGroups.flatMap(({ permissions }) => permissions.map(([key]) => key))]
  return Object.fromEntries(names.map((name) => [name, grants.includes(name)]))
}

/** The largest role whose permissions a person has, and how many more they have. */
export function roleOf(permissions: Permissions): { role: Role | undefined; more: number } {
  if (permissions.admin) return { role: roles.find(({ key }) => key === 'administrator'), more: 0 }
  const granted = Object.keys(permissions).filter((name) => permissions[name])
  const role = roles.findLast(({ key, grants }) => key !== 'administrator' && grants.every((name) => permissions[name]))
  return { role, more: granted.length - (role?.grants.length ?? 0) }
}

/** `Manager`, `Manager (custom)`. */
export function roleText(permissions: Permissions): string {
  const { role, more } = roleOf(permissions)
  if (!role) return t('Custom@@role')
  return more === 0 ? t(role.name) : t('{role} (custom)', { role: t(role.name) })
}
