import { Refusal } from '../engine/errors.ts'
import type { Item } from '../engine/table.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import type { Schema } from '../wire/endpoint.ts'

/** Access of tools to the API, with the rights of the assistant's user. */
export interface ApiAccess {
  /** The current time, in microseconds. */
  now(): number
  request(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<{ status: number; text: string }>
}

/** A tool that an assistant can call. Its result is data, as JSON text. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** True if it changes data, which must be allowed. */
  readonly writes?: true
  run(args: Item, api: ApiAccess): Promise<string>
}

/** Reads from the API. Throws a Refusal with the API's message. */
export async function read(api: ApiAccess, path: string, filters: Item = {}): Promise<string> {
  const query = queryOf(filters).toString()
  const { status, text } = await api.request('GET', query === '' ? path : `${path}?${query}`)
  if (status !== 200) throw new Refusal(status, 'api_answer', { problem: messageIn(text, status) })
  return text
}

/** Filters as a query string: lists with commas, objects with brackets. */
function queryOf(filters: Item): URLSearchParams {
  const plain = (value: unknown) => (Array.isArray(value) ? value.join() : String(value))
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(
    given.flatMap(([name, value]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, plain(value)]]
      return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, plain(inner)])
    }),
  )
}

/** Writes one record and returns it. Throws a Refusal with the API's message. */
export async function write(api: ApiAccess, method: 'POST' | 'PUT', path: string, item: Item): Promise<Item> {
  const { status, text } = await api.request(method, path, { data: [item] })
  if (status !== 200) throw new Refusal(status, 'api_answer', { problem: messageIn(text, status) })
  const { results } = JSON.parse(text)
  const [record = {}] = Object.values<Record<string, Item>>(results).flatMap((records) => Object.values(records))
  const { _status_code, _status_message, _status_extra, _status_reason, ...rest } = record
  if (Number(_status_code) >= 300) {
    // An answer that an older version stored has no reason.
    const why = _status_reason ?? reason('api_answer', { problem: String(_status_extra || _status_message) })
    throw new Refusal(Number(_status_code), why as Reason)
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
