import assert from 'node:assert/strict'
import type { Values } from '../../src/engine/table.ts'
import { lasting } from './follower.ts'

type Get = (path: string) => Promise<{ status: number; body: Values; text: string }>

/** A polled list: the time for `modified_since`, and the records by id. */
type Copy = { query: string; since: string; rows: Map<number, Values> }

/**
 * A program that keeps copies of lists by requesting the records modified since the last second that it has seen.
 * Deleted timesheets are removed from its copy.
 */
export class Poller {
  readonly #get: Get
  readonly #limit: number
  readonly #copies: ReadonlyMap<string, Copy>
  polls = 0

  /** `lists`: the lists with their queries, which begin with a question mark. */
  constructor(get: Get, lists: Record<string, string>, limit = 200) {
    this.#get = get
    this.#limit = limit
    this.#copies = new Map(
      Object.entries(lists).map(([type, query]) => [
        type,
        { query, since: '2000-01-01T00:00:00+00:00', rows: new Map() },
      ]),
    )
  }

  /** Requests everything new. False if a server was killed in the meantime; the next poll then returns the rest. */
  async poll(): Promise<boolean> {
    this.polls += 1
    for (const [type, copy] of this.#copies) {
      const rows = await this.#pages(type, copy)
      if (!rows) return false
      for (const row of rows) {
        copy.rows.set(row.id, row)
        if (row.last_modified > copy.since) copy.since = row.last_modified
      }
    }
    for (const id of this.#copies.get('timesheets_deleted')?.rows.keys() ?? [])
      this.#copies.get('timesheets')?.rows.delete(id)
    return true
  }

  /** Makes the next poll request everything modified since then. */
  askSince(type: string, since: string): void {
    this.#copies.get(type)!.since = since
  }

  /** The records of a list, ordered by id. */
  records(type: string): Values[] {
    return [...this.#copies.get(type)!.rows.values()].map(lasting).sort((a, b) => a.id - b.id)
  }

  async #pages(type: string, { query, since }: Copy): Promise<Values[] | undefined> {
    const rows: Values[] = []
    for (let page = 1; ; page++) {
      const asked = `${query}&modified_since=${encodeURIComponent(since)}&limit=${this.#limit}&page=${page}`
      const { status, body, text } = await this.#get(`/${type}${asked}&supplemental_data=no`)
      if (status === 0 || status === 503) return undefined
      assert.equal(status, 200, text)
      rows.push(...Object.values<Values>(body.results[type]))
      if (!body.more) return rows
    }
  }
}
