import type { Item } from '../engine/table.ts'
import * as shapes from './shapes.ts'

/** Ids of records needed to request other lists. */
export type Known = (resource: 'customfields' | 'users' | 'schedule_calendars') => Promise<readonly number[]>

/** A part of a list that is requested separately, and the values that all of its records have. */
export type Part = { query: Readonly<Record<string, string>>; is?: Item }

/** A list of the API: how to read all of it, and how its records become rows. */
export type List = {
  /** Its name in messages and at the command line. */
  readonly name: string
  /** The resource: its path and its table. */
  readonly resource: string
  /** The filters with which it shows everything, including what is archived. */
  readonly query: Readonly<Record<string, string>>
  readonly parts?: (known: Known) => Promise<Part[]>
  /** It cannot be limited to changes since an instant, so each run reads all of it. */
  readonly always?: true
  /** The filter that leaves out time before a date, for lists that grow over time. */
  readonly dated?: (date: string) => Record<string, string>
  /** Properties that must name a record of these resources, unless they are 0. */
  readonly needs: Readonly<Record<string, string>>
  /** Stored values that the API shows in another form, or not at all. Throws a Refusal. */
  readonly values?: (record: Item, company: shapes.Company) => Item
  /** The custom field items of its records are shown by name. */
  readonly choices?: true
  /** Its records have bytes. */
  readonly bytes?: true
  /** The section of supplemental data with records that have no separate list. */
  readonly beside?: string
  /** Properties that may differ without anything being lost. */
  readonly may?: readonly string[]
}

const both = { active: 'both' }
const always = '1970-01-01T00:00:00+00:00'
const peoplePerPart = 50

const byPeople = async (known: Known): Promise<Part[]> => {
  const ids = await known('users')
  const count = Math.ceil(ids.length / peoplePerPart)
  return Array.from({ length: count }, (_, index) => ({
    query: { uploaded_by_user_ids: ids.slice(index * peoplePerPart, (index + 1) * peoplePerPart).join() },
  }))
}

const byCalendars = async (known: Known): Promise<Part[]> => {
  const ids = await known('schedule_calendars')
  return ids.length === 0 ? [] : [{ query: { schedule_calendar_ids: ids.join() } }]
}

const startOf = (date: string) => `${date}T00:00:00+00:00`
const events = {
  resource: 'schedule_events',
  parts: byCalendars,
  dated: (date: string) => ({ start: startOf(date) }),
  needs: { schedule_calendar_id: 'schedule_calendars', jobcode_id: 'jobcodes' },
  choices: true,
} as const
const allEvents = { modified_since: always, active: 'both', draft: 'both', active_users: '-1' }

