import { workedRows } from '../company/pay/worked_rows.ts'
import { companyRounding } from '../company/pay/worked_time.ts'
import { loadSettings } from '../company/settings/settings.ts'
import type { ReadContext } from '../engine/context.ts'
import { type Handle, indexHint, type Sql, sql } from '../engine/sql.ts'
import type { Project } from '../resources/projects.ts'
import { printUtc, second } from '../rules/time/calendar.ts'

/** A project's progress: its time, its estimate, and what the requester has not read. */
export type Progress = {
  in: number
  out: number
  clockedIn: number[]
  estimate: { id: number; estimate_by: string; estimate_by__id: number; seconds: number } | undefined
  notes: number
  posts: number
  replies: number
}

/**
 * The progress of the projects that match a condition, by id. Takes the same number of queries for any number of
 * projects.
 */
export async function progressOf(
  which: Sql,
  whose: Sql,
  ctx: ReadContext,
  handle: Handle,
): Promise<(project: Project) => Progress> {
  const { userId, companyId } = ctx.actor
  const meant = (column: Sql) => sql`select ${column} from projects where company_id = ${companyId} and ${which}`
  const jobcodes = sql`${whose} and jobcode_id in (${meant(sql`jobcode_id`)})`
  const byJobcode = await finishedOn(sql`jobcode_id in (${meant(sql`jobcode_id`)})`, whose, ctx, handle)
  const running = await handle.all<{ jobcode_id: number; user_id: number; start: number }>(
    sql`select jobcode_id, user_id, "start" from timesheets ${indexHint('timesheets_running')}
      where ${jobcodes} and "end" is null order by user_id`,
  )
  const estimates = await handle.all<NonNullable<Progress['estimate']> & { project_id: number }>(
    sql`select e.id, e.project_id, e.estimate_by, e.estimate_by__id, coalesce(sum(i.estimated_seconds), 0) as seconds
      from estimates e left join estimate_items i on i.company_id = e.company_id and i.estimate_id = e.id and i.active = 1
      where e.company_id = ${companyId} and e.active = 1 and e.project_id in (${meant(sql`id`)})
      group by e.id, e.project_id, e.estimate_by, e.estimate_by__id`,
  )
  const read = sql`coalesce((select t.latest_read_time from project_activity_read_times t
    where t.company_id = ${companyId} and t.user_id = ${userId} and t.project_id = n.project_id), 0)`
  const isUnread = sql`n.user_id <> ${userId} and n.created > ${read}`
  const notes = await handle.all<{ project_id: number; notes: number; unread: number }>(
    sql`select n.project_id, count(*) as notes, sum(case when ${isUnread} then 1 else 0 end) as unread
      from project_notes n where n.company_id = ${companyId} and n.active = 1 and n.project_id in (${meant(sql`id`)})
      group by n.project_id`,
  )
  const replies = await handle.all<{ project_id: number; unread: number }>(
    sql`select n.project_id, count(*) as unread from project_activity_replies n
      join project_activities a on a.company_id = n.company_id and a.id = n.project_activity_id
      where n.company_id = ${companyId} and n.active = 1 and n.project_id in (${meant(sql`id`)}) and ${isUnread}
      and a.active = 1 and a.followers like ${`%,${userId},%`} group by n.project_id`,
  )
  const runningOn = Map.groupBy(running, (row) => row.jobcode_id)
  const estimateOf = new Map(estimates.map((row) => [row.project_id, row]))
  const notesOf = new Map(notes.map((row) => [row.project_id, row]))
  const repliesOf = new Map(replies.map((row) => [row.project_id, row.unread]))
  return ({ id, jobcode_id }) => {
    const now = runningOn.get(jobcode_id) ?? []
    return {
      in: now.reduce((sum, { start }) => sum + secondsSince(start, ctx), 0),
      out: byJobcode.get(jobcode_id) ?? 0,
      clockedIn: now.map((row) => row.user_id),
      estimate: estimateOf.get(id),
      notes: notesOf.get(id)?.notes ?? 0,
      posts: notesOf.get(id)?.unread ?? 0,
      replies: repliesOf.get(id) ?? 0,
    }
  }
}

