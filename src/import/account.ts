import { isRecord } from '../engine/fields.ts'
import type { Values } from '../engine/table.ts'
import { type Known, type List, listNamed, type Part, queryFor } from './lists.ts'
import type { Problem } from './read_record.ts'

/** An account that can be read by the API: over the network, or in this database. */
export interface Account {
  /** The body of the answer to GET /api/v1/{path}. Throws an AnswerError if it is not 200 with a JSON object. */
  get(path: string, query: Readonly<Record<string, string>>): Promise<Values>
}

/** A source answered something else than what was asked for. */
export class AnswerError extends Error {
  /** 0 where there was no answer at all. */
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What ends a run: no connection, a token that is not taken, an account that is closed, a limit that stays. */
const endings = [0, 401, 402, 429, 499]

/** Whether asking for anything else makes no sense after this error either. */
export function endsRun(error: unknown): boolean {
  return !(error instanceof AnswerError) || endings.includes(error.status)
}

/** Records per page: the most that the API allows. */
export const pageSize = 200

/** Pages per part of a list; a source that goes on for longer is not believed. */
export const pagesMax = 100_000

/** A page of a list. `last` when no page follows. */
export type Page = { records: Values[]; body: Values; last: boolean; problems: Problem[] }

/** Reads a page. `supplemental`: with the records that it refers to. */
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
  const more = body.more ?? (body.results as Values).more
  return { records, body, last: more !== true || records.length === 0, problems }
}

/** The records of an answer; anything else becomes a problem. */
function recordsIn(body: Values, list: List, problems: Problem[]): Values[] {
  const map = isRecord(body.results) ? body.results[list.resource] : undefined
  if (Array.isArray(map) && map.length === 0) return []
  if (!isRecord(map)) throw new AnswerError(200, `results.${list.resource} must be an object`)
  return Object.entries(map).flatMap(([key, record]) => {
    if (isRecord(record)) return [record]
    problems.push({ list: list.name, id: Number(key) || 0, message: 'the record is no object' })
    return []
  })
}

/** Whether two pages hold the same records, as of a source that ignores the number of the page. */
export function isSamePage(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((id, index) => id === b[index])
}

/** Pages of a part of a list, to the end or until one repeats the one before. */
export async function* pagesOf(account: Account, list: List, query: Record<string, string>): AsyncGenerator<Values[]> {
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

/** The parts of a list; one, if it has none. */
export async function partsOf(list: List, known: Known): Promise<(Part | undefined)[]> {
  return list.parts ? list.parts(known) : [undefined]
}

/** Reads the ids that other lists are asked for by from the account itself, once. */
export function knownFrom(account: Account): Known {
  const read = new Map<string, Promise<number[]>>()
  const all = async (name: string) => {
    const ids: number[] = []
    const list = listNamed(name)
    try {
      for await (const records of pagesOf(account, list, queryFor(list, undefined, { since: '', from: '' })))
        for (const { id } of records) if (Number.isInteger(id)) ids.push(id)
    } catch (error) {
      // Reading the list itself says what is wrong with it.
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
