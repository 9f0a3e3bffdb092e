import { Refusal } from '../../engine/errors.ts'
import { type Field, isRecord, map, type Options, parseBoolean } from '../../engine/fields.ts'

/** Every permission and what it grants. New users start with those in `initial`. */
const permissionNames = {
  admin: 'Everything.',
  mobile: 'Record time from mobile devices.',
  status_box: 'See who is working now.',
  reports: 'Run all company reports.',
  manage_timesheets: 'Create, edit and delete anyone’s timesheets.',
  manage_authorization: 'Manage authorized computers.',
  manage_users: 'Create, edit and archive users, groups and managers.',
  manage_my_timesheets: 'Create, edit and delete own timesheets.',
  manage_jobcodes: 'Create, edit and archive jobcodes and custom field items.',
  pin_login: 'Sign in with a PIN.',
  approve_timesheets: 'Run approval reports and approve every employee’s time.',
  manage_schedules: 'Edit schedule events of groups the user manages.',
  external_access: 'Access from outside, for managed clients.',
  manage_my_schedule: 'Edit own schedule events only.',
  manage_company_schedules: 'Edit anyone’s schedule events.',
  view_company_schedules: 'See anyone’s published events.',
  view_group_schedules: 'See published events of own group, and of groups the user manages.',
  manage_no_schedules: 'May not edit any schedule event.',
  view_my_schedules: 'See own published events.',
  view_projects: 'See projects.',
  manage_projects: 'Create and edit projects.',
  time_tracking: 'May track time and have time tracked for them.',
} as const

/** A user's permissions: every name with true or false. */
type Permissions = Record<string, boolean>

const names = Object.keys(permissionNames)

/** Marks an inspector, who can only read records. Requests can neither set nor show it. */
const inspector = 'inspector'

/** Printed with all permissions; a write may contain any subset. Stored as the names of those that are on. */
export function permissions(options: Options<Permissions>): Field<Permissions> {
  return {
    ...map<Permissions>({
      ...options,
      initial: () => complete({ mobile: true }),
      parse: parsePermissions,
      print: (value) => JSON.stringify(complete({ ...value, [inspector]: false })),
      schema: { type: 'object', additionalProperties: { type: 'boolean' } },
    }),
    load: (column) =>
      complete(
        Object.fromEntries(
          String(column)
            .split(',')
            .map((name) => [name, true]),
        ),
      ),
    save: (value) => {
      const granted = [...names, inspector].filter((name) => value[name])
      return granted.length === 0 ? '' : `,${granted.join(',')},`
    },
  }
}

function complete(given: Permissions): Permissions {
  const all = Object.fromEntries(names.map((name) => [name, given[name] === true]))
  return given[inspector] === true ? { ...all, [inspector]: true } : all
}

function parsePermissions(value: unknown, label: string): Permissions {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw new Refusal(417, 'permissions_not_booleans', { field: label })
  const parsed: Permissions = {}
  for (const [key, given] of Object.entries(value)) {
    const name = key === 'manage_no_schedule' ? 'manage_no_schedules' : key
    if (!names.includes(name)) throw new Refusal(417, 'no_such_permission', { field: label, permission: key })
    parsed[name] = parseBoolean(given, `${label}.${name}`)
  }
  return parsed
}
