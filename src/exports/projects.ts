import { translateTo } from '../company/translate.ts'
import type { ReadContext } from '../engine/context.ts'
import type { Handle } from '../engine/sql.ts'
import { projectEstimate } from '../reports/project_estimate.ts'
import { msg, type Translate } from '../rules/language/messages.ts'
import { hoursText } from '../rules/pay/payroll.ts'
import { type Cell, dates, hours, type Table, whole, words } from '../rules/payroll_files/table.ts'
import { runReport } from '../wire/report.ts'
import type { Question } from './question.ts'

/** Projects read at once: the maximum page size of the report. */
const atOnce = 200

/** Rows of some projects, the number of projects done out of all, and the seconds tracked on these. */
type Part = { rows: Cell[][]; done: number; of: number; seconds: number }

/** The fields of a report row that the file shows. */
type Shown = {
  id: number
  jobcode_id: number
  name: string
  status: string
  start_date: string
  due_date: string
  total_tracked_seconds: number
  total_estimated_seconds: number
}

/** One row per project: its total time and its estimate. */
export function projectsTable(): Table {
  return {
    counts: () => true,
    columns: [
      whole('project_id'),
      words('project', 28, msg('Project')),
      whole('jobcode_id'),
      words('job', 28),
      words('status', 14, msg('Status')),
      dates('start_date', msg('Start')),
      dates('due_date', msg('Due')),
      hours('tracked_hours', 14, msg('Tracked hours')),
      whole('tracked_seconds', 14),
      hours('estimated_hours', 16, msg('Estimated hours')),
      whole('estimated_seconds', 16),
      whole('used_percent', 12, msg('Used %')),
    ],
    rows: () => [],
  }
}

/** The projects with time between the dates, from the project estimate report. */
export async function* projectParts(question: Question, ctx: ReadContext, handle: Handle): AsyncGenerator<Part> {
  const { start_date, end_date } = question
  const t = translateTo(question.language)
  let done = 0
  for (let page = 1; ; page++) {
    const given = {
      ...{ results_as_array: 'yes', supplemental_data: 'no', has_time_tracked: 'yes' },
      ...{ time_tracked_start_date: start_date, time_tracked_end_date: end_date },
      ...{ limit: String(atOnce), page: String(page) },
    }
    const filters = new Map(Object.entries(given).map(([label, text]): [string, string[]] => [label, [text]]))
    const answer = JSON.parse(await runReport(projectEstimate, filters, ctx, handle))
    const found: Shown[] = answer.results
    await ctx.company.look(
      'jobcodes',
      found.map((project) => project.jobcode_id),
    )
    done += found.length
    const seconds = found.reduce((sum, project) => sum + project.total_tracked_seconds, 0)
    yield { rows: found.map((project) => rowOf(project, ctx, t)), done, of: answer.total_count, seconds }
    if (!answer.more) return
  }
}

const statuses: Record<string, string> = {
  not_started: msg('not started'),
  in_progress: msg('in progress'),
  complete: msg('complete'),
}

function rowOf(project: Shown, { company }: ReadContext, t: Translate): Cell[] {
  const { total_tracked_seconds: tracked, total_estimated_seconds: estimated } = project
  return [
    project.id,
    project.name,
    project.jobcode_id,
    company.get('jobcodes', project.jobcode_id)?.name ?? '',
    t(statuses[project.status] ?? project.status),
    project.start_date,
    project.due_date,
    Number(hoursText(tracked)),
    tracked,
    Number(hoursText(estimated)),
    estimated,
    estimated === 0 ? '' : Math.round((100 * tracked) / estimated),
  ]
}
