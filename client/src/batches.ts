import { type Api, unwrap } from './connect.ts'
import { ClockhouseError, itemError } from './errors.ts'
import { batchMax, writesKeyedById } from './facts.ts'
import type { BatchPath, DeletePath, DoneOf, ItemOf } from './resource_types.ts'

/** The outcome of one item: the record as the server returned it, or why the item was refused. */
export type Outcome<Item, Done> =
  | { readonly ok: true; readonly item: Item; readonly record: Done }
  | { readonly ok: false; readonly item: Item; readonly error: ClockhouseError }

type Result = { _status_code: number; _status_message?: string; _status_extra?: string; id?: number | string }
type Results = Record<string, Result>

type Send = (path: string, init: object) => ReturnType<Api['POST']>

/** Creates records, at most 50 per request, and returns the outcomes in the order of the items. */
export function createAll<P extends BatchPath<'post'>>(
  api: Api,
  path: P,
  items: readonly ItemOf<P, 'post'>[],
  options: BatchOptions = {},
): Promise<Outcome<ItemOf<P, 'post'>, DoneOf<P, 'post'>>[]> {
  const send = api.POST as unknown as Send
  return inBatches(items, (data) => send(path, initOf(data, options)), outcomesOf(`POST ${path.slice(1)}`))
}

/** Updates records, at most 50 per request, and returns the outcomes in the order of the items. */
export function updateAll<P extends BatchPath<'put'>>(
  api: Api,
  path: P,
  items: readonly ItemOf<P, 'put'>[],
  options: BatchOptions = {},
): Promise<Outcome<ItemOf<P, 'put'>, DoneOf<P, 'put'>>[]> {
  const send = api.PUT as unknown as Send
  return inBatches(items, (data) => send(path, initOf(data, options)), outcomesOf(`PUT ${path.slice(1)}`))
}

/** Deletes records by id, at most 50 per request, and returns the outcomes in the order of the ids. */
export function deleteAll<P extends DeletePath>(
  api: Api,
  path: P,
  ids: readonly number[],
  { signal, headers }: BatchOptions = {},
): Promise<Outcome<number, DoneOf<P, 'delete'>>[]> {
  const send = api.DELETE as unknown as Send
  const more = { ...(signal ? { signal } : {}), ...(headers ? { headers } : {}) }
  return inBatches(
    ids,
    (some) => send(path, { params: { query: { ids: some.join() } }, ...more }),
    (some, results) => some.map((id) => results[String(id)]),
  )
}

/** Returns the records of outcomes. Throws the error of the first refused item. */
export function allDone<Item, Done>(outcomes: readonly Outcome<Item, Done>[]): Done[] {
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.record
  })
}

/** Options of a write in batches. */
export type BatchOptions = {
  readonly signal?: AbortSignal
  /** Headers of each request, such as `x-clockhouse-dry-run`. */
  readonly headers?: Readonly<Record<string, string>>
}

function initOf(data: readonly unknown[], { signal, headers }: BatchOptions): object {
  return { body: { data }, ...(signal ? { signal } : {}), ...(headers ? { headers } : {}) }
}

/**
 * If a whole request is refused, its error is the outcome of its items and of all later items, which are not sent. The
 * outcomes of earlier requests are kept.
 */
async function inBatches<Item, Done>(
  items: readonly Item[],
  send: (some: readonly Item[]) => ReturnType<Send>,
  inOrder: (some: readonly Item[], results: Results) => (Result | undefined)[],
): Promise<Outcome<Item, Done>[]> {
  const outcomes: Outcome<Item, Done>[] = []
  for (let start = 0; start < items.length; start += batchMax) {
    const some = items.slice(start, start + batchMax)
    try {
      const results = mapIn(await unwrap(send(some)))
      inOrder(some, results).forEach((result, index) => {
        outcomes.push(outcomeOf(some[index]!, result))
      })
    } catch (error) {
      if (!(error instanceof ClockhouseError)) throw error
      return [...outcomes, ...items.slice(start).map((item) => ({ ok: false as const, item, error }))]
    }
  }
  return outcomes
}

function outcomeOf<Item, Done>(item: Item, result: Result | undefined): Outcome<Item, Done> {
  if (!result) return { ok: false, item, error: new ClockhouseError('the answer lacks this item', { status: 200 }) }
  if (result._status_code >= 300) return { ok: false, item, error: itemError(result) }
  return { ok: true, item, record: result as Done }
}

/** The results are in a map, which for a few resources is not named after the resource. */
function mapIn(answer: unknown): Results {
  const { results } = answer as { results: Record<string, unknown> }
  const map = Object.values(results).find((value) => typeof value === 'object' && value !== null)
  return (map ?? {}) as Results
}

/** Finds the result of each item: by its position, starting at 1, or by id for writes whose results are keyed by id. */
function outcomesOf(write: string): (some: readonly unknown[], results: Results) => (Result | undefined)[] {
  if (!writesKeyedById.has(write)) return (some, results) => some.map((_, index) => results[String(index + 1)])
  if (write.startsWith('POST')) return createdById
  return (some, results) =>
    some.map((item, index) => results[String((item as { id?: number }).id)] ?? results[String(index + 1)])
}

/** New ids ascend in the order of the items; only refused items are keyed by position. */
function createdById(some: readonly unknown[], results: Results): (Result | undefined)[] {
  const isDone = ({ _status_code }: Result) => _status_code < 300
  const done = Object.values(results)
    .filter(isDone)
    .sort((a, b) => Number(a.id) - Number(b.id))
  return some.map((_, index) => {
    const own = results[String(index + 1)]
    return own && !isDone(own) ? own : done.shift()
  })
}
