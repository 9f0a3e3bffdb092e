import type { components } from '../../test/client/api.d.ts'
import { changeKept, keptPlace } from './kept.ts'
import { ask, Problem, sentence } from './request.ts'

type Schemas = components['schemas']

/** The records of the API by resource, as the published description has them. */
export type Records = {
  customfields: Schemas['CustomfieldsRecord']
  customfielditems: Schemas['CustomfielditemsRecord']
  customfielditem_filters: Schemas['CustomfielditemFiltersRecord']
  customfielditem_jobcode_filters: Schemas['CustomfielditemJobcodeFiltersRecord']
  customfielditem_user_filters: Schemas['CustomfielditemUserFiltersRecord']
  estimates: Schemas['EstimatesRecord']
  estimate_items: Schemas['EstimateItemsRecord']
  files: Schemas['FilesRecord']
  geofence_configs: Schemas['GeofenceConfigsRecord']
  geolocations: Schemas['GeolocationsRecord']
  groups: Schemas['GroupsRecord']
  jobcodes: Schemas['JobcodesRecord']
  jobcode_assignments: Schemas['JobcodeAssignmentsRecord']
  locations: Schemas['LocationsRecord']
  locations_map: Schemas['LocationsMapRecord']
  managed_clients: Schemas['ManagedClientsRecord']
  notifications: Schemas['NotificationsRecord']
  projects: Schemas['ProjectsRecord']
  project_notes: Schemas['ProjectNotesRecord']
  project_activities: Schemas['ProjectActivitiesRecord']
  reminders: Schemas['RemindersRecord']
  schedule_calendars: Schemas['ScheduleCalendarsRecord']
  schedule_events: Schemas['ScheduleEventsRecord']
  time_off_requests: Schemas['TimeOffRequestsRecord']
  time_off_request_entries: Schemas['TimeOffRequestEntriesRecord']
  timesheets: Schemas['TimesheetsRecord']
  timesheets_deleted: Schemas['TimesheetsDeletedRecord']
  users: Schemas['UsersRecord']
}

/** The name of a resource that can be listed. */
export type ResourceName = keyof Records

/** Filters of a listing, as the API names them; lists are sent with commas. */
export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>

/** An item on its way to the server. */
export type Item = Record<string, unknown>

/** What became of one item of a batch: the record, or why not. */
export type Outcome<T> = { ok: true; record: T } | { ok: false; status: number; message: string }

const pageSize = 200
const pagesMax = 500
const batchMax = 50

