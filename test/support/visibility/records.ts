import assert from 'node:assert/strict'
import type { Values } from '../../../src/engine/table.ts'
import { setFence } from '../../../src/resources/geofence_configs.ts'
import { pixel, upload } from '../pictures.ts'
import { link } from '../samples/managed_clients.ts'
import { day } from '../sampling.ts'
import { seed } from '../seed.ts'
import type { TestCompany, TestServer } from '../server.ts'
import type { Cast, Person } from './people.ts'

/** What the queries of lists need. */
export type Known = { field: number; calendar: number }

type Making = { server: TestServer; company: TestCompany; cast: Cast; owners: readonly Person[] }

/**
 * Adds records of every type: of each caller, of members of both groups and of someone in none; on jobs and projects that
 * are assigned to everyone, to the callers, and only to the member of the other group.
 */
export async function addRecords(server: TestServer, company: TestCompany, cast: Cast): Promise<Known> {
  const owners = [cast.near, cast.far, cast.lone, ...cast.callers].filter(({ name }) => !name.startsWith('inspector'))
  const making = { server, company, cast, owners }
  const jobs = await addJobs(making)
  const field = await addFilters(making, jobs)
  const sheets = await addTime(making, jobs)
  await addTimeOff(making)
  await addPlaces(making, jobs)
  const calendar = await addShifts(making)
  const files = await addFiles(making, sheets)
  await addProjects(making, files)
  await addMessages(making)
  await link(server, company, (await server.company('Managed')).id)
  await seed(server, company.id, 'pay_runs', [payRun(server, company)])
  return { field, calendar }
}

/** Creates items, 50 at once; all must be accepted. */
async function make({ server, company }: Making, type: string, items: Values[]): Promise<Values[]> {
  const made: Values[] = []
  for (let start = 0; start < items.length; start += 50) {
    const { body, text } = await server.post(company, `/${type}`, items.slice(start, start + 50))
    const results = Object.values<Values>(body.results?.[type] ?? {})
    assert.ok(results.length > 0 && results.every(({ _status_code }) => _status_code < 300), `${type}: ${text}`)
    made.push(...results)
  }
  return made
}

type Jobs = { everyones: number; callers: number; fars: number; leave: number }

async function addJobs(making: Making): Promise<Jobs> {
  const { owners, cast } = making
  const [folder, everyones, fars, leave] = await make(making, 'jobcodes', [
    { name: 'Folder of jobs' },
    { name: 'Job of everyone', assigned_to_all: true },
    { name: 'Job of one' },
    { name: 'Leave', type: 'pto', assigned_to_all: true },
  ])
  const [callers] = await make(making, 'jobcodes', [{ name: 'Job of callers', parent_id: folder!.id }])
  const assigned = owners.filter(({ id }) => id !== cast.far.id && id !== cast.lone.id)
  await make(making, 'jobcode_assignments', [
    ...assigned.map(({ id }) => ({ user_id: id, jobcode_id: callers!.id })),
    { user_id: cast.far.id, jobcode_id: fars!.id },
  ])
  return { everyones: everyones!.id, callers: callers!.id, fars: fars!.id, leave: leave!.id }
}

async function addFilters(making: Making, { callers, fars }: Jobs): Promise<number> {
  const { cast } = making
  const [field] = await make(making, 'customfields', [{ name: 'Zone', type: 'managed-list', show_to_all: true }])
  const [item] = await make(making, 'customfielditems', [{ customfield_id: field!.id, name: 'Harbor' }])
  const targets: [string, number[]][] = [
    ['jobcodes', [callers, fars]],
    ['users', [cast.near.id, cast.far.id, ...cast.callers.slice(0, 4).map(({ id }) => id)]],
    ['groups', [cast.crew, cast.others]],
  ]
  await make(
    making,
    'customfielditem_filters',
    targets.flatMap(([applies_to, ids]) =>
      ids.map((applies_to_id) => ({
        customfield_id: field!.id,
        customfielditem_id: item!.id,
        applies_to,
        applies_to_id,
      })),
    ),
  )
  return field!.id
}

/** Finished entries of everyone, of two people also earlier ones, a running one of each group, and deleted ones. */
async function addTime(making: Making, { everyones }: Jobs): Promise<Map<number, number>> {
  const { server, company, owners, cast } = making
  const entry = (user_id: number, date: string, more: Values = {}): Values => ({
    ...{ user_id, jobcode_id: everyones, type: 'manual', date, duration: 3600, notes: `time of ${user_id}` },
    ...more,
  })
  const made = await make(making, 'timesheets', [
    ...owners.map(({ id }) => entry(id, '2026-02-26')),
    ...[cast.near, cast.far].map(({ id }) => entry(id, '2026-01-14')),
    ...[cast.near, cast.far, cast.lone].map(({ id }) => ({
      ...{ user_id: id, jobcode_id: everyones, type: 'regular', start: '2026-03-02T07:00:00-07:00', end: '' },
      notes: `running time of ${id}`,
    })),
  ])
  const removed = await make(
    making,
    'timesheets',
    owners.map(({ id }) => entry(id, '2026-02-25', { notes: `deleted time of ${id}` })),
  )
  for (let start = 0; start < removed.length; start += 50)
    await server.delete(company, `/timesheets?ids=${removed.slice(start, start + 50).map(({ id }) => id)}`)
  return new Map(made.slice(0, owners.length).map(({ id, user_id }) => [user_id, id]))
}

