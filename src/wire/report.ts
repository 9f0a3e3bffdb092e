import type { Query, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Filters, ValuesOfFilters } from '../engine/filters.ts'
import type { Handle } from '../engine/sql.ts'
import { type Given, parseQuery } from './request.ts'

/** The context of a report; `language` is the language of words in its response, English if undefined. */
export type ReportContext = ReadContext & { readonly language?: string }

/** An answer without its middle, which was passed to `put` piece by piece, because it may be too long for memory. */
export type Framed = { readonly before: string; readonly after: string }

/** Receives the pieces of the middle of an answer. */
export type Put = (text: string) => void

/** A report: filters in, JSON text out. */
export interface Report<Text extends string | Framed = string | Framed> {
  readonly name: string
  readonly about: string
  readonly filters: Filters
  /** Names of required filters. */
  readonly required: readonly string[]
  /** True if the response is paged. */
  readonly paged?: boolean
  /** True for a report that costs no more than a listing, so it runs on the main thread. */
  readonly light?: boolean
  /** JSON Schema of the response, for the reference. */
  readonly answer?: Record<string, unknown>
  run(query: Query, ctx: ReportContext, handle: Handle, put: Put): Promise<Text>
}

/** What a report declares: its query has the values of its filters. */
type Declaration<F extends Filters, Given extends keyof F, Text extends string | Framed> = Omit<
  Report<Text>,
  'filters' | 'required' | 'run'
> & {
  readonly filters: F
  readonly required: readonly (Given & string)[]
  run(query: Query<ValuesOfFilters<F, Given>>, ctx: ReportContext, handle: Handle, put: Put): Promise<Text>
}

/** Declares a report. */
export function report<F extends Filters, const Given extends keyof F, Text extends string | Framed>(
  declaration: Declaration<F, Given, Text>,
): Report<Text> {
  return declaration
}

/** Runs a report. Throws RequestError 417 naming the missing or invalid filter. */
export function runReport<Text extends string | Framed>(
  report: Report<Text>,
  given: Given,
  ctx: ReportContext,
  handle: Handle,
  put: Put = () => {},
): Promise<Text> {
  const query = parseQuery(given, report.filters)
  for (const label of report.required)
    if (!query.given.has(label)) throw new RequestError(417, 'required', { field: label })
  const { start_date, end_date } = query.values
  if (typeof start_date === 'string' && typeof end_date === 'string' && start_date > end_date)
    throw new RequestError(417, 'range_reversed', { field: 'start_date', end: 'end_date' })
  return report.run(query, ctx, handle, put)
}
