import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { Values } from '../../src/engine/table.ts'
import type { TestCompany, TestServer } from './server.ts'

/**
 * How tests that cover all resources create and list records of one resource. It needs the samples of the resources
 * before it.
 */
export type Sample = {
  /** Query that lists every record of the company. Further filters can be appended. */
  all: (company: TestCompany) => string
  /** Creates `count` records. If `reversed`, they are listed in a different order than they were created in. */
  make: (server: TestServer, company: TestCompany, count: number) => Promise<void>
  reversed: boolean
  /** The sort order of a listing. */
  order: (row: Values) => string | number
  /** The n-th item to create: valid, and different from the others. */
  item?: (n: number, company: TestCompany) => Values
  /** The properties that an update can change. */
  change?: Values
  /** A query that matches nothing, if there is no filter by ids. */
  nothing?: string
  /** Changes this record, or adds another one if nothing can be changed. */
  touch: (server: TestServer, company: TestCompany, id: number) => Promise<void>
  /** Writable references: field → resource. */
  references?: Record<string, string>
  /** Filters by ids of other resources. */
  numbers?: Record<string, string>
}

let turn = 0

/** A text that no record contains yet. */
export function fresh(): string {
  turn += 1
  return `changed ${turn}`
}

/** Numbers count down, so names sort in the opposite order of ids. */
export const down = (n: number) => String(9999 - n)

export const day = (n: number) => new Date(Date.UTC(2026, 1, 27) - n * 86_400_000).toISOString().slice(0, 10)

/** Sends items in batches of 50; all must be accepted. */
export async function batches(
  server: TestServer,
  who: { token: string },
  resource: string,
  items: Values[],
): Promise<Values[]> {
  const made: Values[] = []
  for (let start = 0; start < items.length; start += 50) {
    const { body, text } = await server.post(who, `/${resource}`, items.slice(start, start + 50))
    const results = Object.values<Values>(body.results?.[resource] ?? {})
    assert.ok(
      results.length > 0 && results.every((item) => item._status_code < 300),
      `${resource}: ${text.slice(0, 1000)}`,
    )
    made.push(...results)
  }
  return made
}

type Known = { customfield: number; worker: number; jobcodes: number[] }

/** Data that the samples of a company share. */
const known = new WeakMap<TestCompany, Known>()

export function of(company: TestCompany): Known {
  const found = known.get(company) ?? { customfield: 0, worker: company.adminId, jobcodes: [] }
  known.set(company, found)
  return found
}

export const numbered = (count: number) => Array.from({ length: count }, (_, n) => n)
export const put =
  (resource: string, change: () => Values) => async (server: TestServer, company: TestCompany, id: number) => {
    const { body, text } = await server.put(company, `/${resource}`, [{ id, ...change() }])
    assert.equal(Object.values<Values>(body.results[resource])[0]!._status_code, 200, text)
  }

/** Waits until the person's activity has been recorded, because that changes the company later. */
export async function settle(server: TestServer, who: { token: string }): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const { body } = await server.get(who, '/current_user')
    if (Object.values<Values>(body.results.users)[0]!.last_active !== '') return
    await setImmediate()
  }
  throw new Error('last_active was not written')
}
