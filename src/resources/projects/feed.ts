import { inList, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'

type ProjectActivity = RecordOf<'project_activities'>
type Timesheet = RecordOf<'timesheets'>

/** Every type of activity in the feed of a project. */
export const activityTypes = [
  'clock_in',
  'clock_out',
  'note',
  'attachment',
  'project_update',
  'project_created',
  'location_update',
  'estimate_item_added',
  'estimate_item_removed',
  'estimate_item_updated',
  'assignment',
  'unassignment',
] as const

/** Ids of the records an activity is about, by resource. */
export type Links = Record<string, number[]>

/** Adds an activity to the feed of a project, by the author of the write unless another user is given. */
export function addActivity(
  work: UnitOfWork,
  activity_type: (typeof activityTypes)[number],
  project_id: number,
  linked_objects: Links = {},
  user_id = work.author.userId,
): ProjectActivity {
  // The author of a note follows it.
  const followers = activity_type === 'note' ? [user_id] : []
  const entry = { project_id, user_id, activity_type, active: true, linked_objects, followers, created: 0 }
  return work.insert('project_activities', entry)
}

/** Adds activities if a user clocked in to a project or out of one, comparing what was running with what runs now. */
export function addClockActivity(work: UnitOfWork, before: Timesheet | undefined, after: Timesheet | undefined): void {
  const left = runningOn(work, before)
  const entered = runningOn(work, after)
  if (left === entered) return
  if (left !== 0) addActivity(work, 'clock_out', left, { timesheets: [before!.id] }, before!.user_id)
  if (entered !== 0) addActivity(work, 'clock_in', entered, { timesheets: [after!.id] }, after!.user_id)
}

/** Adds an activity if files were attached to a project's time. */
export function addFilesActivity(work: UnitOfWork, { id, jobcode_id }: Timesheet, files: number[]): void {
  const project = files.length > 0 ? projectOf(work, jobcode_id) : 0
  if (project !== 0) addActivity(work, 'attachment', project, { timesheets: [id], files })
}

/** Adds an activity if a user who is on the clock for a project reported a location. Requires `loadOnTheClock`. */
export function addLocationActivity(
  work: UnitOfWork,
  { id, user_id, created }: { id: number; user_id: number; created: number },
): void {
  const running = work
    .all('timesheets')
    .find((sheet) => sheet.user_id === user_id && sheet.end === null && sheet.start <= created)
  const project = runningOn(work, running)
  if (project !== 0) addActivity(work, 'location_update', project, { geolocations: [id] }, user_id)
}

/** Loads the running timesheets of these users, and their jobcodes. */
export async function loadOnTheClock(userIds: readonly number[], work: UnitOfWork): Promise<void> {
  if (userIds.length === 0) return
  const running = await work.load('timesheets', sql`"end" is null and ${inList(sql`user_id`, userIds)}`, {
    index: 'timesheets_running',
  })
  await work.company.look(
    'jobcodes',
    running.map((sheet) => sheet.jobcode_id),
  )
}

/** The project of a running timesheet; 0 for none. Requires the jobcode to be looked up. */
function runningOn(work: UnitOfWork, sheet: Timesheet | undefined): number {
  return sheet?.end === null ? projectOf(work, sheet.jobcode_id) : 0
}

/** The project of a jobcode; 0 for none. */
export function projectOf(work: UnitOfWork, jobcodeId: number): number {
  return work.get('jobcodes', jobcodeId)?.project_id ?? 0
}