/** All records that match, page after page, in order of their ids. */
export async function list<R extends ResourceName>(
  resource: R,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Records[R][]> {
  return (await listBeside(resource, { supplemental_data: 'no', ...query }, signal)).records
}

/** Puts a record that the server has just given into a list that is kept on the device, which would else be older. */
export async function keepListed<R extends ResourceName>(resource: R, query: Query, record: Records[R]): Promise<void> {
  const place = keptPlace(`/api/v1/${resource}`, pageQuery({ supplemental_data: 'no', ...query }, 1))
  if (!place) return
  await changeKept<Page<Records[R]>>(place, (answer) => ({
    ...answer,
    results: { ...answer.results, [resource]: { ...answer.results[resource], [record.id]: record } },
  }))
}

/** What listings show beside their records: what these refer to, by resource and id. */
export type Beside = {
  [Name in keyof Schemas['Supplemental']]?: Record<string, Row<Schemas['Supplemental'][Name]>>
} & { time_off_request_notes?: Record<string, Note> }
/** What somebody has written to a request for time off; notes are shown beside requests only. */
type Note = { id: number; time_off_request_id: number; user_id: number; active: boolean; note: string; created: string }
type Row<Section> = NonNullable<Section> extends Record<string, infer Record> ? Record : never

/** All records that match, with what they refer to. */
export async function listBeside<R extends ResourceName>(
  resource: R,
  query: Query = {},
  signal?: AbortSignal,
): Promise<{ records: Records[R][]; beside: Beside }> {
  const records: Records[R][] = []
  const beside: Record<string, Record<string, unknown>> = {}
  for (let page = 1; page <= pagesMax; page++) {
    const answer = await ask<Page<Records[R]>>('GET', `/api/v1/${resource}`, {
      query: pageQuery(query, page),
      signal,
    })
    // An empty map may come as a list.
    records.push(...Object.values(answer.results[resource] ?? {}))
    for (const [name, section] of Object.entries(answer.supplemental_data ?? {}))
      beside[name] = { ...beside[name], ...section }
    if (!answer.more) return { records, beside: beside as Beside }
  }
  throw new Problem(0, `There are more than ${pagesMax * pageSize} records. Choose a shorter range.`)
}

function pageQuery(query: Query, page: number): Query {
  return { ...query, page, limit: pageSize }
}

type Page<T> = {
  results: Record<string, Record<string, T>>
  supplemental_data?: Record<string, Record<string, unknown>>
  more: boolean
}

/**
 * Options of a write: `once` is a key under which the server does it only once; `dry` only tries; `beside` stands in the
 * body next to the items.
 */
export type WriteOptions = {
  once?: string
  dry?: boolean
  beside?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** A key for `once` that nobody else has. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Creates records. The outcomes are in the order of the items; more than 50 go in several requests. */
export function create<R extends ResourceName>(resource: R, items: readonly Item[], options: WriteOptions = {}) {
  return write<R>('POST', resource, items, options)
}

/** Changes records by their ids; what an item leaves out stays as it is. */
export function update<R extends ResourceName>(resource: R, items: readonly Item[], options: WriteOptions = {}) {
  return write<R>('PUT', resource, items, options)
}

/** Deletes records by their ids; the outcomes are in their order. */
export async function remove(
  resource: ResourceName,
  ids: readonly number[],
  options: WriteOptions = {},
): Promise<Outcome<{ id: number }>[]> {
  const outcomes: Outcome<{ id: number }>[] = []
  for (const [index, part] of inBatches(ids).entries()) {
    const answer = await ask<Answer>('DELETE', `/api/v1/${resource}`, {
      query: { ids: part },
      ...sendingOf(options, index),
    })
    outcomes.push(...part.map((id) => outcomeOf<{ id: number }>(answer.results[resource]?.[id])))
  }
  return outcomes
}

/** The record of a write of one item; throws Problem when it was refused. */
export function only<T>(outcomes: readonly Outcome<T>[]): T {
  const [outcome] = outcomes
  if (outcome?.ok) return outcome.record
  throw new Problem(outcome?.status ?? 0, outcome?.message ?? 'The server gave no answer for it.')
}

type Result = Record<string, unknown> & { _status_code?: number; _status_message?: string; _status_extra?: string }
type Answer = { results: Record<string, Record<string, Result>> }

async function write<R extends ResourceName>(
  method: 'POST' | 'PUT',
  resource: R,
  items: readonly Item[],
  options: WriteOptions,
): Promise<Outcome<Records[R]>[]> {
  const outcomes: Outcome<Records[R]>[] = []
  for (const [index, data] of inBatches(items).entries()) {
    const sending = sendingOf(options, index)
    const body = { data, ...options.beside }
    const answer = await ask<Answer>(method, `/api/v1/${resource}`, { body, ...sending })
    const results = answer.results[resource] ?? {}
    const ordered = keyedById.has(resource) ? inOrder(results, data) : data.map((_item, at) => results[at + 1])
    outcomes.push(...ordered.map((result) => outcomeOf<Records[R]>(result)))
  }
  return outcomes
}

/** Their results stand at the numbers of the records; those of other resources at the places of the items. */
const keyedById: ReadonlySet<string> = new Set(['time_off_requests', 'time_off_request_entries'])

/** A refused item stands at its place, made records at their numbers, which rise in the order of the items. */
function inOrder(results: Record<string, Result>, items: readonly Item[]): (Result | undefined)[] {
  const made = Object.keys(results)
    .map(Number)
    .filter((key) => key > batchMax)
    .sort((a, b) => a - b)
  return items.map((item, at) => results[Number(item.id)] ?? results[at + 1] ?? results[made.shift() ?? 0])
}

function sendingOf({ once, dry, signal }: WriteOptions, index: number) {
  const headers: Record<string, string> = {}
  if (once) headers['idempotency-key'] = index === 0 ? once : `${once}-${index}`
  if (dry) headers['x-clockhouse-dry-run'] = 'yes'
  return { headers, signal }
}

function outcomeOf<T>(result: Result | undefined): Outcome<T> {
  const { _status_code: status = 0, _status_message: message = '', _status_extra: extra, ...record } = result ?? {}
  if (status >= 200 && status < 300) return { ok: true, record: record as T }
  return { ok: false, status, message: sentence(String(extra || message || 'The server gave no answer for it')) }
}

function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / batchMax)
  return Array.from({ length: count }, (_, index) => items.slice(index * batchMax, (index + 1) * batchMax))
}