async function addTimeOff(making: Making): Promise<void> {
  const [leave] = await making.server.list(making.company, 'jobcodes', '?type=pto')
  await make(
    making,
    'time_off_requests',
    making.owners.map(({ id }) => ({
      user_id: id,
      time_off_request_entries: [{ entry_method: 'manual', date: '2026-04-01', duration: 3600, jobcode_id: leave!.id }],
      time_off_request_notes: [{ note: `why ${id}` }],
    })),
  )
}

async function addPlaces(making: Making, { callers, fars }: Jobs): Promise<void> {
  const { server, company, owners } = making
  const jobs = [callers, fars]
  const places = await make(
    making,
    'locations',
    jobs.map((job, index) => ({
      ...{ addr1: `${index} Harbor Street`, city: 'Port Vale', linked_objects: { jobcodes: [job] } },
    })),
  )
  for (const { id } of places)
    await server.db.write(setFence, { companyId: company.id, locationId: id, enabled: true, radius: 150 }, server.now)
  await make(
    making,
    'geolocations',
    owners.map(({ id }, index) => ({
      ...{ user_id: id, created: '2026-03-02T14:30:00Z', accuracy: 12, altitude: 0 },
      ...{ latitude: 43 + index / 1000, longitude: -116 },
    })),
  )
}

/** Published shifts and drafts of everyone, one of two people, and open ones. */
async function addShifts(making: Making): Promise<number> {
  const { server, company, owners, cast } = making
  const calendar = (await server.list(company, 'schedule_calendars'))[0]!.id
  const shift = (people: readonly number[], more: Values = {}): Values => ({
    ...{ schedule_calendar_id: calendar, start: '2026-03-05T08:00:00-07:00', end: '2026-03-05T16:00:00-07:00' },
    ...{ assigned_user_ids: people.map(String), title: `shift of ${people}`, ...more },
  })
  await make(making, 'schedule_events', [
    ...owners.map(({ id }) => shift([id])),
    ...owners.map(({ id }) => shift([id], { draft: true, title: `draft of ${id}` })),
    shift([cast.near.id, cast.far.id]),
    shift([], { title: 'open' }),
    shift([], { title: 'open draft', draft: true }),
  ])
  return calendar
}

/** A picture of everyone, and pictures of two people attached to their time. Returns one of the member far away. */
async function addFiles({ server, company, owners, cast }: Making, sheets: Map<number, number>): Promise<number> {
  for (const person of owners)
    await server.createOne(person, 'files', upload(pixel, { file_name: `own ${person.id}.png` }))
  for (const person of [cast.near, cast.far]) {
    const { id } = await server.createOne(person, 'files', upload(pixel, { file_name: `time ${person.id}.png` }))
    const change = { id: sheets.get(person.id), attached_files: [id] }
    const { body, text } = await server.put(company, '/timesheets', [change])
    assert.equal(body.results.timesheets['1']._status_code, 200, text)
  }
  return (await server.createOne(cast.far, 'files', upload(pixel, { file_name: 'note.png' }))).id
}

async function addProjects(making: Making, file: number): Promise<void> {
  const { server, company, owners, cast } = making
  const made = await make(making, 'projects', [{ name: 'Project of callers' }, { name: 'Project of one' }])
  const [callers, fars] = made
  await make(making, 'jobcode_assignments', [
    ...owners
      .filter(({ id }) => id !== cast.far.id && id !== cast.lone.id)
      .map(({ id }) => ({ user_id: id, jobcode_id: callers!.jobcode_id })),
    { user_id: cast.far.id, jobcode_id: fars!.jobcode_id },
  ])
  for (const { id, name } of made) {
    const files = name === 'Project of callers' ? [file] : []
    await make(making, 'project_notes', [{ project_id: id, note: `note in ${id}`, files }])
    const [activity] = await server.list(company, 'project_activities', `?project_id=${id}`)
    await make(making, 'project_activity_replies', [{ project_activity_id: activity!.id, note: `reply in ${id}` }])
    const [estimate] = await make(making, 'estimates', [{ project_id: id, estimate_by: 'none' }])
    await make(making, 'estimate_items', [{ estimate_id: estimate!.id, type: 'none', estimated_seconds: 3600 }])
  }
  for (const person of owners.filter(({ id }) => id !== cast.lone.id)) {
    const project_id = person.id === cast.far.id ? fars!.id : callers!.id
    const { text } = await server.post(person, '/project_activity_read_times', [{ project_id }])
    assert.match(text, /"_status_code":20[01]/, person.name)
  }
  await server.post(company, '/project_activity_read_times', [{ project_id: fars!.id }])
}

async function addMessages(making: Making): Promise<void> {
  const { owners } = making
  await make(
    making,
    'notifications',
    owners.map(({ id }) => ({ user_id: id, message: `message to ${id}`, delivery_time: '2027-01-01T00:00:00Z' })),
  )
  const reminder = { reminder_type: 'clock-in', due_time: '07:55:00', due_days_of_week: 'Mon' }
  await make(
    making,
    'reminders',
    [0, ...owners.map(({ id }) => id)].map((user_id) => ({
      ...{ ...reminder, user_id, distribution_methods: 'Push', active: true, enabled: true },
    })),
  )
}

function payRun({ now }: TestServer, { adminId }: TestCompany): Values {
  return {
    ...{ kind: 'off_cycle', state: 'closed', start_date: day(1), end_date: day(1), note: '', revision: 0 },
    ...{ user_ids: [adminId], people: 1, seconds: 3600, gross_cents: 2000, adjustments: 0, rules: 'rules' },
    ...{ closed: now, closed_by_user_id: adminId, sent: 0, sent_by_user_id: 0, created_by_user_id: adminId },
  }
}
