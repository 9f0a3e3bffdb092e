import { parseBody } from './batch.ts'
import type { ReadContext } from './context.ts'
import { RequestError } from './errors.ts'
import { isRecord } from './fields.ts'
import { type Filters, parameters, parseQuery, type Query } from './filters.ts'
import type { Handle } from './sql.ts'

/** A report: filters in, JSON text out. */
export interface Report {
  readonly name: string
  readonly about: string
  readonly filters: Filters
  /** Names of filters that must be given. */
  readonly required: readonly string[]
  /** True when the answer comes in pages. */
  readonly paged?: boolean
  /** JSON Schema of the answer, for the reference. */
  readonly answer?: Record<string, unknown>
  readonly run: (query: Query, ctx: ReadContext, handle: Handle) => Promise<string>
}

/** Runs a report with the filters of a request's body, `{"data": {…}}`. */
export function reportFromBody(report: Report, body: string, ctx: ReadContext, handle: Handle): Promise<string> {
  return runReport(report, givenOf(body), ctx, handle)
}

/** Runs a report with the filters of a query string. */
export function reportFromQuery(
  report: Report,
  search: URLSearchParams,
  ctx: ReadContext,
  handle: Handle,
): Promise<string> {
  return runReport(report, parameters(search), ctx, handle)
}

function runReport(report: Report, given: Map<string, string[]>, ctx: ReadContext, handle: Handle): Promise<string> {
  const query = parseQuery(given, report.filters)
  for (const label of report.required) if (!query.given.has(label)) throw new RequestError(417, `${label} is required`)
  const { start_date, end_date } = query.values as { start_date?: string; end_date?: string }
  if (start_date && end_date && start_date > end_date)
    throw new RequestError(417, 'start_date must not be after end_date')
  return report.run(query, ctx, handle)
}

/** Filters as text, the form that query strings have; 0, null, "", [] and {} are none. */
function givenOf(body: string): Map<string, string[]> {
  const parsed = body.trim() === '' ? { data: {} } : parseBody(body)
  if (!isRecord(parsed)) throw new RequestError(417, 'the body must be an object with the property data')
  const { data } = parsed
  if (!data || (Array.isArray(data) && data.length === 0)) return new Map()
  if (!isRecord(data)) throw new RequestError(417, 'data must be an object of filters')
  const entries = Object.entries(data).map(([label, value]): [string, string[]] => [label, textsOf(value, label)])
  return new Map(entries.filter(([, texts]) => texts.some((text) => text.trim() !== '')))
}

function textsOf(value: unknown, label: string): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((entry) => textsOf(entry, label))
  if (isRecord(value)) throw new RequestError(417, `${label} must be text, a number or a list of them`)
  return [String(value)]
}
