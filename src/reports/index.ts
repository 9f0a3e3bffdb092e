import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { type Handle, oneRow, sql } from '../engine/sql.ts'
import { rangeProblem } from '../rules/people/inspection.ts'
import { type Framed, type Put, type Report, type ReportContext, runReport } from '../wire/report.ts'
import type { Given } from '../wire/request.ts'
import { approvalDays } from './approval_days.ts'
import { approvals } from './approvals.ts'
import { currentTotals } from './current_totals.ts'
import { entryHours } from './entry_hours.ts'
import { grossPay } from './gross_pay.ts'
import { hours } from './hours.ts'
import { payRun } from './pay_run.ts'
import { payroll } from './payroll.ts'
import { payrollByJobcode } from './payroll_by_jobcode.ts'
import { project } from './project.ts'
import { projectEstimate } from './project_estimate.ts'
import { projectEstimateDetail } from './project_estimate_detail.ts'
import { payRunPreview } from './runs/preview.ts'
import { today } from './today.ts'

/** Every report, in the order of the reference. */
export const reports: readonly Report[] = [
  currentTotals,
  payroll,
  payrollByJobcode,
  project,
  projectEstimate,
  projectEstimateDetail,
]

/** A request for a report, in a form that can cross threads. `language` is for the words in the result. */
export type Question = { report: string; given: Given; actor: Actor; now: number; language?: string }

/**
 * Runs the named report, or one for the app's own pages, on the data that this handle sees. `put` receives the middle
 * of an answer that may be too long for memory. The answer is lasting if nothing read the clock.
 */
export async function answer(
  { report: name, given, actor, now, language }: Question,
  handle: Handle,
  put: Put,
): Promise<{ text: string | Framed; lasting: boolean }> {
  refuseRange(given, actor)
  const report = [...reports, approvals, approvalDays, payRun, payRunPreview, grossPay, hours, entryHours, today].find(
    (report) => report.name === name,
  )!
  const row = await oneRow<CompanyRow>(handle, sql`select * from companies where company_id = ${actor.companyId}`)
  let lasting = true
  const ctx: ReportContext = {
    actor,
    company: new CompanySnapshot(row, handle),
    ...(language !== undefined && { language }),
    get now() {
      lasting = false
      return now
    },
  }
  const text = await runReport(report, given, ctx, handle, put)
  return { text, lasting }
}

/** Throws RequestError 403 if an inspector asks for dates that they may not see. */
function refuseRange(given: Given, { inspects }: Actor): void {
  // Parsed as the report parses them.
  const date = (name: string) => given.get(name)?.join(',').trim()
  const problem = rangeProblem(inspects, date('start_date'), date('end_date'))
  if (problem) throw new RequestError(403, problem)
}
