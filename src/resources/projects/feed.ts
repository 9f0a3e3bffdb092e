import { inList, sql } from '../../engine/sql.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import type { Jobcode } from '../jobcodes.ts'
import type { ProjectActivity } from '../project_activities.ts'
import type { Timesheet } from '../timesheets/record.ts'

/** Everything that the feed of a project tells. */
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

/** Numbers of the records that an entry is about, by resource. */
export type Links = Record<string, number[]>

/** Adds an entry to the feed of a project, in the name of who acts unless it is about somebody else. */
export function tell(
  work: UnitOfWork,
  activity_type: (typeof activityTypes)[number],
  project_id: number,
  linked_objects: Links = {},
  user_id = work.author.userId,
): ProjectActivity {
  // Whoever wrote a note follows it.
  const followers = activity_type === 'note' ? [user_id] : []
  const entry = { project_id, user_id, activity_type, active: true, linked_objects, followers, created: 0 }
  return work.insert('project_activities', entry) as ProjectActivity
}

/** Tells that somebody has clocked in to a project or out of one, when what was running is not what runs now. */
export function tellClock(work: UnitOfWork, before: Timesheet | undefined, after: Timesheet | undefined): void {
  const left = runningOn(work, before)
  const entered = runningOn(work, after)
  if (left === entered) return
  if (left !== 0) tell(work, 'clock_out', left, { timesheets: [before!.id] }, before!.user_id)
  if (entered !== 0) tell(work, 'clock_in', entered, { timesheets: [after!.id] }, after!.user_id)
}

/** Tells that files were attached to time of a project. */
export function tellFiles(work: UnitOfWork, { id, jobcode_id }: Timesheet, files: number[]): void {
  const project = files.length > 0 ? projectOf(work, jobcode_id) : 0
  if (project !== 0) tell(work, 'attachment', project, { timesheets: [id], files })
}

/** Tells that somebody who is on the clock for a project reported where they were. Needs `loadOnTheClock`. */
export function tellPlace(
  work: UnitOfWork,
  { id, user_id, created }: { id: number; user_id: number; created: number },
): void {
  const running = work
    .all<Timesheet>('timesheets')
    .find((sheet) => sheet.user_id === user_id && sheet.end === null && sheet.start <= created)
  const project = runningOn(work, running)
  if (project !== 0) tell(work, 'location_update', project, { geolocations: [id] }, user_id)
}

/** Loads what is running for these users, and against which jobcodes. */
export async function loadOnTheClock(userIds: readonly number[], work: UnitOfWork): Promise<void> {
  if (userIds.length === 0) return
  const running = await work.load('timesheets', sql`"end" is null and ${inList(sql`user_id`, userIds)}`, {
    index: 'timesheets_running',
  })
  await work.company.look(
    'jobcodes',
    running.map((sheet) => sheet.jobcode_id as number),
  )
}

/** The project that somebody is on the clock for with this timesheet; 0 is none. Needs the jobcode looked up. */
function runningOn(work: UnitOfWork, sheet: Timesheet | undefined): number {
  return sheet?.end === null ? projectOf(work, sheet.jobcode_id) : 0
}

/** The project that a jobcode stands for; 0 is none. */
export function projectOf(work: UnitOfWork, jobcodeId: number): number {
  return work.get<Jobcode>('jobcodes', jobcodeId)?.project_id ?? 0
}
