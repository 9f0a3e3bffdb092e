import { isRecord } from '../engine/fields.ts'
import type { Item } from '../engine/table.ts'
import { type Known, type List, listNamed, type Part, queryFor } from './lists.ts'
import type { Problem } from './read_record.ts'

/** An account that can be read through the API: over the network, or in this database. */
export interface Account {
  /** The body of the response to GET /api/v1/{path}. Throws an AnswerError unless it is 200 with a JSON object. */
  get(path: string, query: Readonly<Record<string, string>>): Promise<Item>
}

/** A source returned something unexpected. */
export class AnswerError extends Error {
  /** 0 if there was no response. */
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Statuses that end a run: no connection, a refused token, a closed account, a lasting limit. */
const endings = [0, 401, 402, 429, 499]

/** Whether further requests make no sense after this error. */
export function endsRun(error: unknown): boolean {
  return !(error instanceof AnswerError) || endings.includes(error.status)
}

/** Records per page: the most that the API allows. */
export const pageSize = 200

/** The most pages per part of a list; a source with more must be faulty. */
export const pagesMax = 100_000

/** A page of a list. `last` if no page follows. */
export type Page = { records: Item[]; body: Item; last: boolean; problems: Problem[] }

/** Reads a page. `supplemental`: including the records that it refers to. */
export async function readPage(
  account: Account,
  list: List,
  query: Readonly<Record<string, string>>,
  page: number,
): Promise<Page> {
  const body = await account.get(list.resource, {
    ...query,
    supplemental_data: list.beside ? 'yes' : 'no',
    limit: String(pageSize),
    page: String(page),
  })
  const problems: Problem[] = []
  const records = recordsIn(body, list, problems)
  const more = body.more ?? (isRecord(body.results) ? body.results.more : undefined)
  return { records, body, last: more !== true || records.length === 0, problems }
}

/** The records in a response; anything else becomes a problem. */
function recordsIn(body: Item, list: List, problems: Problem[]): Item[] {
  const map = isRecord(body.results) ? body.results[list.resource] : undefined
  if (Array.isArray(map) && map.length === 0) return []
  if (!isRecord(map)) throw new AnswerError(200, `results.${list.resource} must be an object`)
  return Object.entries(map).flatMap(([key, record]) => {
    if (isRecord(record)) return [record]
    problems.push({ list: list.name, id: Number(key) || 0, message: 'the record is not an object' })
    return []
  })
}

/** Whether two pages have the same records, as from a source that ignores the page number. */
export function isSamePage(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((id, index) => id === b[index])
}

/** The pages of a part of a list, to the end or until one repeats the previous one. */
export async function* pagesOf(account: Account, list: List, query: Record<string, string>): AsyncGenerator<Item[]> {
  let before: unknown[] = []
  for (let page = 1; page <= pagesMax; page++) {
    const { records, last } = await readPage(account, list, query, page)
    const ids = records.map(({ id }) => id)
    if (isSamePage(ids, before)) return
    before = ids
    yield records
    if (last) return
  }
}

/** The parts of a list; a single one if it is not divided. */
export async function partsOf(list: List, known: Known): Promise<(Part | undefined)[]> {
  return list.parts ? list.parts(known) : [undefined]
}

/** Reads the ids for requesting other lists from the account itself, once. */
export function knownFrom(account: Account): Known {
  const read = new Map<string, Promise<number[]>>()
  const all = async (name: string) => {
    const ids: number[] = []
    const list = listNamed(name)
    try {
      for await (const records of pagesOf(account, list, queryFor(list, undefined, { since: '', from: '' })))
        for (const { id } of records) if (typeof id === 'number' && Number.isInteger(id)) ids.push(id)
    } catch (error) {
      // Reading the list itself will report what is wrong with it.
      if (endsRun(error)) throw error
    }
    return ids
  }
  return (resource) => {
    const found = read.get(resource) ?? all(resource)
    read.set(resource, found)
    return found
  }
}
