import type { Query } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { parseInteger } from '../engine/fields.ts'
import { type Filters, parseTristate } from '../engine/filters.ts'

/** The values of one parameter, from `ids=1,2`, `ids[]=1`, `ids[0]=1` and repetitions of each. Empty ones are absent. */
export function parameters(search: URLSearchParams): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, value] of search) {
    if (value.trim() === '') continue
    const label = key.replace(/\[\d*\]$/, '')
    const values = found.get(label)
    if (values) values.push(value)
    else found.set(label, [value])
  }
  return found
}

/** Parses the query of a listing or report. Throws RequestError 417 naming the filter; unknown filters are ignored. */
export function parseQuery(given: Map<string, string[]>, filters: Filters, pageDefault = 200): Query {
  const values: Record<string, unknown> = {}
  const named = new Set<string>()
  try {
    for (const label in filters) {
      const filter = filters[label]!
      const found = [label, ...filter.aliases].map((alias) => given.get(alias)).find((value) => value !== undefined)
      if (found) named.add(label)
      if (found) values[label] = filter.parse(found, label)
      else if (filter.initial !== undefined) values[label] = filter.initial
    }
    const supplemental = given.get('supplemental_data')
    return {
      values,
      given: named,
      ...parsePage(given, pageDefault),
      supplemental: !supplemental || parseTristate(supplemental, 'supplemental_data') !== 'no',
    }
  } catch (error) {
    if (error instanceof Refusal) throw new RequestError(error.status, error.message)
    throw error
  }
}

/** The page asked for: `limit` 1 to 200 or a refusal, `per_page` cut to 50, otherwise the default. */
function parsePage(given: Map<string, string[]>, pageDefault: number): { page: number; limit: number } {
  const page = Number(given.get('page')?.[0])
  const limit = given.get('limit')?.[0]
  const perPage = given.get('per_page')?.[0]
  return {
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, 10_000_000) : 1,
    limit:
      limit !== undefined
        ? parseInteger(limit, 'limit', 1, 200)
        : perPage !== undefined
          ? clampPage(perPage)
          : pageDefault,
  }
}

function clampPage(text: string): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, 50) : 50
}
