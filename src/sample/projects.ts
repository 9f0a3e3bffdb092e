import type { RecordOf } from '../engine/table.ts'
import { valueAt } from '../rules/elements.ts'
import { addDays, hour, instantOf, localDate, second } from '../rules/time/calendar.ts'
import { type Attachments, addPicture, type Picture } from './attachments.ts'
import type { Story } from './options.ts'
import type { Sample } from './people_and_jobs.ts'
import type { makeTracks } from './places.ts'

/** A project on a job. Days count from today; an estimate is a fraction of the tracked time, or hours. */
type Plan = {
  job: string
  description: string
  status: 'not_started' | 'in_progress' | 'complete'
  created: number
  starts: number
  due: number
  estimate?: { by?: 'cost'; parts: Readonly<Record<string, number>>; hours?: number }
}

const plans: readonly Plan[] = [
  {
    job: 'riverbend/stairs',
    description: 'Replace the outer stairs of buildings A and B.',
    status: 'complete',
    created: -112,
    starts: -100,
    due: -18,
    estimate: { parts: { '': 1.05 } },
  },
  {
    job: 'riverbend/siding',
    description: 'Tear off and replace the siding of building C, west side first.',
    status: 'in_progress',
    created: -104,
    starts: -96,
    due: 33,
    estimate: { by: 'cost', parts: { Labor: 1.1, Equipment: 0.2, Supervision: 0.1 } },
  },
  {
    job: 'harmon/deck',
    description: 'Cedar deck, 14 by 24 feet, with two steps down to the lawn.',
    status: 'in_progress',
    created: -99,
    starts: -94,
    due: -9,
    estimate: { parts: { '': 0.85 } },
  },
  {
    job: 'cedar/gym/shingles',
    description: 'Architectural shingles over the new decking. School is in session: quiet work before 3 pm.',
    status: 'in_progress',
    created: -101,
    starts: -95,
    due: 21,
    estimate: { by: 'cost', parts: { Labor: 1.3, Rework: 0.05 } },
  },
  {
    job: 'aspen/lot14/electrical',
    description: 'Panel, rough-in and fixtures of the garage.',
    status: 'in_progress',
    created: -97,
    starts: -95,
    due: 12,
  },
  {
    job: 'harmon/bath',
    description: 'New tub, tile and vanity. Begins when the kitchen is done.',
    status: 'not_started',
    created: -6,
    starts: 12,
    due: 47,
    estimate: { parts: { '': 0 }, hours: 120 },
  },
]

type Said = { by: string; days: number; at: number; note: string }

/** Notes on projects, with replies. */
const talk: readonly (Said & { job: string; picture?: Picture; replies?: readonly Said[] })[] = [
  { job: 'riverbend/stairs', by: 'tom', days: 30, at: 16, note: 'Building A passed the inspection.' },
  {
    job: 'riverbend/siding',
    by: 'olivia',
    days: 3,
    at: 9.5,
    note: 'The owner asks whether the west side is closed before the end of the month. Are we on track?',
    picture: { scene: 'framing', description: 'West side, with the old siding off' },
    replies: [
      { by: 'tom', days: 3, at: 11, note: 'Yes, if the trim arrives this week.' },
      { by: 'luis', days: 1, at: 15.5, note: 'Trim is here. We start at the north corner tomorrow.' },
    ],
  },
  {
    job: 'harmon/deck',
    by: 'grace',
    days: 10,
    at: 14,
    note: 'Two footings hit rock. We need the breaker for a day, so the date will not hold.',
    replies: [{ by: 'tom', days: 9, at: 8.25, note: 'Told Mrs. Harmon. The breaker is in the yard.' }],
  },
  {
    job: 'harmon/deck',
    by: 'tom',
    days: 2,
    at: 10,
    note: 'Railing is delivered. Please check it before anyone cuts.',
    picture: { scene: 'deck', description: 'Decking is done, railing is missing' },
  },
  { job: 'cedar/gym/shingles', by: 'grace', days: 4, at: 13, note: 'Short eight bundles, ordered for Thursday.' },
  { job: 'aspen/lot14/electrical', by: 'luis', days: 6, at: 11.5, note: 'Panel is in, inspector comes Tuesday.' },
  {
    job: 'harmon/bath',
    by: 'tom',
    days: 5,
    at: 9,
    note: 'Maya looks at the drain before we order the tub.',
  },
]

