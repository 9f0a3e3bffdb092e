import type { Item } from '../../engine/table.ts'
import { type ApiAccess, read, type Tool } from '../access.ts'
import { type Body, filled, fitted, hoursOf } from '../answer.ts'
import { Names } from '../names.ts'
import { cursor, dates, datesIn, groups, limit, limitIn, people, peopleIn } from '../parameters.ts'

/** What a report has found: its rows by the name that they have in the answer. */
type Rows = { name: string; rows: Item[]; rest?: Item }
type Report = (args: Item, api: ApiAccess) => Promise<Rows>

type Paid = {
  total_re_seconds: number
  total_pto_seconds: number
  total_work_seconds: number
  overtime_seconds: Record<string, number>
}

/** The reports whose rules are more than a sum. */
const reports: Record<string, Report> = {
  payroll: async (args, api) => {
    const { body, names, range } = await asked('/reports/payroll', args, api)
    const people = Object.values<Paid & { user_id: number }>(body.results.payroll_report)
    await names.look({ people: people.map(({ user_id }) => user_id) })
    const rows = people.map((own) => ({
      ...filled({ person: names.person(own.user_id) }),
      user_id: own.user_id,
      ...paid(own),
    }))
    return { name: 'people', rows, rest: { ...range, total: totalOf(people) } }
  },
  payroll_by_job: async (args, api) => {
    const { body, names, range } = await asked('/reports/payroll_by_jobcode', args, api)
    const jobs = Object.values<Paid & { jobcode_id: number }>(body.results.payroll_by_jobcode_report.totals)
    await names.look({ jobs: jobs.map(({ jobcode_id }) => jobcode_id) })
    const rows = jobs.map((own) => ({
      job: own.jobcode_id === 0 ? 'none' : (names.job(own.jobcode_id) ?? ''),
      jobcode_id: own.jobcode_id,
      ...paid(own),
    }))
    return { name: 'jobs', rows, rest: { ...range, total: totalOf(jobs) } }
  },
  projects: async (_args, api) => {
    const found: Item[] = []
    const names = new Names(api)
    for (let page = 1, more = true; more; page++) {
      const body = await read(api, '/reports/project_estimate', { page, limit: 200 })
      names.learn(body.supplemental_data)
      found.push(...Object.values<Item>(body.results))
      more = body.more
    }
    const hours = (seconds: unknown) => hoursOf(Number(seconds))
    const rows = found.map((project) => {
      const {
        id,
        name,
        status,
        start_date,
        due_date,
        total_tracked_seconds: tracked,
        total_estimated_seconds: estimated,
      } = project
      const working = Array.isArray(project.clocked_in_user_ids) ? project.clocked_in_user_ids : []
      return {
        ...filled({ project_id: id, project: name, jobcode_id: project.jobcode_id, status, start_date, due_date }),
        tracked_hours: hours(tracked),
        estimated_hours: hours(estimated),
        ...filled({ working_now: working.map((user) => names.person(Number(user)) ?? user) }),
      }
    })
    return { name: 'projects', rows }
  },
}

async function asked(path: string, args: Item, api: ApiAccess) {
  const { start, end } = await datesIn(args, api)
  const range = {
    start_date: start,
    end_date: end,
    user_ids: await peopleIn(args.user_ids, api),
    group_ids: args.group_ids,
  }
  const body: Body = await read(api, path, { ...range, advanced_overtime: 'yes' })
  const names = new Names(api)
  names.learn(body.supplemental_data)
  return { body, names, range: { from: start, to: end } }
}

/** Hours as they are paid; overtime by its multiplier. */
function paid({ total_re_seconds, total_pto_seconds, total_work_seconds, overtime_seconds }: Paid): Item {
  const overtime = Object.entries(overtime_seconds).map(([rate, seconds]) => [rate, hoursOf(seconds)])
  return {
    regular_hours: hoursOf(total_re_seconds),
    ...filled({ overtime_hours: Object.fromEntries(overtime) }),
    ...(total_pto_seconds > 0 && { time_off_hours: hoursOf(total_pto_seconds) }),
    total_hours: hoursOf(total_work_seconds),
  }
}

function totalOf(rows: readonly Paid[]): Item {
  const sum = (of: (row: Paid) => number) => rows.reduce((total, row) => total + of(row), 0)
  const rates = [...new Set(rows.flatMap(({ overtime_seconds }) => Object.keys(overtime_seconds)))]
  return paid({
    total_re_seconds: sum((row) => row.total_re_seconds),
    total_pto_seconds: sum((row) => row.total_pto_seconds),
    total_work_seconds: sum((row) => row.total_work_seconds),
    overtime_seconds: Object.fromEntries(rates.map((rate) => [rate, sum((row) => row.overtime_seconds[rate] ?? 0)])),
  })
}

/** The reports of the API. */
export const runReport: Tool = {
  name: 'run_report',
  title: 'Reports',
  description:
    'Runs a report. payroll and payroll_by_job (at most 31 days): regular hours, overtime by multiplier and paid time off, as they are paid. projects: hours tracked and estimated; takes no dates or people.',
  parameters: {
    report: { type: 'string', enum: Object.keys(reports) },
    ...dates,
    user_ids: people,
    group_ids: groups,
    limit: limit(500, 100),
    cursor,
  },
  required: ['report'],
  async run(args, api) {
    const found = await reports[String(args.report)]!(args, api)
    return fitted(found, { cursor: args.cursor, limit: limitIn(args, runReport) })
  },
}
