import { type CompanyRow, CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Actor } from '../../engine/context.ts'
import { Refusal, RequestError } from '../../engine/errors.ts'
import { type Field, isRecord, map, type Options, parseBoolean } from '../../engine/fields.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import { idMax, type RecordOf } from '../../engine/table.ts'
import { limitedPermissions } from '../../rules/time/schedule.ts'
import { loadSettings, settingsFor } from '../settings/settings.ts'
import { inspectionOf } from './inspections.ts'

/** A user with their rights in the company's current state; undefined if archived or nonexistent. */
export async function actorOf(
  company: CompanySnapshot,
  userId: number,
  application: string,
): Promise<Actor | undefined> {
  await company.look('users', [userId])
  const user = company.get('users', userId)
  if (!user?.active) return undefined
  if (user.permissions.inspector) {
    const inspects = await inspectionOf(company, userId)
    if (!inspects) return undefined
    // Inspectors of certain groups see what the managers of these see, all others what `reports` shows.
    const permissions = new Set(inspects.groups.length > 0 ? [] : ['reports'])
    const companyId = company.row.company_id
    return { companyId, userId, isAdmin: false, permissions, manages: inspects.groups, application, inspects }
  }
  const granted = new Set(Object.keys(user.permissions).filter((name) => user.permissions[name]))
  const isAdmin = granted.has('admin')
  const manages = managedGroups(await company.list('groups'), userId)
  const permissions = isAdmin ? granted : await withinSettings(granted, { company, user, manages })
  return { companyId: company.row.company_id, userId, isAdmin, permissions, manages, application }
}

/** The permissions, limited by the company's settings. */
async function withinSettings(
  granted: ReadonlySet<string>,
  { company, user, manages }: { company: CompanySnapshot; user: RecordOf<'users'>; manages: readonly number[] },
): Promise<ReadonlySet<string>> {
  await loadSettings(company)
  return limitedPermissions(granted, manages, settingsFor(company, user).schedule.settings)
}

/** Reloads an actor inside a transaction. Throws RequestError 403 if the actor's company no longer manages this one. */
export async function refreshActor(handle: Handle, company: CompanySnapshot, actor: Actor): Promise<Actor | undefined> {
  const { userId, application, home, signedIn, granted, scopes } = actor
  if (!home) {
    const now = await actorOf(company, userId, application)
    return now && { ...now, ...(signedIn && { signedIn }), ...(granted && { granted }), ...(scopes && { scopes }) }
  }
  const row = await companyRow(handle, home.companyId)
  const user = row && (await actorOf(new CompanySnapshot(row, handle), userId, application))
  if (!user) return undefined
  if ((await managedCompany(handle, user, home.clientId)) !== company.row.company_id) throw notManaged()
  return actor
}

/** The administrator that programs of the server act as, who is not a user of the company. */
export function administrator(companyId: number, application: string): Actor {
  return { companyId, userId: 0, isAdmin: true, permissions: new Set(), manages: [], application }
}

/** A company's row. */
export function companyRow(handle: Handle, companyId: number): Promise<CompanyRow | undefined> {
  return handle.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
}

/** The error for anyone who may not act in a managed client. */
export function notManaged(): RequestError {
  return new RequestError(403, 'not_in_managed_client', { field: 'vnd.tsheets.ManagedClientId' })
}

/** The managed company a user may act in through this link; undefined if there is none. */
export async function managedCompany(handle: Handle, user: Actor, clientId: number): Promise<number | undefined> {
  if (!user.isAdmin || !user.permissions.has('external_access') || clientId > idMax) return undefined
  const link = await handle.get<{ managed_company_id: number }>(
    sql`select managed_company_id from managed_clients
      where company_id = ${user.companyId} and id = ${clientId} and active = 1`,
  )
  return link?.managed_company_id
}

/** Groups that a user manages. */
export function managedGroups(groups: readonly RecordOf<'groups'>[], userId: number): number[] {
  return groups.filter((group) => group.active && group.manager_ids.includes(userId)).map((group) => group.id)
}

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