/** When people last read which feed, in days before today. */
const read: readonly (readonly [user: string, job: string, days: number])[] = [
  ['olivia', 'riverbend/siding', 2],
  ['olivia', 'harmon/deck', 1],
  ['tom', 'riverbend/siding', 1],
  ['luis', 'riverbend/siding', 1],
  ['grace', 'harmon/deck', 3],
  ['maya', 'harmon/bath', 4],
]

/** An entry in a feed, before it gets an id. */
type FeedEntry = {
  at: number
  project: RecordOf<'projects'>
  user: number
  type: RecordOf<'project_activities'>['activity_type']
  links: Record<string, number[]>
  said?: (typeof talk)[number]
}

type Around = {
  timesheets: readonly RecordOf<'timesheets'>[]
  tracks: ReturnType<typeof makeTracks>
  pictures: Attachments
}

/** Creates projects, their estimates and feeds. Also sets the project of each jobcode. */
export function makeProjects(company: Sample, around: Around, options: Story) {
  const { nextId, now, zone } = options
  const today = localDate(now, zone)
  const moment = (days: number, hours: number) => instantOf(addDays(today, days), hours * 3600, zone)
  const manager = company.userId('tom')
  const feed: FeedEntry[] = []
  const byJobcode = new Map<number, RecordOf<'projects'>>()
  const estimates: RecordOf<'estimates'>[] = []
  const estimateItems: RecordOf<'estimate_items'>[] = []
  for (const plan of plans) {
    const job = company.jobAt(plan.job)
    const jobcode = company.recordOf(job)
    const created = moment(plan.created, 8.5)
    const project = projectOf(plan, jobcode, today, { id: nextId(), created, archivedOn: job.archivedOn, zone })
    if (job.planned) jobcode.created = created
    Object.assign(jobcode, { project_id: project.id, last_modified: Math.max(jobcode.last_modified, created) })
    byJobcode.set(job.id, project)
    const told = { project, user: manager, links: {} }
    feed.push({ ...told, at: created, type: 'project_created' })
    if (project.last_modified > created) feed.push({ ...told, at: project.last_modified, type: 'project_update' })
    const estimate = estimateOf(plan, project, company, around.timesheets, nextId)
    if (!estimate) continue
    estimates.push(estimate.row)
    estimateItems.push(...estimate.items)
    for (const { id, created: at } of estimate.items)
      feed.push({ ...told, at, type: 'estimate_item_added', links: { estimate_items: [id] } })
  }
  feed.push(...ofTime(byJobcode, around))
  for (const said of talk) {
    const project = valueAt(byJobcode, company.jobAt(said.job).id)
    feed.push({
      at: moment(-said.days, said.at),
      project,
      user: company.userId(said.by),
      type: 'note',
      links: {},
      said,
    })
  }
  const readTimes = readBy(company, byJobcode, { moment, nextId })
  const projects = [...byJobcode.values()]
  return { projects, estimates, estimateItems, readTimes, ...write(feed, company, around, moment, options) }
}

type ReadTime = RecordOf<'project_activity_read_times'>

/** When people last read which feed. In a small company, one person has read a feed for several. */
function readBy(
  { userId, jobAt }: Sample,
  byJobcode: ReadonlyMap<number, RecordOf<'projects'>>,
  { moment, nextId }: { moment: (days: number, hours: number) => number; nextId: () => number },
): ReadTime[] {
  const times = new Map<string, ReadTime>()
  for (const [user, job, days] of read.toSorted(([, , a], [, , b]) => b - a)) {
    const at = moment(-days, 12.5)
    const [user_id, project_id] = [userId(user), valueAt(byJobcode, jobAt(job).id).id]
    const id = times.get(`${user_id} ${project_id}`)?.id ?? nextId()
    times.set(`${user_id} ${project_id}`, { id, user_id, project_id, latest_read_time: at, last_modified: at })
  }
  return [...times.values()]
}

function projectOf(
  { status, description, starts, due }: Plan,
  jobcode: RecordOf<'jobcodes'>,
  today: string,
  { archivedOn, zone, ...made }: { id: number; created: number; archivedOn: string; zone: string },
): RecordOf<'projects'> {
  const done = status === 'complete' ? archivedOn : ''
  const begun = status === 'not_started' ? made.created : instantOf(addDays(today, starts), 8 * 3600, zone)
  return {
    ...made,
    jobcode_id: jobcode.id,
    parent_jobcode_id: jobcode.parent_id,
    name: jobcode.name,
    status,
    description,
    start_date: addDays(today, starts),
    due_date: addDays(today, due),
    completed_date: done,
    active: true,
    last_modified: done === '' ? begun : instantOf(done, 17 * 3600, zone),
  }
}

