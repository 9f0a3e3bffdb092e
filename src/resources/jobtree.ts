import type { Actor } from '../engine/context.ts'
import { inList, type Sql, sql } from '../engine/sql.ts'
import type { Work } from '../engine/work.ts'
import type { JobcodeAssignment } from './jobcode_assignments.ts'
import type { Jobcode } from './jobcodes.ts'
import { projectOf, tell } from './projects/feed.ts'

// The tree of jobcodes and who is assigned where in it, which jobcodes and jobcode_assignments change together. Being
// assigned to a jobcode means being assigned to all below it: each has a record of its own, flagged as inherited.

/** Numbers of these jobcodes and of all above them, for `… in`. */
export function above(ids: readonly number[], companyId: number): Sql {
  return upward(inList(sql`j.id`, ids), companyId)
}

/** Numbers of the jobcodes (`j`) that a condition picks and of all above them, for `… in`. */
export function upward(start: Sql, companyId: number): Sql {
  return sql`(with recursive up (id, parent_id) as (
    select j.id, j.parent_id from jobcodes j where j.company_id = ${companyId} and ${start}
    union select p.id, p.parent_id from jobcodes p join up on p.id = up.parent_id where p.company_id = ${companyId})
    select up.id from up)`
}

/** Numbers of these jobcodes and of all below them, for `… in`. */
export function below(ids: readonly number[], companyId: number): Sql {
  return sql`(with recursive down (id) as (
    select j.id from jobcodes j where j.company_id = ${companyId} and ${inList(sql`j.id`, ids)}
    union select c.id from jobcodes c join down on c.parent_id = down.id where c.company_id = ${companyId})
    select down.id from down)`
}

/** Condition on jobcodes `j`: assigned to the actor or to everybody. */
export function assignedTo(actor: Actor): Sql {
  return sql`(j.assigned_to_all = 1 or j.id in (select a.jobcode_id from jobcode_assignments a
    where a.company_id = ${actor.companyId} and a.user_id = ${actor.userId} and a.active = 1))`
}

/** The jobcode and all above it, from the bottom up, as far as they are loaded. */
export function lineage(work: Work, id: number): Jobcode[] {
  const line: Jobcode[] = []
  for (let job = work.get<Jobcode>('jobcodes', id); job; job = work.get<Jobcode>('jobcodes', job.parent_id))
    line.push(job)
  return line
}

/** The jobcode and all below it, each after the one above it, as far as they are loaded. */
export function subtree(work: Work, id: number): Jobcode[] {
  const root = work.get<Jobcode>('jobcodes', id)
  const children = childrenIn(work)
  const found = root ? [root] : []
  for (const job of found) for (const child of children.get(job.id) ?? []) found.push(child)
  return found
}

/**
 * Assigns a jobcode, and with it all active ones below, to a user; user 0 is everybody. Records that were removed come
 * back under their old numbers. Needs the subtree and the user's records in it loaded.
 */
export function assign(work: Work, userId: number, jobcodeId: number): void {
  const records = recordsOf(work, userId)
  const jobs = subtree(work, jobcodeId).filter((job) => job.active)
  const made = jobs.flatMap((job) => put(work, userId, job, records.get(job.id), job.id !== jobcodeId))
  tellProjects(work, 'assignment', made)
}

/** Takes a jobcode away from a user, and what was inherited from that below it. What was assigned by itself stays. */
export function unassign(work: Work, userId: number, jobcodeId: number): void {
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
  tellProjects(work, 'unassignment', dropped)
}

/** Gives a jobcode, and all active ones below it, to everybody who has its parent. */
export function inherit(work: Work, jobcodeId: number, parentId: number): void {
  const jobs = subtree(work, jobcodeId).filter((job) => job.active)
  const within = new Set(jobs.map((job) => job.id))
  const all = work.all<JobcodeAssignment>('jobcode_assignments')
  const pair = (userId: number, jobId: number) => `${userId}/${jobId}`
  const records = new Map(
    all.flatMap((record) => (within.has(record.jobcode_id) ? [[pair(record.user_id, record.jobcode_id), record]] : [])),
  )
  const heirs = all.filter((record) => record.active && record.jobcode_id === parentId)
  const made = heirs.flatMap(({ user_id }) =>
    jobs.flatMap((job) => put(work, user_id, job, records.get(pair(user_id, job.id)), true)),
  )
  tellProjects(work, 'assignment', made)
}

/** After a move: what came from the old parent goes, what the new one has comes. */
export function reinherit(work: Work, jobcodeId: number, parentId: number): void {
  const all = work.all<JobcodeAssignment>('jobcode_assignments').filter((record) => record.active)
  const kept = new Set(all.flatMap((record) => (record.jobcode_id === parentId ? [record.user_id] : [])))
  for (const record of all)
    if (record.jobcode_id === jobcodeId && record.inherited && !kept.has(record.user_id))
      unassign(work, record.user_id, jobcodeId)
  inherit(work, jobcodeId, parentId)
}

/** Takes these jobcodes away from everybody. */
export function unassignAll(work: Work, jobcodeIds: ReadonlySet<number>): void {
  const records = work.all<JobcodeAssignment>('jobcode_assignments')
  const dropped = records.filter((record) => record.active && jobcodeIds.has(record.jobcode_id))
  for (const record of dropped) drop(work, record)
  tellProjects(work, 'unassignment', dropped)
}

/** The assignment, when there was none before. */
function put(
  work: Work,
  userId: number,
  job: Jobcode,
  record: JobcodeAssignment | undefined,
  inherited: boolean,
): JobcodeAssignment[] {
  if (userId === 0) work.change('jobcodes', job.id, { assigned_to_all: true })
  const values = { user_id: userId, jobcode_id: job.id, active: true, inherited, created: 0 }
  if (!record) return [work.insert('jobcode_assignments', values) as JobcodeAssignment]
  if (!record.active || (record.inherited && !inherited))
    work.change('jobcode_assignments', record.id, { active: true, inherited })
  return record.active ? [] : [record]
}

function drop(work: Work, record: JobcodeAssignment): JobcodeAssignment {
  if (record.user_id === 0) work.change('jobcodes', record.jobcode_id, { assigned_to_all: false })
  return work.change('jobcode_assignments', record.id, { active: false }) as JobcodeAssignment
}

/** Tells each project whose jobcode was assigned or taken away, once for all the people concerned. */
function tellProjects(
  work: Work,
  activity: 'assignment' | 'unassignment',
  records: readonly JobcodeAssignment[],
): void {
  for (const [project, own] of Map.groupBy(records, (record) => projectOf(work, record.jobcode_id)))
    if (project !== 0) tell(work, activity, project, { jobcode_assignments: own.map((record) => record.id) })
}

function recordsOf(work: Work, userId: number): Map<number, JobcodeAssignment> {
  const records = work.all<JobcodeAssignment>('jobcode_assignments').filter((record) => record.user_id === userId)
  return new Map(records.map((record) => [record.jobcode_id, record]))
}

function childrenIn(work: Work): Map<number, Jobcode[]> {
  return Map.groupBy(work.all<Jobcode>('jobcodes'), (job) => job.parent_id)
}
