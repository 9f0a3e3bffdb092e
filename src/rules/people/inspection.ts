import { type Reason, reason } from '../refusals/reason.ts'
import { isDate } from '../time/calendar.ts'
import { inspectable } from './sight.ts'

// The rights of people from outside who inspect a company's records, such as labor inspectors: they may read time,
// breaks and paid hours, and nothing else. They may not see pay, places, messages, settings or the audit.

/** The scope of an inspection: the dates of time, '' for no limit, and groups, none for all. */
export type Inspection = {
  /** When it ends, in microseconds since the epoch. */
  readonly ends: number
  readonly from: string
  readonly to: string
  readonly groups: readonly number[]
}

/** Lists of records; which of them inspectors may read is in the table of who sees what. */
const lists = /^GET \/api\/(?:v1|console\/lists)\/(\w+)$/

/** Other requests that show records, which are audited. */
const views = [
  /^(GET|POST) \/api\/v1\/reports\/(payroll|payroll_by_jobcode)$/,
  /^GET \/api\/console\/(hours|timesheet_history)$/,
  // Exports are audited separately.
]

/** Other allowed requests: the data that records refer to, and the inspector's own sign-in settings. */
const others = [
  /^GET \/api\/v1\/(current_user|openapi\.json)$/,
  /^GET \/api\/console\/(start|events|holidays|time_rules|time_locks|exports(\/[^/]+){0,2}|messages|openapi\.json)$/,
  /^GET \/api\/console\/(sessions|two_factor|passkeys|own_settings)$/,
  /^POST \/api\/console\/(sign_out|passkeys(\/options)?|two_factor\/.+)$/,
  /^PUT \/api\/console\/(password|own_settings|passkeys\/\d+|two_factor\/.+)$/,
  /^DELETE \/api\/console\/(sessions(\/[^/]+)?|passkeys\/\d+|two_factor\/.+)$/,
]

/** Whether a request shows records, is allowed otherwise, or is refused. `path` has no query and no trailing slash. */
export function inspected(method: string, path: string): 'view' | 'allowed' | 'refused' {
  const asked = `${method === 'HEAD' ? 'GET' : method} ${path}`
  const sight = inspectable(lists.exec(asked)?.[1] ?? '')
  if (sight === 'dates' || views.some((view) => view.test(asked))) return 'view'
  if (sight) return 'allowed'
  return others.some((other) => other.test(asked)) ? 'allowed' : 'refused'
}

/** Why these dates may not be requested; undefined if they may. */
export function rangeProblem(inspects: Inspection | undefined, start?: string, end?: string): Reason | undefined {
  if (!inspects) return undefined
  const { from, to } = inspects
  if (from !== '' && (start === undefined || !isDate(start) || start < from))
    return reason('inspected_from', { date: from })
  if (to !== '' && (end === undefined || !isDate(end) || end > to)) return reason('inspected_until', { date: to })
  return undefined
}
