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
  /** True for what costs no more than a listing, and runs where listings do. */
  readonly light?: boolean
  /** JSON Schema of the answer, for the reference. */
  readonly answer?: Record<string, unknown>
  readonly run: (query: Query, ctx: ReadContext, handle: Handle) => Promise<string>
}

/** What a report was given: texts by name of the filter; objects are JSON. */
export type Given = Map<string, string[]>

/** Makes a report. Throws RequestError 417 naming the filter that is missing or wrong. */
export function runReport(report: Report, given: Given, ctx: ReadContext, handle: Handle): Promise<string> {
  const query = parseQuery(given, report.filters)
  for (const label of report.required) if (!query.given.has(label)) throw new RequestError(417, `${label} is required`)
  const { start_date, end_date } = query.values as { start_date?: string; end_date?: string }
  if (start_date && end_date && start_date > end_date)
    throw new RequestError(417, 'start_date must not be after end_date')
  return report.run(query, ctx, handle)
}

/** The filters of a query string. One that is an object is given by parts: `customfielditems[301]=Wiring`. */
export function givenInQuery(search: URLSearchParams, { filters }: Report): Given {
  const given = parameters(search)
  for (const label in filters) {
    if (filters[label]!.schema.type !== 'object') continue
    const parts = new Map<string, string[]>()
    for (const [key, value] of search) {
      const part = key.startsWith(`${label}[`)
        ? /^\[([^\]]+)\](\[\d*\])?$/.exec(key.slice(label.length))?.[1]
        : undefined
      if (part !== undefined && value.trim() !== '') parts.set(part, [...(parts.get(part) ?? []), value])
    }
    if (parts.size > 0) given.set(label, [JSON.stringify(Object.fromEntries(parts))])
  }
  return given
}

/** The filters of a request's body, `{"data": {…}}`; 0, null, "", [] and {} are none. */
export function givenInBody(body: string): Given {
  const parsed = body.trim() === '' ? { data: {} } : parseBody(body)
  if (!isRecord(parsed)) throw new RequestError(417, 'the body must be an object with the property data')
  const { data } = parsed
  if (!data || (Array.isArray(data) && data.length === 0)) return new Map()
  if (!isRecord(data)) throw new RequestError(417, 'data must be an object of filters')
  const entries = Object.entries(data).map(([label, value]): [string, string[]] => [label, textsOf(value)])
  return new Map(entries.filter(([, texts]) => texts.some((text) => text.trim() !== '')))
}

function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (isRecord(value)) return Object.keys(value).length === 0 ? [] : [JSON.stringify(value)]
  return [String(value)]
}
