import { Refusal } from '../engine/errors.ts'
import type { Item } from '../engine/table.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import type { Schema } from '../wire/endpoint.ts'

/** What a tool asks of the API. */
type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below /api/v1, with its query. */
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Receives the text of a successful response in parts, instead of all of it at once. */
  each?: (part: string) => void
}

/** The API's response; `link` is its header of that name. */
type Told = { status: number; text: string; link?: string }

/** Access of tools to the API, with the rights of the assistant's user. */
export interface ApiAccess {
  /** The current time, in microseconds. */
  now(): number
  request(ask: Request): Promise<Told>
}

/** A tool that an assistant can call. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** For a tool that changes data, which must be allowed: whether it replaces or removes what was there. */
  readonly writes?: 'adds' | 'replaces'
  /** Its result as JSON text that fits an assistant's context; see `answer.ts`. */
  run(args: Item, api: ApiAccess): Promise<string>
}

/** Reads from the API, as parsed JSON. Throws a Refusal with the API's message. */
export async function read(api: ApiAccess, path: string, filters: Item = {}) {
  return (await readPage(api, path, filters)).body
}

/** Reads a page of a list, and the cursor of the next one. Throws a Refusal with the API's message. */
export async function readPage(api: ApiAccess, path: string, filters: Item) {
  const { status, text, link } = await api.request({ method: 'GET', path: withQuery(path, filters) })
  if (status !== 200) throw new Refusal(status, 'api_answer', { problem: messageIn(text, status) })
  const [, address] = /<([^>]*)>; rel="next"/.exec(link ?? '') ?? []
  const next = address === undefined ? null : new URL(address, 'http://localhost').searchParams.get('cursor')
  return { body: JSON.parse(text), next }
}

/** The most records of a list that a tool reads. */
const recordsMax = 50_000

/** Reads a whole list, with a single request. Throws a Refusal, with the API's message if it refuses. */
export async function readAll<T>(api: ApiAccess, path: string, filters: Item): Promise<T[]> {
  const found: T[] = []
  let rest = ''
  const each = (part: string) => {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    // What is too much is not kept.
    if (found.length <= recordsMax) for (const line of lines) found.push(JSON.parse(line))
  }
  const headers = { accept: 'application/x-ndjson' }
  const { status, text } = await api.request({ method: 'GET', path: withQuery(path, filters), headers, each })
  if (status !== 200) throw new Refusal(status, 'api_answer', { problem: messageIn(text, status) })
  if (found.length > recordsMax) throw new Refusal(417, 'tool_reads_too_much', { max: recordsMax })
  return found
}

/** Filters as a query string: lists with commas, objects with brackets. */
function withQuery(path: string, filters: Item): string {
  const plain = (value: unknown) => (Array.isArray(value) ? value.join() : String(value))
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, plain(value)]]
      return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, plain(inner)])
    }),
  ).toString()
  return query === '' ? path : `${path}?${query}`
}

/** How a write is made, as the assistant has chosen. */
export type WriteChoice = { dry_run?: unknown; key?: unknown; reason?: unknown }

/**
 * Writes one record and returns it; a DELETE takes only its id. A dry run is rolled back, and a key makes retries safe.
 * Throws a Refusal with the API's message.
 */
export async function write(
  api: ApiAccess,
  { method, path, item }: { method: 'POST' | 'PUT' | 'DELETE'; path: string; item: Item },
  { dry_run, key, reason: why }: WriteChoice = {},
): Promise<Item> {
  const headers: Record<string, string> = {}
  if (dry_run === true) headers['x-clockhouse-dry-run'] = 'yes'
  if (key !== undefined) headers['idempotency-key'] = String(key)
  const beside = why === undefined ? {} : { reason: why }
  const asked =
    method === 'DELETE'
      ? { method, path: withQuery(path, { ids: item.id, ...beside }), headers }
      : { method, path, body: { ...beside, data: [item] }, headers }
  const { status, text } = await api.request(asked)
  if (status !== 200) throw new Refusal(status, 'api_answer', { problem: messageIn(text, status) })
  const { results } = JSON.parse(text)
  const [record = {}] = Object.values<Record<string, Item>>(results).flatMap((records) => Object.values(records))
  const { _status_code, _status_message, _status_extra, _status_reason, ...rest } = record
  if (Number(_status_code) >= 300) {
    // An answer that an older version stored has no reason.
    const known = _status_reason ?? reason('api_answer', { problem: String(_status_extra || _status_message) })
    throw new Refusal(Number(_status_code), known as Reason)
  }
  return rest
}

function messageIn(text: string, status: number): string {
  try {
    const { error, error_description } = JSON.parse(text)
    return String(error_description ?? error.message)
  } catch {
    return `the server answered with status ${status}`
  }
}
