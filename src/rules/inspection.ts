import { isDate } from './calendar.ts'

// What someone may do who looks at a company's records from outside, such as a labor inspector: read time, breaks and hours
// as they are paid, and nothing else. Pay, places, messages, settings and the audit are not theirs to see.

/** What an inspection covers: the dates of time, '' for no limit, and groups, none for all. */
export type Inspection = {
  /** When it ends, in microseconds since the epoch. */
  readonly ends: number
  readonly from: string
  readonly to: string
  readonly groups: readonly number[]
}

/** Requests that show records, which the audit notes. */
const views = [
  /^GET \/api\/v1\/(timesheets|timesheets_deleted)$/,
  /^(GET|POST) \/api\/v1\/reports\/(payroll|payroll_by_jobcode)$/,
  /^GET \/api\/console\/(hours|timesheet_history)$/,
  // Exports note themselves.
]

/** Other requests that are allowed: what records refer to, and the inspector's own way of signing in. */
const others = [
  /^GET \/api\/v1\/(users|groups|jobcodes|customfields|customfielditems|jobcode_assignments|current_user|openapi\.json)$/,
  /^GET \/api\/console\/lists\/(users|jobcodes|jobcode_assignments)$/,
  /^GET \/api\/console\/(start|events|holidays|time_rules|time_locks|exports(\/[^/]+){0,2}|messages|openapi\.json)$/,
  /^GET \/api\/console\/(sessions|two_factor|passkeys|own_settings)$/,
  /^POST \/api\/console\/(sign_out|passkeys(\/options)?|two_factor\/.+)$/,
  /^PUT \/api\/console\/(password|own_settings|passkeys\/\d+|two_factor\/.+)$/,
  /^DELETE \/api\/console\/(sessions(\/[^/]+)?|passkeys\/\d+|two_factor\/.+)$/,
]

/** Whether a request shows records, is allowed beside them, or is refused. `path` has neither query nor a slash at its end. */
export function inspected(method: string, path: string): 'view' | 'allowed' | 'refused' {
  const asked = `${method === 'HEAD' ? 'GET' : method} ${path}`
  if (views.some((view) => view.test(asked))) return 'view'
  return others.some((other) => other.test(asked)) ? 'allowed' : 'refused'
}

/** Why these dates may not be asked for; undefined if they may. */
export function rangeProblem(inspects: Inspection | undefined, start?: string, end?: string): string | undefined {
  if (!inspects) return undefined
  const { from, to } = inspects
  if (from !== '' && (start === undefined || !isDate(start) || start < from))
    return `start_date: you may see records from ${from} on`
  if (to !== '' && (end === undefined || !isDate(end) || end > to)) return `end_date: you may see records until ${to}`
  return undefined
}
