import { isRecord } from '../engine/fields.ts'
import type { Item } from '../engine/table.ts'
import { messageOf } from '../rules/thrown.ts'
import { parseInstant } from '../rules/time/calendar.ts'
import { type Account, endsRun, pagesOf, partsOf } from './account.ts'
import { type Known, type List, queryFor } from './lists.ts'
import { vendorZone } from './shapes.ts'

/** A record that differs between the two sides. `fields` is empty if one side does not have the record. */
export type Difference = {
  list: string
  id: number
  missing?: 'a' | 'b'
  fields: { name: string; a: unknown; b: unknown }[]
  part: number
}

/** The result of comparing a list: records on each side, and differences by kind. */
export type Compared = {
  list: string
  a: number
  b: number
  onlyA: number
  onlyB: number
  different: number
  /** How many records differ in a field. */
  fields: Record<string, number>
  /** Why the list could not be compared. */
  failed?: string
}

/** How values are compared. */
export type Strictness = {
  /** exact: as JSON. meaning: forms of the same value count as equal, such as 5 and "5", or "", null and []. */
  equal: 'exact' | 'meaning'
  /** Ignores properties that only one side has, for example because of a different API version. */
  shared: boolean
}

/** The most records that only one side has shown so far; with different orders, the comparison ends here. */
const waitingMax = 50_000

/** Compares a list of two accounts record by record, with only one page of each side in memory while they agree. */
export async function compareList(
  { a, b, known }: { a: Account; b: Account; known: Known },
  list: List,
  range: { since: string; from: string },
  strictness: Strictness,
  tell: (difference: Difference) => void,
): Promise<Compared> {
  const result: Compared = { list: list.name, a: 0, b: 0, onlyA: 0, onlyB: 0, different: 0, fields: {} }
  try {
    for (const [part, value] of (await partsOf(list, known)).entries()) {
      const query = queryFor(list, value, range)
      await comparePart(
        { a: pagesOf(a, list, query), b: pagesOf(b, list, query) },
        { list, part, strictness, result, tell },
      )
    }
  } catch (error) {
    if (!(error instanceof TooDifferent) && endsRun(error)) throw error
    result.failed = messageOf(error)
  }
  return result
}

/** The order or the records of the two sides are too different to be compared page by page. */
class TooDifferent extends Error {}

type Part = {
  list: List
  part: number
  strictness: Strictness
  result: Compared
  tell: (difference: Difference) => void
}

async function comparePart(
  { a, b }: Record<'a' | 'b', AsyncGenerator<Item[]>>,
  { list, part, strictness, result, tell }: Part,
): Promise<void> {
  const waiting = { a: new Map<unknown, Item>(), b: new Map<unknown, Item>() }
  const take = (side: 'a' | 'b', records: readonly Item[]) => {
    const other = waiting[side === 'a' ? 'b' : 'a']
    for (const record of records) {
      result[side] += 1
      const twin = other.get(record.id)
      other.delete(record.id)
      if (!twin) waiting[side].set(record.id, record)
      else {
        const fields = differingFields(side === 'a' ? record : twin, side === 'a' ? twin : record, list, strictness)
        if (fields.length > 0) tell({ list: list.name, id: Number(record.id), fields, part })
        if (fields.length > 0) result.different += 1
        for (const { name } of fields) result.fields[name] = (result.fields[name] ?? 0) + 1
      }
    }
    if (waiting[side].size > waitingMax) throw new TooDifferent(`more than ${waitingMax} records are on one side only`)
  }
  for (let [more, others] = [true, true]; more || others; ) {
    const [one, two] = await Promise.all([more ? a.next() : undefined, others ? b.next() : undefined])
    more = one?.done === false
    others = two?.done === false
    take('a', one?.value ?? [])
    take('b', two?.value ?? [])
  }
  result.onlyA += waiting.a.size
  result.onlyB += waiting.b.size
  for (const id of waiting.a.keys()) tell({ list: list.name, id: Number(id), missing: 'b', fields: [], part })
  for (const id of waiting.b.keys()) tell({ list: list.name, id: Number(id), missing: 'a', fields: [], part })
}

/** The properties in which two records differ, by name. */
export function differingFields(
  a: Item,
  b: Item,
  { may = [] }: Pick<List, 'may'>,
  { equal, shared }: Strictness,
): Difference['fields'] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  const form = equal === 'exact' ? (value: unknown) => value : meaning
  return names
    .filter((name) => !may.includes(name))
    .filter((name) => !shared || (name in a && name in b))
    .filter((name) => ordered(form(a[name])) !== ordered(form(b[name])))
    .map((name) => ({ name, a: a[name], b: b[name] }))
}

/** JSON with properties in alphabetical order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

const nothing = new Set(['', '0', '0000-00-00', '2000-01-01', 'null', 'false'])

/** A single form for all equivalent forms of a value. */
function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(meaning)
  if (isRecord(value)) {
    const entries = Object.entries(value)
      .map(([name, part]) => [name, meaning(part)] as const)
      .filter(([, part]) => part !== '')
    return entries.length === 0 ? '' : Object.fromEntries(entries)
  }
  const text = String(value ?? '')
  if (nothing.has(text)) return ''
  if (text === 'true') return '1'
  const instant = typeof value === 'string' ? parseInstant(value) : undefined
  return instant ? instant.instant : vendorZone(text.trim())
}
