import assert from 'node:assert/strict'
import type { components } from '../../client/src/api.d.ts'

export { type Api, connect, unwrap as must } from '../../client/src/connect.ts'

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