/** An estimate in whole hours, close to the tracked time. */
function estimateOf(
  { estimate: plan }: Plan,
  project: RecordOf<'projects'>,
  { choices }: Sample,
  timesheets: readonly RecordOf<'timesheets'>[],
  nextId: () => number,
) {
  if (!plan) return undefined
  const field = plan.by && choices[plan.by]!
  const stamps = { created: project.created + hour, last_modified: project.created + hour }
  const estimate_by = field ? ('customfields' as const) : ('none' as const)
  const row = { id: nextId(), project_id: project.id, active: true, estimate_by, estimate_by__id: field?.field ?? 0 }
  const sheets = timesheets.filter((sheet) => sheet.jobcode_id === project.jobcode_id)
  const tracked = sheets.reduce((sum, sheet) => sum + sheet.duration, 0) / 3600
  const items = Object.entries(plan.parts).map(([name, part]) => ({
    id: nextId(),
    estimate_id: row.id,
    active: true,
    type: field ? ('tag_clouds' as const) : ('none' as const),
    type_id: field?.names.get(name) ?? 0,
    estimated_seconds: Math.max(1, Math.round(plan.hours ?? tracked * part)) * 3600,
    ...stamps,
  }))
  return { row: { ...row, ...stamps }, items }
}

/** Feed entries about clocking in and out, locations and attachments. */
function ofTime(
  byJobcode: ReadonlyMap<number, RecordOf<'projects'>>,
  { timesheets, tracks, pictures }: Around,
): FeedEntry[] {
  const entries: FeedEntry[] = []
  const add = (sheet: RecordOf<'timesheets'>, at: number, type: FeedEntry['type'], links: FeedEntry['links']) => {
    const project = byJobcode.get(sheet.jobcode_id)
    if (project && at > project.created) entries.push({ at, project, user: sheet.user_id, type, links })
  }
  for (const sheet of timesheets) {
    const links = { timesheets: [sheet.id] }
    if (sheet.type !== 'regular') continue
    add(sheet, sheet.created, 'clock_in', links)
    if (sheet.end !== null) add(sheet, Math.min(sheet.end + 2 * second, sheet.last_modified), 'clock_out', links)
  }
  for (const { sheet, sample } of tracks)
    if (sample.created > sheet.created)
      add(sheet, sample.last_modified, 'location_update', { geolocations: [sample.id] })
  for (const sheet of pictures.attached)
    add(sheet, sheet.last_modified, 'attachment', { timesheets: [sheet.id], files: sheet.attached_files })
  return entries
}

/** Creates the activities in chronological order, with their notes and replies. */
function write(
  feed: readonly FeedEntry[],
  company: Sample,
  { pictures }: Around,
  moment: (days: number, hours: number) => number,
  options: Story,
) {
  const { nextId } = options
  const activities: RecordOf<'project_activities'>[] = []
  const notes: RecordOf<'project_notes'>[] = []
  const replies: RecordOf<'project_activity_replies'>[] = []
  for (const { at, project, user, type, links, said } of feed.toSorted((a, b) => a.at - b.at)) {
    const stamps = { created: at, last_modified: at }
    const author = { user_id: user, active: true, ...stamps }
    const about = { id: nextId(), project_id: project.id, activity_type: type, linked_objects: links }
    const activity: RecordOf<'project_activities'> = { ...author, ...about, followers: [] }
    activities.push(activity)
    if (!said) continue
    const note = { ...author, id: nextId(), project_id: project.id, note: said.note, activity_id: activity.id }
    const file = said.picture && addPicture(pictures, said.picture, user, { project_notes: note.id }, at, options)
    notes.push({ ...note, files: file ? [file.id] : [] })
    const answers = (said.replies ?? []).map((reply: Said) => ({
      id: nextId(),
      project_activity_id: activity.id,
      project_id: project.id,
      user_id: company.userId(reply.by),
      note: reply.note,
      active: true,
      created: moment(-reply.days, reply.at),
      last_modified: moment(-reply.days, reply.at),
    }))
    replies.push(...answers)
    const numbers = answers.map((reply) => reply.id)
    Object.assign(activity, {
      linked_objects: { project_notes: [note.id], ...(numbers.length > 0 && { project_activity_replies: numbers }) },
      followers: [...new Set([user, ...answers.map((reply) => reply.user_id)])],
      last_modified: answers.at(-1)?.created ?? at,
    })
  }
  return { activities, notes, replies }
}
