import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

/** A client whose requests and answers have the types of the document. */
export type Api = ReturnType<typeof connect>

/** Connects to a server as the user of a token. */
export function connect(baseUrl: string, token: string) {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
}

/** The data of an answer; fails when the request was refused as a whole. */
export async function must<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer
  assert.equal(error, undefined, `${response.url}: ${JSON.stringify(error)}`)
  assert.ok(data !== undefined, `${response.url} answered nothing`)
  return data
}

type Refused = components['schemas']['Refused']

/** The record of a batch's only item; fails when the item was refused. */
export function only<T extends { _status_code: number }>(results: Record<string, T>): Exclude<T, Refused> {
  const [result, ...more] = Object.values(results)
  assert.ok(result && more.length === 0)
  assert.ok(result._status_code < 300, JSON.stringify(result))
  return result as Exclude<T, Refused>
}

/** The record with that id in a listing. */
export function at<T>(records: Record<string, T>, id: number | string): T {
  const record = records[String(id)]
  assert.ok(record, `${id} is not among ${Object.keys(records).join()}`)
  return record
}
