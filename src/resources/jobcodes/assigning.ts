import type { RecordOf } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import { addActivity, projectOf } from '../projects/feed.ts'
import { childrenIn, subtree } from './branches.ts'

type JobcodeAssignment = RecordOf<'jobcode_assignments'>
type Jobcode = RecordOf<'jobcodes'>

// Assignments, which jobcodes and jobcode_assignments change together. An assignment to a jobcode includes all jobcodes
// below it: each has its own record, flagged as inherited. `jobcodeIsUsable` in timesheets/checks.ts decides who may
// record time on a jobcode, and `assignedTo` in company/job_tree.ts who sees it.

/**
 * Assigns a jobcode and all active ones below it to a user; user 0 is everyone. Removed records are restored under
 * their old ids. Requires the subtree and the user's records in it to be loaded.
 */
export function assign(work: UnitOfWork, userId: number, jobcodeId: number): void {
  const records = recordsOf(work, userId)
  const jobs = subtree(work, jobcodeId).filter((job) => job.active)
  const made = jobs.flatMap((job) => put(work, userId, job, records.get(job.id), job.id !== jobcodeId))
  addProjectActivities(work, 'assignment', made)
}

/** Removes a user's assignment to a jobcode, and those inherited from it below. Direct assignments below stay. */
export function unassign(work: UnitOfWork, userId: number, jobcodeId: number): void {
  const records = recordsOf(work, userId)
  const children = childrenIn(work)
  const open = [jobcodeId]
  const dropped: JobcodeAssignment[] = []
  for (const id of open) {
    const record = records.get(id)
    if (record?.active && !record.inherited && id !== jobcodeId) continue
    if (record?.active) dropped.push(drop(work, record))
    for (const child of children.get(id) ?? []) open.push(child.id)
  }
  addProjectActivities(work, 'unassignment', dropped)
}

/** Assigns a jobcode, and all active ones below it, to everyone who has its parent. */
export function inherit(work: UnitOfWork, jobcodeId: number, parentId: number): void {
  const jobs = subtree(work, jobcodeId).filter((job) => job.active)
  const within = new Set(jobs.map((job) => job.id))
  const all = work.all('jobcode_assignments')
  const pair = (userId: number, jobId: number) => `${userId}/${jobId}`
  const records = new Map(
    all.flatMap((record) => (within.has(record.jobcode_id) ? [[pair(record.user_id, record.jobcode_id), record]] : [])),
  )
  const heirs = all.filter((record) => record.active && record.jobcode_id === parentId)
  const made = heirs.flatMap(({ user_id }) =>
    jobs.flatMap((job) => put(work, user_id, job, records.get(pair(user_id, job.id)), true)),
  )
  addProjectActivities(work, 'assignment', made)
}

/** After a move: removes assignments inherited from the old parent and adds those inherited from the new one. */
export function reinherit(work: UnitOfWork, jobcodeId: number, parentId: number): void {
  const all = work.all('jobcode_assignments').filter((record) => record.active)
  const kept = new Set(all.flatMap((record) => (record.jobcode_id === parentId ? [record.user_id] : [])))
  for (const record of all)
    if (record.jobcode_id === jobcodeId && record.inherited && !kept.has(record.user_id))
      unassign(work, record.user_id, jobcodeId)
  inherit(work, jobcodeId, parentId)
}

/** Removes all assignments to these jobcodes. */
export function unassignAll(work: UnitOfWork, jobcodeIds: ReadonlySet<number>): void {
  const records = work.all('jobcode_assignments')
  const dropped = records.filter((record) => record.active && jobcodeIds.has(record.jobcode_id))
  for (const record of dropped) drop(work, record)
  addProjectActivities(work, 'unassignment', dropped)
}

/** The new or restored assignment; undefined if it already exists. */
function put(
  work: UnitOfWork,
  userId: number,
  job: Jobcode,
  record: JobcodeAssignment | undefined,
  inherited: boolean,
): JobcodeAssignment[] {
  if (userId === 0) work.change('jobcodes', job.id, { assigned_to_all: true })
  const values = { user_id: userId, jobcode_id: job.id, active: true, inherited, created: 0 }
  if (!record) return [work.insert('jobcode_assignments', values)]
  if (!record.active || (record.inherited && !inherited))
    work.change('jobcode_assignments', record.id, { active: true, inherited })
  return record.active ? [] : [record]
}

function drop(work: UnitOfWork, record: JobcodeAssignment): JobcodeAssignment {
  if (record.user_id === 0) work.change('jobcodes', record.jobcode_id, { assigned_to_all: false })
  return work.change('jobcode_assignments', record.id, { active: false })
}

/** Adds an activity to each project whose jobcode was assigned or unassigned, one for all people affected. */
function addProjectActivities(
  work: UnitOfWork,
  activity: 'assignment' | 'unassignment',
  records: readonly JobcodeAssignment[],
): void {
  for (const [project, own] of Map.groupBy(records, (record) => projectOf(work, record.jobcode_id)))
    if (project !== 0) addActivity(work, activity, project, { jobcode_assignments: own.map((record) => record.id) })
}

function recordsOf(work: UnitOfWork, userId: number): Map<number, JobcodeAssignment> {
  const records = work.all('jobcode_assignments').filter((record) => record.user_id === userId)
  return new Map(records.map((record) => [record.jobcode_id, record]))
}

/** The fields of a job that its place in the tree needs. */
type Placed = { id: number; parent_id: number }

/**
 * What brings a person's assignments closer to exactly the wanted jobs: the ids of assignments to end, and the jobs to assign,
 * each the topmost of its branch, since those below follow.
 */
export function assignmentChanges(
  held: readonly { id: number; jobcode_id: number }[],
  wanted: readonly number[],
  jobs: readonly Placed[],
): { gone: number[]; come: number[] } {
  const parents = new Map(jobs.map(({ id, parent_id }) => [id, parent_id]))
  const isBelow = (id: number, some: ReadonlySet<number>): boolean => {
    const parent = parents.get(id) ?? 0
    return parent !== 0 && (some.has(parent) || isBelow(parent, some))
  }
  const chosen = new Set(wanted)
  const missing = chosen.difference(new Set(held.map(({ jobcode_id }) => jobcode_id)))
  const surplus = held.filter(({ jobcode_id }) => !chosen.has(jobcode_id))
  const ended = new Set(surplus.map(({ jobcode_id }) => jobcode_id))
  return {
    gone: surplus.filter(({ jobcode_id }) => !isBelow(jobcode_id, ended)).map(({ id }) => id),
    come: [...missing].filter((id) => !isBelow(id, missing)),
  }
}
