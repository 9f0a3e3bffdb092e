import type { SectionName } from '../settings/settings.ts'
import { timeSeers } from './access.ts'
import { scheduleSight } from './schedule_sight.ts'
import { allows } from './scopes.ts'

// Who sees what: one row for each type of record. Everything that shows records takes its decision from here: lists,
// supplemental data, reports, the feed of changes, webhooks, files and exports, and with them the tools for assistants.
// company/rights/visible.ts turns it into conditions, and docs/reference/visibility.md shows it.

/** The properties of the requesting user that decide what they see. */
type Viewer = {
  userId: number
  isAdmin: boolean
  permissions: ReadonlySet<string>
  manages: readonly number[]
  /** Set for an inspector. Those of certain groups manage these, others have the permission `reports`. */
  inspects?: { readonly groups: readonly number[] } | undefined
}

/** The properties of a person that decide who sees what belongs to them. */
type Owner = { id: number; group_id: number }

/** What people see who do not see all, by the column that decides. */
export type Circle = keyof typeof circles

/** Circles with their columns. Being in one of them is enough to see a record. */
export type Circles = Readonly<Partial<Record<Circle, string>>>

/** What each circle is called. */
export const circles = {
  own: 'their own',
  managed: 'those of members of groups that they manage',
  members: 'those of members of groups that they manage',
  company: 'those for everyone',
  target: 'those about themselves, their group, groups that they manage and the members of these',
  assigned: 'those assigned to them or to everyone, and the folders above',
  project: 'those whose jobcode is assigned to them or to everyone',
  linked: 'those attached to records of `through`',
} as const

/** Who sees all, and what others see. Administrators always see all. */
export type Sight = {
  /** One of these permissions is enough to see all; with none, only administrators do. */
  readonly all: 'everyone' | readonly string[]
  /** Managers of any group see all, too. */
  readonly managersSeeAll?: true
  readonly others?: Circles
  /**
   * What inspectors see: nothing if not given; what their groups allow (`groups`), also limited to their dates
   * (`dates`), or only their own.
   */
  readonly inspectors?: 'all' | 'groups' | 'dates' | 'own'
}

/** Seen like the record of a type whose id is in this column. `when`: a column, and the values of which it must have one. */
export type Like = { readonly type: string; readonly column: string; readonly when?: readonly [string, ...string[]] }

/** Which of the shifts people may plan or see, by permission. */
type Reach = Readonly<Record<'everyone' | 'managed' | 'self', string>>

/** A row of the table. */
export type Row = (
  | Sight
  | { readonly like: readonly Like[] }
  /** Shifts: people see what they may plan, and published ones. A permission in `never` takes away planning. */
  | {
      readonly plan: Reach & { readonly never: string }
      readonly see: Omit<Reach, 'managed'> & { readonly group: string }
    }
) & {
  /** Only records with these values, for everyone. */
  readonly only?: Readonly<Record<string, string | number>>
  /** Only records in these circles, besides `like`. */
  readonly and?: Circles
  /** The types of objects through which files are seen, with who sees such an object. */
  readonly through?: Readonly<Record<string, Row>>
  /** Beside records that refer to it, it is only shown to those who could list it. Others may be shown by name. */
  readonly besideIfSeen?: true
}

const ofPerson = { own: 'user_id', managed: 'user_id' } as const
const time = { all: timeSeers, others: ofPerson } as const
const timeOff = { all: ['approve_timesheets'], others: ofPerson } as const
const everyone = { all: 'everyone' } as const
const everyoneAndInspectors = { all: 'everyone', inspectors: 'all' } as const
const administrators = { all: [] } as const
const ofProject = { like: [{ type: 'projects', column: 'project_id' }] } as const

/** Who sees the records of each type. */
export const sights = {
  corrections: timeOff,
  customfielditem_filters: {
    like: [
      { type: 'jobcodes', column: 'applies_to_id', when: ['applies_to', 'jobcodes'] },
      { type: 'customfielditem_user_filters', column: 'applies_to_id', when: ['applies_to', 'users', 'groups'] },
    ],
  },
  customfielditem_jobcode_filters: { like: [{ type: 'jobcodes', column: 'id' }] },
  customfielditem_user_filters: {
    all: ['manage_users', 'manage_jobcodes', 'manage_timesheets'],
    others: { target: 'id' },
  },
  customfielditems: everyoneAndInspectors,
  customfields: everyoneAndInspectors,
  effective_settings: { all: [], others: ofPerson },
  export_setup: { all: ['reports', 'approve_timesheets'] },
  estimate_items: { like: [{ type: 'estimates', column: 'estimate_id' }] },
  estimates: ofProject,
  files: {
    all: ['manage_timesheets'],
    others: { own: 'uploaded_by_user_id', linked: 'id' },
    through: { timesheets: { all: [], others: ofPerson }, project_notes: { ...ofProject, only: { active: 1 } } },
    besideIfSeen: true,
  },
  geofence_configs: everyone,
  geolocations: time,
  groups: everyoneAndInspectors,
  invitations: everyone,
  jobcode_assignments: {
    all: ['manage_users', 'manage_jobcodes'],
    others: { own: 'user_id', company: 'user_id', managed: 'user_id' },
    inspectors: 'groups',
  },
  jobcodes: {
    all: ['manage_jobcodes', 'manage_timesheets', 'manage_projects', 'reports'],
    managersSeeAll: true,
    others: { assigned: 'id' },
    inspectors: 'all',
  },
  locations: everyone,
  locations_map: everyone,
  managed_clients: administrators,
  notifications: { all: [], others: { own: 'user_id' }, only: { state: 'scheduled' } },
  pay_runs: administrators,
  project_activities: ofProject,
  project_activity_read_times: { ...ofProject, and: { own: 'user_id' } },
  project_activity_replies: ofProject,
  project_notes: ofProject,
  projects: { all: ['manage_projects', 'view_projects'], others: { project: 'id' } },
  reminders: { all: [], others: { company: 'user_id', own: 'user_id', managed: 'user_id' } },
  saved_reports: { all: ['reports', 'approve_timesheets'], managersSeeAll: true, others: { own: 'user_id' } },
  schedule_calendars: everyone,
  schedule_events: scheduleSight,
  time_off_request_entries: timeOff,
  time_off_request_notes: timeOff,
  time_off_requests: timeOff,
  timesheets: { ...time, inspectors: 'dates', besideIfSeen: true },
  timesheets_deleted: { ...time, inspectors: 'dates' },
  users: { all: 'everyone', others: { own: 'id', members: 'group_id' }, inspectors: 'groups' },
} as const satisfies Record<string, Row>

