import { Refusal } from '../engine/errors.ts'
import { isRecord, parseBoolean, parseInteger, parseText } from '../engine/fields.ts'
import { type Item, idMax } from '../engine/table.ts'
import { instantOf, isDate, isZone, localDate, offsetSeconds, parseInstant, second } from '../rules/time/calendar.ts'
import { startOfTime } from '../rules/time/timesheets.ts'

// Values that the API shows in a different form than they are stored, by resource. This covers only what read_record.ts
// would get wrong.

/** The data about the company while its records are read. `userId`: the owner of the token. */
export type Company = { zone: string; userId: number }

/** The vendor's own names of time zones, which occur in old records. */
const vendorZones: Readonly<Record<string, string>> = {
  tsET: 'America/New_York',
  tsCT: 'America/Chicago',
  tsMT: 'America/Denver',
  tsAZ: 'America/Phoenix',
  tsPT: 'America/Los_Angeles',
  tsAK: 'America/Anchorage',
  tsHI: 'Pacific/Honolulu',
}

/** The time zone for a text; the company's if the text is not a zone. */
export function zoneOf(text: unknown, zone: string): string {
  if (typeof text !== 'string' || text === '') return zone
  const known = vendorZone(text)
  return isZone(known) ? known : zone
}

/** The IANA name for one of the vendor's names; any other text stays as it is. */
export function vendorZone(text: string): string {
  return (Object.hasOwn(vendorZones, text) ? vendorZones[text] : undefined) ?? text
}

/** An instant and its offset from UTC; undefined for ''. */
function instantIn(record: Item, name: string): { instant: number; offset: number } | undefined {
  const text = record[name]
  if (text === '' || text === null || text === undefined) return undefined
  const parsed = typeof text === 'string' ? parseInstant(text) : undefined
  if (!parsed) throw new Refusal(417, 'not_a_date_time', { field: name })
  return { instant: Math.floor(parsed.instant / second) * second, offset: parsed.offsetSeconds }
}

function dateIn(record: Item, name: string): string {
  if (typeof record[name] === 'string' && isDate(record[name])) return record[name]
  throw new Refusal(417, 'not_a_day', { field: name })
}

function idIn(value: unknown, name: string): number {
  return parseInteger(value, name, 1, idMax)
}

/** Ids by a key, from `{"7002": ["1", 2]}`; none from '' and []. */
function idLists(value: unknown, name: string): Record<string, number[]> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([key, list]) => {
      if (!Array.isArray(list)) throw new Refusal(417, 'not_a_list_of_ids', { field: `${name}.${key}` })
      return [key, list.map((id) => idIn(id, `${name}.${key}`))]
    }),
  )
}

function texts(value: unknown, name: string): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, parseText(text ?? '', `${name}.${key}`)]))
}

/** People keep their balances; permissions that this server does not have are left out. */
export function user(record: Item): Item {
  if (!isRecord(record.permissions)) throw new Refusal(417, 'permissions_unreadable')
  const permissions = Object.fromEntries(
    Object.entries(record.permissions).map(([name, on]) => [name, parseBoolean(on, `permissions.${name}`)]),
  )
  const balances = isRecord(record.pto_balances) ? Object.entries(record.pto_balances) : []
  const pto_balances = Object.fromEntries(
    balances.map(([id, seconds]) => [id, parseInteger(seconds, `pto_balances.${id}`, -idMax, idMax)]),
  )
  const dates = Object.fromEntries(
    ['submitted_to', 'approved_to'].map((name) => [name, record[name] ? dateIn(record, name) : startOfTime]),
  )
  return { permissions, pto_balances, ...dates, customfields: texts(record.customfields, 'customfields') }
}

/** Jobcodes contain the items that are offered with them. */
export function jobcode(record: Item): Item {
  return {
    filtered_customfielditems: idLists(record.filtered_customfielditems, 'filtered_customfielditems'),
    customfields: texts(record.customfields, 'customfields'),
  }
}

/** The records by jobcode and by person. */
export function itemLists(record: Item): Item {
  return { filtered_customfielditems: idLists(record.filtered_customfielditems, 'filtered_customfielditems') }
}

/** Locations contain their jobcodes in `linked_objects`. */
export function location(record: Item): Item {
  return { linked_objects: idLists(record.linked_objects, 'linked_objects').jobcodes ?? [] }
}

/** This server has only geofences around locations. */
export function fence(record: Item): Item {
  const type = record.type === 'location' ? 'locations' : record.type
  if (type !== 'locations') throw new Refusal(417, 'fence_type_unknown', { type: String(type) })
  return { type }
}

/** An event from the list with one event per team. It is a team event unless the other list has it, too. */
export function teamEvent(record: Item, company: Company): Item {
  const { assigned_user_ids: people } = record
  return { ...event(record, company), kind: Array.isArray(people) && people.length > 1 ? 'base' : 'single' }
}

