import assert from 'node:assert/strict'
import type { Values } from '../../src/engine/table.ts'

type Get = (path: string) => Promise<{ status: number; body: Values; text: string }>

/** A program that follows the feed of changes and keeps a copy of the records. */
export class Follower {
  readonly #get: Get
  readonly #records = new Map<string, Map<number, Values>>()
  #cursor = 'now'
  /** The changes received. */
  told = 0

  private constructor(get: Get) {
    this.#get = get
  }

  /** Starts with the records of these lists, each with its query. */
  static async start(get: Get, lists: Record<string, string> = {}): Promise<Follower> {
    const follower = new Follower(get)
    await follower.follow()
    for (const [type, query] of Object.entries(lists))
      follower.#records.set(type, new Map((await followedLists(get, type, query)).map((row) => [row.id, row])))
    return follower
  }

  /** Reads on to the end of the log. Failures that a killed server causes are left for the next call. */
  async follow(more = ''): Promise<boolean> {
    for (;;) {
      const { status, body, text } = await this.#get(`/changes?cursor=${this.#cursor}${more}`)
      if (status === 0 || status === 503) return false
      assert.equal(status, 200, text)
      for (const change of body.results.changes) this.#apply(change)
      this.#cursor = body.cursor
      if (!body.more) return true
    }
  }

  #apply({ type, id, change, record }: Values): void {
    this.told += 1
    const known = this.#records.get(type) ?? new Map<number, Values>()
    this.#records.set(type, known)
    if (change === 'deleted' || change === 'hidden') known.delete(id)
    else known.set(id, record)
  }

  /** The records of a type in the order of their ids. */
  records(type: string): Values[] {
    return [...(this.#records.get(type) ?? new Map<number, Values>()).values()].map(lasting).sort((a, b) => a.id - b.id)
  }

  get count(): number {
    return [...this.#records.values()].reduce((sum, known) => sum + known.size, 0)
  }
}

/** All records of a list in the order of their ids. */
export async function followedLists(get: Get, type: string, query: string): Promise<Values[]> {
  const rows: Values[] = []
  for (let page = 1; ; page++) {
    const path = `/${type}${query || '?'}&limit=200&supplemental_data=no&page=${page}`
    const { status, body, text } = await get(path)
    assert.equal(status, 200, text)
    const { results } = body
    rows.push(...Object.values<Values>(Object.values<Values>(results)[0]!))
    if (!body.more) break
  }
  return rows.map(lasting).sort((a, b) => a.id - b.id)
}

/** A record without values that change outside the change log: a person's last activity, and balances of new jobs. */
export function lasting(record: Values): Values {
  const { last_active, pto_balances, ...rest } = record
  if (!pto_balances) return rest
  return { ...rest, pto_balances: Object.fromEntries(Object.entries(pto_balances).filter(([, hours]) => hours !== 0)) }
}
