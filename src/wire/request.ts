import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Binary, Query } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { isRecord, parseInteger, propertiesOf } from '../engine/fields.ts'
import { type Filters, parseTristate } from '../engine/filters.ts'
import { keyHeader, type WriteOptions } from '../engine/idempotency.ts'
import { RecentMap } from '../engine/recent_values.ts'
import type { AnyResource } from '../engine/resource.ts'
import type { Item } from '../engine/table.ts'
import { type JsonLimits, parseJson, type RefusedItems } from './json.ts'
import { type Quirks, quirks } from './quirks.ts'

// Reads a request: its query string, its body, and the headers that say how to run a write.

/** The header that names a client of the company, as accountants' programs send it. */
export const clientHeader = 'vnd.tsheets.managedclientid'

/** The filters given to a report: texts by filter name; objects are JSON. */
export type Given = Map<string, string[]>

/** A query string, or its parsed form. */
export type Search = string | URLSearchParams

/** A URL without its query string. */
export function pathIn(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** The values of one parameter, from `ids=1,2`, `ids[]=1`, `ids[0]=1` and repetitions of each. Empty ones are absent. */
export function parameters(search: Search): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, value] of typeof search === 'string' ? pairsIn(search) : search) {
    if (value.trim() === '') continue
    const label = key.endsWith(']') ? key.replace(/\[\d*\]$/, '') : key
    const values = found.get(label)
    if (values) values.push(value)
    else found.set(label, [value])
  }
  return found
}

/** Encoded characters besides commas, colons and plus signs. */
const unusual = /%(?!2[BbCc]|3[Aa])/

/** The pairs of a query string. Unencoded text is used as it is, which takes a fraction of the time. */
function pairsIn(query: string): Iterable<readonly [string, string]> {
  if (query.startsWith('?') || (query.includes('%') && unusual.test(query))) return new URLSearchParams(query)
  return query.split('&').flatMap((pair): (readonly [string, string])[] => {
    if (pair === '') return []
    const end = pair.indexOf('=')
    return end < 0 ? [[decoded(pair), '']] : [[decoded(pair.slice(0, end)), decoded(pair.slice(end + 1))]]
  })
}

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  return decodeURIComponent(text.replaceAll('+', ' '))
}

const recentLengthMax = 500

/** Recent queries by their text; those of a resource take a few hundred kilobytes at most. */
const queries = new WeakMap<Filters, RecentMap<Query>>()

/** Parses the query string of a listing as `parseQuery` does, and caches the result while the text is in use. */
export function queryOf(search: Search, filters: Filters, pageDefault?: number): Query {
  if (typeof search !== 'string' || search.length > recentLengthMax)
    return parseQuery(parameters(search), filters, pageDefault)
  const recent = queries.get(filters) ?? new RecentMap(250)
  queries.set(filters, recent)
  const known = recent.get(search) ?? parseQuery(parameters(search), filters, pageDefault)
  recent.set(search, known)
  // A resource may narrow the query to what the actor may ask for.
  return { ...known, values: { ...known.values } }
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
      ...parseCursor(given),
      ...parseFields(given),
      supplemental: !supplemental || parseTristate(supplemental, 'supplemental_data') !== 'no',
    }
  } catch (error) {
    if (error instanceof Refusal) throw new RequestError(error.status, error.reason)
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

function parseCursor(given: Map<string, string[]>): { cursor?: string } {
  const cursor = given.get('cursor')?.[0]
  return cursor === undefined ? {} : { cursor }
}

/** The names of the requested fields, `fields=id,notes`. */
function parseFields(given: Map<string, string[]>): { fields?: ReadonlySet<string> } {
  const names = given.get('fields')?.flatMap((value) => value.split(',').map((name) => name.trim()))
  return names === undefined ? {} : { fields: new Set(names.filter((name) => name !== '')) }
}

function clampPage(text: string): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, pageMax) : pageMax
}

/** The most rows on a page, and the number of rows without `per_page`. */
const pageMax = 50

/** The most items in one request. */
export const batchMax = 50

/**
 * How deep and how wide a body may be: twice what any record needs, ten times its properties, and those of a full batch of
 * such items. Values can be traversed recursively, and a refusal may list unknown properties.
 */