/** Finished time by jobcode, rounded as the company rounds. */
async function finishedOn(which: Sql, whose: Sql, ctx: ReadContext, handle: Handle): Promise<Map<number, number>> {
  await loadSettings(ctx.company)
  const hint = 'timesheets_jobcode'
  const finished = companyRounding(ctx.company)
    ? await workedRows({ whose, which, hint }, ctx.company, handle)
    : await handle.all<{ jobcode_id: number; seconds: number }>(
        sql`select jobcode_id, sum(duration) as seconds from timesheets ${indexHint(hint)}
          where ${whose} and ${which} and "end" is not null group by jobcode_id`,
      )
  const sums = new Map<number, number>()
  for (const { jobcode_id, seconds } of finished) sums.set(jobcode_id, (sums.get(jobcode_id) ?? 0) + seconds)
  return sums
}

/** Whole seconds a timesheet has been running. */
export function secondsSince(start: number, { now }: ReadContext): number {
  return Math.max(0, Math.floor((now - start) / second))
}

/** Tracked divided by estimated time, to two decimals; null if nothing is estimated. */
export function budgetProgress(tracked: number, estimated: number): number | null {
  return estimated > 0 ? Math.round((tracked * 100) / estimated) / 100 : null
}

/** A project with its progress, in the order of the API. */
export function rowOf(project: Project, progress: Progress) {
  const { in: clockedIn, out, estimate } = progress
  const estimated = estimate?.seconds ?? 0
  return {
    id: project.id,
    jobcode_id: project.jobcode_id,
    parent_jobcode_id: project.parent_jobcode_id,
    name: project.name,
    status: project.status,
    description: project.description,
    start_date: project.start_date,
    due_date: project.due_date,
    completed_date: project.completed_date,
    active: project.active ? 1 : 0,
    last_modified: printUtc(project.last_modified),
    created: printUtc(project.created),
    estimate_id: estimate?.id ?? 0,
    estimate_by: estimate?.estimate_by ?? null,
    estimate_by__id: estimate?.estimate_by__id ?? 0,
    total_clocked_in_seconds: clockedIn,
    total_clocked_out_seconds: out,
    total_tracked_seconds: clockedIn + out,
    total_estimated_seconds: estimated,
    total_note_count: progress.notes,
    unread_posts_count: progress.posts,
    unread_replies_count: progress.replies,
    budget_progress: budgetProgress(clockedIn + out, estimated),
    clocked_in_user_ids: progress.clockedIn,
  }
}

const count = (about: string) => ({ type: 'integer', description: about })
const text = { type: 'string' }
const date = { type: 'string', description: 'YYYY-MM-DD or "".', examples: ['2026-03-20'] }

/** Seconds tracked, for the reference. */
export const trackedSchema = {
  total_clocked_in_seconds: count('Of running timesheets.'),
  total_clocked_out_seconds: count('Of finished timesheets.'),
  total_tracked_seconds: { ...count('Both.'), examples: [12600] },
}

/** Properties of a row, for the reference. */
export const rowSchema = {
  id: { type: 'integer' },
  jobcode_id: { type: 'integer' },
  parent_jobcode_id: { type: 'integer' },
  name: text,
  status: { type: 'string', enum: ['not_started', 'in_progress', 'complete'] },
  description: text,
  start_date: date,
  due_date: date,
  completed_date: date,
  active: { type: 'integer', enum: [0, 1], examples: [1] },
  last_modified: { ...text, examples: ['2026-03-01T17:19:12+00:00'] },
  created: { ...text, examples: ['2026-03-01T17:19:12+00:00'] },
  estimate_id: count('0 for none.'),
  estimate_by: { type: ['string', 'null'], description: 'none or customfields; null without an estimate.' },
  estimate_by__id: count('The custom field, else 0.'),
  ...trackedSchema,
  total_estimated_seconds: { ...count('Of the items of the estimate.'), examples: [90000] },
  total_note_count: count('Notes.'),
  unread_posts_count: count('Notes of others since the requester last read the feed.'),
  unread_replies_count: count('Replies of others since then, if the requester follows the activity.'),
  budget_progress: { type: ['number', 'null'], description: 'Tracked divided by estimated time.', examples: [0.14] },
  clocked_in_user_ids: { type: 'array', items: { type: 'integer' } },
}

/** Results by id, or a list of them, for the reference. */
export function mapOrList(row: object, about: string) {
  return {
    anyOf: [
      { type: 'object', description: about, additionalProperties: row },
      { type: 'array', items: row },
    ],
  }
}
