import type { ReadContext } from '../../engine/context.ts'
import { type Handle, type Row, sql } from '../../engine/sql.ts'
import { projects } from '../../resources/projects.ts'
import { progressOf, rowOf } from '../estimates.ts'
import { selectedPeople, timesheetsOf } from '../people.ts'
import { rowsMax } from './rows.ts'

/** A project is near the end of its estimate once this share of it is used. */
const nearShare = 0.8

/** Projects under way that have used most of their estimate, as in the report of projects; the fullest first. */
export async function budgetsNearEnd(ctx: ReadContext, handle: Handle) {
  const { companyId } = ctx.actor
  const which = sql`${projects.visible(ctx.actor)} and active = 1 and status <> 'complete' and id in
    (select project_id from estimates where company_id = ${companyId} and active = 1)`
  const rows = await handle.all<Row>(sql`select * from projects where company_id = ${companyId} and ${which}`)
  if (rows.length === 0) return { count: 0, rows: [] }
  const whose = timesheetsOf(selectedPeople({ values: {} }, ctx.actor, 'project_estimate'), ctx)
  const progress = await progressOf(which, whose, ctx, handle)
  const near = rows
    .map((row) => projects.load(row))
    .map((project) => rowOf(project, progress(project)))
    .filter(({ budget_progress }) => budget_progress !== null && budget_progress >= nearShare)
    .sort((a, b) => (b.budget_progress ?? 0) - (a.budget_progress ?? 0) || a.id - b.id)
    .map(({ id, name, jobcode_id, due_date, total_tracked_seconds, total_estimated_seconds, budget_progress }) => {
      return { id, name, jobcode_id, due_date, total_tracked_seconds, total_estimated_seconds, budget_progress }
    })
  return { count: near.length, rows: near.slice(0, rowsMax) }
}