const bodyLimits: JsonLimits = { levels: 32, names: 500, total: batchMax * 500 }

/**
 * The items of a request body, `{"data": [...]}` or a single object instead of the array, and its other properties.
 * `refused`: the items that cannot be read exactly.
 */
export function readItems(body: string): { items: unknown[]; options: Item; refused: RefusedItems } {
  const refused: RefusedItems = new Map()
  const given = parseJson(body, bodyLimits, refused)
  const data = isRecord(given) ? given.data : undefined
  const items = Array.isArray(data) ? data : isRecord(data) ? [data] : undefined
  if (!items || items.length === 0) throw new RequestError(417, 'data_not_a_list')
  if (items.length > batchMax) throw new RequestError(413, 'too_many_items', { max: batchMax })
  const { data: _, ...options } = propertiesOf(given)
  return { items, options, refused }
}

/** The ids of a delete request as text, without duplicates. */
export function readIds(resource: AnyResource, search: URLSearchParams): string[] {
  const { idForms, idsRequired }: Quirks = quirks.get(resource.name) ?? {}
  const given = [...(parameters(search).get('ids') ?? [])]
    .flatMap((value) => value.split(','))
    .map((text) => text.trim())
  const texts = [...new Set(given)].filter((text) => text !== '' || idForms?.remove === 'number')
  if (texts.length > batchMax) throw new RequestError(413, 'too_many_items', { max: batchMax })
  if (texts.length === 0 && idsRequired) throw new RequestError(417, 'required', { field: 'ids' })
  return texts
}

/** The filters of a report in a query string. An object is given in parts: `customfielditems[301]=Wiring`. */
export function givenInQuery(search: URLSearchParams, { filters }: { filters: Filters }): Given {
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
  const parsed = body.trim() === '' ? { data: {} } : parseJson(body, bodyLimits)
  if (!isRecord(parsed)) throw new RequestError(417, 'data_missing')
  const { data } = parsed
  if (!data || (Array.isArray(data) && data.length === 0)) return new Map()
  if (!isRecord(data)) throw new RequestError(417, 'data_not_an_object')
  const entries = Object.entries(data).map(([label, value]): [string, string[]] => [label, textsOf(value)])
  return new Map(entries.filter(([, texts]) => texts.some((text) => text.trim() !== '')))
}

function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (isRecord(value)) return Object.keys(value).length === 0 ? [] : [JSON.stringify(value)]
  return [String(value)]
}

/** The options in the headers of a write. */
type WriteHeaders = { key?: string; dry?: true }

/** The header of a request that is only tried. */
export const dryHeader = 'x-clockhouse-dry-run'

/** The header of a response to a dry run. */
export const dryHeaders = { [dryHeader]: 'yes' }

/** Reads the idempotency key and the dry run of a write. Throws RequestError 417 for a malformed value. */
export function readWriteHeaders(headers: IncomingHttpHeaders): WriteHeaders {
  const key = headers[keyHeader.toLowerCase()]
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(String(key)))
    throw new RequestError(417, 'idempotency_key_malformed', { field: keyHeader })
  const dry = headers[dryHeader] ?? 'no'
  if (dry !== 'yes' && dry !== 'no') throw new RequestError(417, 'not_yes_or_no', { field: dryHeader })
  // A dry run changes nothing, so repeating it is safe without a key.
  return dry === 'yes' ? { dry: true } : key === undefined ? {} : { key: String(key) }
}

/**
 * The options of a write with these texts and bytes. A body may contain a password, which a plain hash of the request
 * would expose to guessing, so the hash is keyed with the idempotency key, which is not stored.
 */
export function writeOptionsOf(
  { key, dry }: WriteHeaders,
  texts: readonly string[],
  binaries: readonly Binary[] = [],
): WriteOptions {
  if (dry) return { dry }
  if (key === undefined) return {}
  const request = createHmac('sha256', key)
  for (const part of [...texts, ...binaries.flatMap(({ parts, fault }) => [fault, ...parts])])
    request.update(`${part.length} `).update(part)
  return { once: { key: createHash('sha256').update(key).digest('base64url'), request: request.digest('base64url') } }
}
