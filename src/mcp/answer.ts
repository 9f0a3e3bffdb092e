import { Refusal } from '../engine/errors.ts'
import type { Item } from '../engine/table.ts'
import { type ApiAccess, readPage } from './access.ts'

// Answers have to fit an assistant's context: 10,000 tokens, which are about 40,000 characters of JSON.

/** The most characters of an answer. */
const answerMax = 38_000

/** The most characters of a text in a list, and the rows up to which texts are complete. */
const textMax = 300
const completeRows = 5

const hint = 'There is more: call again with this cursor, or ask for less.'

/** The rows of a list, by the name that they have in the answer, and what the answer says besides. */
type Listed = { name: string; rows: readonly Item[]; rest?: Item }

/** A part of a list that the tool has as a whole. The cursor is the number of rows before it. */
export function fitted(
  { name, rows, rest = {} }: Listed,
  { cursor, limit }: { cursor?: unknown; limit: number },
): string {
  const from = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(from) || from < 0) throw new Refusal(417, 'not_whole', { field: 'cursor' })
  const wanted = rows.slice(from, from + limit)
  const fits = fitting(wanted, rest)
  const shown = fits.length
  const more = from + shown < rows.length
  const total = more || from > 0 ? { rows_in_all: rows.length } : {}
  return JSON.stringify({ [name]: fits, ...rest, ...total, ...(more && { more, cursor: String(from + shown), hint }) })
}

/** A page of a list of the API. `print` makes the rows of the answer and what it says besides. */
type Paged = {
  path: string
  filters: Item
  name: string
  print: (body: Body) => Promise<{ rows: readonly Item[]; rest?: Item }>
}

/** A response of the API to a list. */
// biome-ignore lint/suspicious/noExplicitAny: the records of any list
export type Body = { results: Record<string, any>; supplemental_data?: Record<string, any>; more: boolean }

/** A page of a list of the API, as many rows as fit. The cursor is the API's. */
export async function fittedPage(
  api: ApiAccess,
  { path, filters, name, print }: Paged,
  { cursor, limit }: { cursor?: unknown; limit: number },
): Promise<string> {
  for (let size = limit; ; ) {
    const { body, next } = await readPage(api, path, { ...filters, limit: size, cursor })
    // The address of a next page may be too long to be given.
    if (body.more && next === null) throw new Refusal(417, 'tool_asks_too_much')
    const { rows, rest = {} } = await print(body)
    const fits = fitting(rows, rest)
    // The API's cursor is where its page ends, so the page has to end with the last row that fits.
    if (fits.length === rows.length)
      return JSON.stringify({ [name]: fits, ...rest, ...(next !== null && { more: true, cursor: next, hint }) })
    size = fits.length
  }
}

/** The longest texts and lists in a row, for one that is too long at first. */
const cuts = [
  { text: textMax, list: 50 },
  { text: 100, list: 10 },
  { text: 30, list: 3 },
]

/** The first rows that fit, shortened; the first one always does. */
function fitting(rows: readonly Item[], rest: Item): Item[] {
  let room = answerMax - JSON.stringify(rest).length - hint.length - 200
  const usual = rows.length <= completeRows ? { text: answerMax, list: answerMax } : { text: textMax, list: answerMax }
  const found: Item[] = []
  for (const row of rows) {
    const versions = [usual, ...(found.length === 0 ? cuts : [])].map((cut) => shortened(row, cut))
    const fits = versions.find((version) => lengthOf(version) <= room)
    if (!fits) break
    found.push(fits)
    room -= lengthOf(fits)
  }
  return found.length === 0 ? rows.slice(0, 1).map(({ id }) => ({ id, too_long: true })) : found
}

/** The characters of a row in a list. */
function lengthOf(row: Item): number {
  return JSON.stringify(row).length + 1
}

type Cut = { text: number; list: number }

/** A value with long texts and lists cut, which then say so. */
function shortened<T>(value: T, cut: Cut): T
function shortened(value: unknown, cut: Cut): unknown {
  if (typeof value === 'string')
    return value.length <= cut.text
      ? value
      : `${value.slice(0, cut.text)}… (${value.length - cut.text} more characters)`
  if (Array.isArray(value)) {
    const some = value.slice(0, cut.list).map((inner) => shortened(inner, cut))
    return value.length <= cut.list ? some : [...some, `… (${value.length - cut.list} more)`]
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const some = entries.slice(0, cut.list).map(([key, inner]) => [key, shortened(inner, cut)])
  return Object.fromEntries(entries.length <= cut.list ? some : [...some, ['…', `${entries.length - cut.list} more`]])
}

/** A record without what is empty, so that an answer has room for more of them. */
export function filled(record: Item): Item {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)))
}

/** Seconds as hours with two decimals. */
export function hoursOf(seconds: number): number {
  return Math.round(seconds / 36) / 100
}
