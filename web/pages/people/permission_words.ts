/** Permissions as the API has them, by name. */
export type Permissions = Readonly<Record<string, boolean>>

/** What somebody may do, in words: a few roles that most people fit into. */
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

/** The roles, from the fewest rights to the most. */
export const roles: readonly Role[] = [
  {
    key: 'employee',
    name: 'Employee',
    about: 'Clocks in and out, sees their own time and schedule.',
    grants: employee,
  },
  {
    key: 'manager',
    name: 'Manager',
    about: 'Also corrects their own time, sees who is working, and plans for the groups they manage.',
    grants: manager,
  },
  {
    key: 'office',
    name: 'Office',
    about: 'Also looks after everybody’s time, people, jobs, schedules, projects and reports.',
    grants: office,
  },
  {
    key: 'administrator',
    name: 'Administrator',
    about: 'May do everything: pay, settings and connected applications too.',
    grants: ['admin', 'mobile', 'time_tracking'],
  },
]

/** Every permission in words, by what it is about. */
export const permissionGroups: readonly { name: string; permissions: readonly [key: string, words: string][] }[] = [
  {
    name: 'Time',
    permissions: [
      ['time_tracking', 'Records time, or has it recorded for them'],
      ['mobile', 'Clocks in on a phone'],
      ['manage_my_timesheets', 'Corrects their own time'],
      ['manage_timesheets', 'Corrects everybody’s time'],
      ['approve_timesheets', 'Approves everybody’s time'],
      ['status_box', 'Sees who is working'],
      ['reports', 'Runs reports about everybody'],
    ],
  },
  {
    name: 'Schedule',
    permissions: [
      ['view_my_schedules', 'Sees their own schedule'],
      ['view_group_schedules', 'Sees the schedule of their group'],
      ['view_company_schedules', 'Sees everybody’s schedule'],
      ['manage_my_schedule', 'Plans their own schedule only'],
      ['manage_schedules', 'Plans for the groups they manage'],
      ['manage_company_schedules', 'Plans for everybody'],
      ['manage_no_schedules', 'May not plan at all'],
    ],
  },
  {
    name: 'Projects',
    permissions: [
      ['view_projects', 'Sees projects'],
      ['manage_projects', 'Manages projects'],
    ],
  },
  {
    name: 'Set-up',
    permissions: [
      ['manage_users', 'Manages people and groups'],
      ['manage_jobcodes', 'Manages jobs, locations and choices'],
      ['manage_authorization', 'Manages authorised computers'],
      ['pin_login', 'Signs in with a PIN'],
      ['external_access', 'Acts in other companies that this one manages'],
    ],
  },
]

/** All permissions, those on that a role has. */
export function grantsOf({ grants }: Role): Permissions {
  const names = ['admin', ...permissionGroups.flatMap(({ permissions }) => permissions.map(([key]) => key))]
  return Object.fromEntries(names.map((name) => [name, grants.includes(name)]))
}

/** The role that somebody has, the largest one that their permissions hold, and how many they have besides. */
export function roleOf(permissions: Permissions): { role: Role | undefined; more: number } {
  if (permissions.admin) return { role: roles.find(({ key }) => key === 'administrator'), more: 0 }
  const granted = Object.keys(permissions).filter((name) => permissions[name])
  const role = roles.findLast(({ key, grants }) => key !== 'administrator' && grants.every((name) => permissions[name]))
  return { role, more: granted.length - (role?.grants.length ?? 0) }
}

/** `Manager`, `Manager, adjusted`. */
export function roleText(permissions: Permissions): string {
  const { role, more } = roleOf(permissions)
  if (!role) return 'Own selection'
  return more === 0 ? role.name : `${role.name}, adjusted`
}