/** Every imported list, ordered so that records come after those that they refer to. */
export const lists: readonly List[] = [
  { name: 'groups', resource: 'groups', query: both, needs: {} },
  { name: 'customfields', resource: 'customfields', query: { ...both, applies_to: 'all' }, needs: {} },
  {
    name: 'customfielditems',
    resource: 'customfielditems',
    query: both,
    parts: async (known) => (await known('customfields')).map((id) => ({ query: { customfield_id: String(id) } })),
    needs: { customfield_id: 'customfields' },
  },
  {
    name: 'users',
    resource: 'users',
    query: both,
    needs: {},
    values: shapes.user,
    // `last_active` changes while the list is read, because of the import itself.
    may: ['last_active', 'client_url', 'company_name', 'profile_image_url'],
  },
  {
    name: 'jobcodes',
    resource: 'jobcodes',
    query: { ...both, type: 'all', customfields: 'true' },
    needs: {},
    values: shapes.jobcode,
  },
  {
    name: 'jobcode_assignments',
    resource: 'jobcode_assignments',
    query: { ...both, type: 'all', active_jobcodes: 'both' },
    needs: { user_id: 'users', jobcode_id: 'jobcodes' },
  },
  {
    name: 'customfielditem_filters',
    resource: 'customfielditem_filters',
    query: both,
    needs: { customfield_id: 'customfields', customfielditem_id: 'customfielditems' },
  },
  {
    name: 'customfielditem_jobcode_filters',
    resource: 'customfielditem_jobcode_filters',
    query: {},
    needs: { id: 'jobcodes' },
    values: shapes.itemLists,
  },
  {
    name: 'customfielditem_user_filters',
    resource: 'customfielditem_user_filters',
    query: {},
    needs: {},
    values: shapes.itemLists,
  },
  { name: 'locations', resource: 'locations', query: both, needs: {}, values: shapes.location },
  {
    name: 'locations_map',
    resource: 'locations_map',
    query: {},
    parts: async () => [
      { query: { active: 'yes' }, is: { active: true } },
      { query: { active: 'no' }, is: { active: false } },
    ],
    needs: { x_id: 'jobcodes', location_id: 'locations' },
  },
  {
    name: 'geofence_configs',
    resource: 'geofence_configs',
    query: both,
    needs: { type_id: 'locations' },
    values: shapes.fence,
  },
  { name: 'projects', resource: 'projects', query: both, needs: { jobcode_id: 'jobcodes' }, may: ['linked_objects'] },
  { name: 'estimates', resource: 'estimates', query: both, needs: { project_id: 'projects' } },
  { name: 'estimate_items', resource: 'estimate_items', query: both, needs: { estimate_id: 'estimates' } },
  { name: 'schedule_calendars', resource: 'schedule_calendars', query: {}, needs: {} },
  {
    ...events,
    name: 'schedule_events (teams)',
    query: { ...allEvents, team_events: 'base' },
    values: shapes.teamEvent,
  },
  { ...events, name: 'schedule_events', query: { ...allEvents, team_events: 'instance' }, values: shapes.event },
  {
    name: 'timesheets',
    resource: 'timesheets',
    query: { start_date: '1970-01-01', on_the_clock: 'both' },
    dated: (date) => ({ start_date: date }),
    needs: { user_id: 'users', jobcode_id: 'jobcodes' },
    values: shapes.timesheet,
    choices: true,
  },
  {
    name: 'timesheets_deleted',
    resource: 'timesheets_deleted',
    query: { modified_since: always },
    dated: (date) => ({ modified_since: startOf(date) }),
    needs: { user_id: 'users' },
    values: shapes.deletedTimesheet,
    choices: true,
  },
  {
    name: 'time_off_requests',
    resource: 'time_off_requests',
    query: {},
    always: true,
    needs: { user_id: 'users' },
    values: shapes.timeOffRequest,
    beside: 'time_off_request_notes',
  },
  {
    name: 'time_off_request_entries',
    resource: 'time_off_request_entries',
    query: { start_time: always },
    always: true,
    needs: { time_off_request_id: 'time_off_requests', user_id: 'users', jobcode_id: 'jobcodes' },
    values: shapes.timeOffEntry,
  },
  {
    name: 'files',
    resource: 'files',
    query: both,
    parts: byPeople,
    needs: { uploaded_by_user_id: 'users' },
    values: shapes.file,
    bytes: true,
  },
  {
    name: 'project_activities',
    resource: 'project_activities',
    query: both,
    needs: { project_id: 'projects' },
    values: shapes.activity,
  },
  {
    name: 'project_notes',
    resource: 'project_notes',
    query: both,
    needs: { project_id: 'projects' },
    values: shapes.note,
  },
  {
    name: 'project_activity_replies',
    resource: 'project_activity_replies',
    query: both,
    needs: { project_activity_id: 'project_activities' },
  },
  {
    name: 'project_activity_read_times',
    resource: 'project_activity_read_times',
    query: {},
    needs: { project_id: 'projects', user_id: 'users' },
    values: shapes.readTime,
  },
  {
    name: 'geolocations',
    resource: 'geolocations',
    query: { modified_since: always },
    dated: (date) => ({ modified_since: startOf(date) }),
    needs: { user_id: 'users' },
    values: shapes.geolocation,
  },
  { name: 'reminders', resource: 'reminders', query: {}, needs: { user_id: 'users' } },
]

/** A list by its name; a bug when there is none. */
export function listNamed(name: string): List {
  const found = lists.find((list) => list.name === name)
  if (!found) throw new Error(`No list is called ${name}`)
  return found
}

/** The filters for reading a part of a list: everything, what has changed since an instant, or time from a date on. */
export function queryFor(list: List, part: Part | undefined, { since, from }: { since: string; from: string }) {
  const query: Record<string, string> = { ...list.query, ...part?.query }
  if (from !== '') Object.assign(query, list.dated?.(from))
  if (since !== '' && !list.always) query.modified_since = since
  return query
}