/** The types of records in the table. */
export type RecordType = keyof typeof sights

const people = { own: 'id', members: 'group_id' } as const
const payroll = { all: ['reports', 'approve_timesheets'], others: people } as const
const projects = { all: ['reports'], others: people } as const
const approving = { all: ['approve_timesheets'], others: { members: 'group_id' } } as const

/** Whose time is in each report. Reports and exports that are not named have the people of `payroll`. */
export const reportSights = {
  approvals: approving,
  current_totals: { all: ['reports', 'status_box'], others: people },
  payroll,
  payroll_by_jobcode: payroll,
  project: projects,
  project_estimate: projects,
  project_estimate_detail: projects,
} as const satisfies Record<string, Sight>

/** The fields of people that not everyone reads who sees the person. All others are read by everyone. */
export const personFields = {
  private: {
    names: [
      ...['salaried', 'exempt', 'username', 'payroll_id', 'mobile_number', 'hire_date', 'term_date', 'submitted_to'],
      ...['approved_to', 'permissions', 'customfields'],
    ],
    all: ['manage_users', 'approve_timesheets', 'reports'],
    others: people,
    inspectors: 'own',
  },
  pay: { names: ['pay_rate', 'pay_interval'], all: [] },
} as const satisfies Record<string, Sight & { names: readonly string[] }>

/** The sections of settings that not everyone is shown. */
export const settingSections = {
  names: ['restapi', 'quickbooks', 'xero', 'zenpayroll', 'invoicing', 'dcaa'],
  all: [],
} as const satisfies Sight & { names: readonly SectionName[] }

/** What a viewer sees: everything, or the records in these circles. */
export function seenBy(viewer: Viewer, sight: Sight): 'all' | Circles {
  const { isAdmin, permissions, manages, inspects } = viewer
  const { all, managersSeeAll, others = {}, inspectors } = sight
  if (isAdmin) return 'all'
  if (inspects && inspectors === 'own') return others.own === undefined ? {} : { own: others.own }
  if (inspects && inspects.groups.length > 0 && inspectors === 'groups') return others
  if (all === 'everyone' || (managersSeeAll && manages.length > 0)) return 'all'
  return all.some((permission) => permissions.has(permission)) ? 'all' : others
}

/** Whether a viewer sees what belongs to this person. */
export function seesOf(viewer: Viewer, sight: Sight, owner: Owner): boolean {
  const seen = seenBy(viewer, sight)
  if (seen === 'all') return true
  const isManaged = owner.group_id !== 0 && viewer.manages.includes(owner.group_id)
  return (
    (seen.own !== undefined && owner.id === viewer.userId) ||
    ((seen.managed ?? seen.members) !== undefined && isManaged)
  )
}

/** Whether a viewer sees pay: rates, amounts and costs. */
export function seesPay(viewer: Viewer): boolean {
  return seenBy(viewer, personFields.pay) === 'all'
}

/** Whether a viewer is shown a section of settings. */
export function seesSection(viewer: Viewer, section: string): boolean {
  return !settingSections.names.some((name) => name === section) || seenBy(viewer, settingSections) === 'all'
}

/** The row of a type; undefined for a name that is none. */
export function rowOf(type: string): Row | undefined {
  return Object.hasOwn(sights, type) ? sights[type as RecordType] : undefined
}

/** Whether inspectors may read records of a type: `dates` for those that the audit records. */
export function inspectable(type: string): Sight['inspectors'] {
  const row = rowOf(type)
  return row && 'all' in row ? row.inspectors : undefined
}

/** Whether a record of this type is shown beside others only to a viewer who could list it, as all are to inspectors. */
export function isListedBeside({ inspects }: { inspects?: unknown }, type: string): boolean {
  return inspects !== undefined || rowOf(type)?.besideIfSeen === true
}

/** Whether records of a type may be read at all: with the scopes of the token, and by an inspector. */
export function readsType({ scopes, inspects }: { scopes?: string; inspects?: unknown }, type: string): boolean {
  return allows(scopes, type, 'read') && (!inspects || inspectable(type) !== undefined)
}