/** No one is notified again of an event that was already published. */
export function event(record: Item, { zone, userId }: Company): Item {
  const [start, end] = [instantIn(record, 'start')?.instant, instantIn(record, 'end')?.instant]
  if (start === undefined || end === undefined) throw new Refusal(417, 'span_required')
  const people = Array.isArray(record.assigned_user_ids) ? record.assigned_user_ids : []
  const [first] = people
  const told = first !== undefined && record.draft === false
  return {
    start,
    end,
    timezone: zoneOf(record.timezone, zone),
    customfields: texts(record.customfields, 'customfields'),
    created_by_user_id: userId,
    told_user_id: told ? idIn(first, 'assigned_user_ids') : 0,
    told_start: told ? start : 0,
    told_end: told ? end : 0,
  }
}

/** Manual time is stored from 8:00 on its date, because the vendor shows it without times. */
export function timesheet(record: Item, { zone: companyZone }: Company): Item {
  const zone = zoneOf(record.tz_str, companyZone)
  const date = dateIn(record, 'date')
  const duration = parseInteger(record.duration ?? 0, 'duration', -idMax, idMax)
  const manual = record.type === 'manual'
  const start = instantIn(record, 'start')
  const end = instantIn(record, 'end')
  if (!start && !manual) throw new Refusal(417, 'required', { field: 'start' })
  const from = start?.instant ?? instantOf(date, 8 * 3600, zone)
  const to = end?.instant ?? (manual ? from + duration * second : null)
  if (to !== null && to < from) throw new Refusal(417, 'end_before_start')
  return {
    date,
    tz: Math.trunc((start?.offset ?? offsetSeconds(from, zone)) / 3600),
    ...(isOffset(record.tz) && { tz: record.tz }),
    tz_str: zone,
    start: from,
    end: to,
    duration: to === null ? 0 : duration,
    start_offset: start?.offset ?? null,
    end_offset: end?.offset ?? null,
    customfields: texts(record.customfields, 'customfields'),
  }
}

/** Whether a value is an offset from UTC in whole hours. */
function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 14
}

/** A timesheet that was deleted while running has no end. */
export function deletedTimesheet(record: Item, company: Company): Item {
  const created = instantIn(record, 'created')?.instant ?? 0
  return { ...timesheet(record, company), created_date: localDate(created, company.zone) }
}

/** Requests contain the ids of their entries and notes. */
export function timeOffRequest(record: Item): Item {
  const ids = (name: string) => {
    const list: unknown = record[name]
    return Array.isArray(list) ? list.map((id) => idIn(id, name)) : []
  }
  return {
    time_off_request_entries: ids('time_off_request_entries'),
    time_off_request_notes: ids('time_off_request_notes'),
  }
}

/** Times of entries are shown in the owner's time zone. */
export function timeOffEntry(record: Item, { zone }: Company): Item {
  const tz_string = zoneOf(record.tz_string, zone)
  const date = dateIn(record, 'date')
  return {
    date,
    tz_string,
    start_time: instantIn(record, 'start_time')?.instant ?? instantOf(date, 0, tz_string),
    end_time: instantIn(record, 'end_time')?.instant ?? instantOf(date, 86_399, tz_string),
  }
}

/** The projects of a file are derived from its notes. */
export function file(record: Item): Item {
  const { projects: _, ...links } = idLists(record.linked_objects, 'linked_objects')
  const unknown = Object.keys(links).filter((kind) => kind !== 'timesheets' && kind !== 'project_notes')
  for (const kind of unknown) delete links[kind]
  const meta = isRecord(record.meta_data) ? record.meta_data : {}
  const file_description = parseText(meta.file_description ?? '', 'meta_data.file_description')
  const image_rotation = Number(meta.image_rotation ?? 0)
  return {
    linked_objects: links,
    meta_data: {
      ...(file_description !== '' && { file_description }),
      ...([0, 90, 180, 270].includes(image_rotation) && meta.image_rotation !== undefined && { image_rotation }),
    },
    format: /\.png$/i.test(String(record.file_name)) ? 'png' : 'jpeg',
  }
}

/** Authors follow their notes; the token's user, to whom `following` refers, may have replied. */
export function activity(record: Item, { userId }: Company): Item {
  const author = record.activity_type === 'note' ? [idIn(record.user_id, 'user_id')] : []
  const own = record.following === true ? [userId] : []
  return {
    linked_objects: idLists(record.linked_objects, 'linked_objects'),
    followers: [...new Set([...author, ...own])],
  }
}

/** A note links to its own activity. */
export function note(record: Item): Item {
  const [activity_id = 0] = idLists(record.linked_objects, 'linked_objects').project_activities ?? []
  return { activity_id }
}

/** The API does not show `last_modified` for these. */
export function readTime(record: Item): Item {
  return { last_modified: instantIn(record, 'latest_read_time')?.instant ?? 0 }
}

/** The API does not show when a sample arrived, so it counts as having arrived immediately. */
export function geolocation(record: Item): Item {
  return { last_modified: instantIn(record, 'created')?.instant ?? 0 }
}
