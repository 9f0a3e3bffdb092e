import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import type { AnyResource } from '../engine/resource.ts'
import type { Values } from '../engine/table.ts'
import { parameters } from './query.ts'
import { quirksOf } from './quirks.ts'
import type { Given, Report } from './report.ts'

/** Most items per request. */
export const batchMax = 50

/** Maximum nesting depth of a request body; no record needs half as much. */
const levelsMax = 32

/** Parses a request body as JSON or throws a RequestError. The depth is limited, so values can be traversed recursively. */
function parseBody(body: string): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new RequestError(400, 'the body is not JSON')
  }
  if (!isWithin(parsed, levelsMax)) throw new RequestError(417, `the body is nested more than ${levelsMax} levels deep`)
  return parsed
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1))
}

/** The items of a request body, `{"data": [...]}` or a single object instead of the array, and its other properties. */
export function readItems(body: string): { items: unknown[]; options: Values } {
  const given = parseBody(body)
  const data = isRecord(given) ? given.data : undefined
  const items = Array.isArray(data) ? data : isRecord(data) ? [data] : undefined
  if (!items || items.length === 0) throw new RequestError(417, 'data must be an array of at least one object')
  if (items.length > batchMax) throw new RequestError(413, `at most ${batchMax} items in one request`)
  const { data: _, ...options } = given as Values
  return { items, options }
}

/** The ids of a delete request as text, without duplicates. */
export function readIds(resource: AnyResource, search: URLSearchParams): string[] {
  const { idForms, idsRequired } = quirksOf(resource)
  const given = [...(parameters(search).get('ids') ?? [])]
    .flatMap((value) => value.split(','))
    .map((text) => text.trim())
  const texts = [...new Set(given)].filter((text) => text !== '' || idForms?.remove === 'number')
  if (texts.length > batchMax) throw new RequestError(413, `at most ${batchMax} items in one request`)
  if (texts.length === 0 && idsRequired) throw new RequestError(417, 'ids is required')
  return texts
}

/** The filters of a report in a query string. An object is given in parts: `customfielditems[301]=Wiring`. */
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

/** The filters of a report in a request's body, `{"data": {…}}`; 0, null, "", [] and {} mean no filters. */
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
