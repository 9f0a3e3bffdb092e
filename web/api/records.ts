import { batchMax, pageMax } from '../../client/src/facts.ts'
import { t } from '../language.ts'
import type { Beside, QueryValue, Records } from './contract.ts'
import { cacheKey, updateCached } from './offline_cache.ts'
import { type Item, inOrder, type Outcome, outcomesOf, type ResourceName, type Result } from './outcomes.ts'
import { ApiError, askAs, asOneAction, type Sent } from './request.ts'
import { longLists } from './resource_facts.ts'

export type { Beside, Records } from './contract.ts'
export { type Item, type Outcome, only, outcomesOf, type ResourceName } from './outcomes.ts'

/** Filters of a listing, by their API names; lists are sent comma-separated. */
export type Query = Record<string, QueryValue>

/** How a listing is read: until it is aborted, and whether a page shows it, so that a cached answer will do. */
export type Reading = { signal?: AbortSignal | undefined; shown?: boolean }

const pagesMax = 500

/** All matching records, fetched page by page, ordered by id. */
export async function list<R extends ResourceName>(
  resource: R,
  query: Query = {},
  reading: Reading = {},
): Promise<Records[R][]> {
  return (await listBeside(resource, { supplemental_data: 'no', ...query }, reading)).records
}

/** Adds a record that the server just returned to a cached list, which would otherwise be out of date. */
export async function addToCachedList<R extends ResourceName>(
  resource: R,
  query: Query,
  record: Records[R],
): Promise<void> {
  const key = cacheKey(pathOf(resource), pageQuery(resource, { supplemental_data: 'no', ...query }, 1))
  if (!key) return
  await updateCached<Page<Records[R]>>(key, (answer) => ({
    ...answer,
    results: { ...answer.results, [resource]: { ...answer.results[resource], [record.id]: record } },
  }))
}

/** All matching records, with the records they reference. */
export async function listBeside<R extends ResourceName>(
  resource: R,
  query: Query = {},
  reading: Reading = {},
): Promise<{ records: Records[R][]; beside: Beside }> {
  const records: Records[R][] = []
  const beside: Record<string, Record<string, unknown>> = {}
  for (let page = 1; page <= pagesMax; page++) {
    const answer = await askAs<Page<Records[R]>>('GET', pathOf(resource), {
      query: pageQuery(resource, query, page),
      ...reading,
    })
    // An empty map may arrive as a list.
    records.push(...Object.values(answer.results[resource] ?? {}))
    for (const [name, section] of Object.entries(answer.supplemental_data ?? {}))
      beside[name] = { ...beside[name], ...section }
    if (!answer.more) return { records, beside: beside as Beside }
  }
  throw new ApiError(
    0,
    t('There are more than {count} records. Choose a shorter range.', { count: pagesMax * pageMax }),
  )
}

/** The path at which a resource is listed. Long lists have a path with longer pages. */
function pathOf(resource: ResourceName): string {
  return longLists.has(resource) ? `/api/console/lists/${resource}` : `/api/v1/${resource}`
}

function pageQuery(resource: ResourceName, query: Query, page: number): Query {
  return longLists.has(resource) ? { ...query, page } : { ...query, page, limit: pageMax }
}

type Page<T> = {
  results: Record<string, Record<string, T>>
  supplemental_data?: Record<string, Record<string, unknown>>
  more: boolean
}

/**
 * Options of a write: `once` is the idempotency key of a caller that retries; `dry` makes it a dry run; `beside` adds
 * fields to the body next to the items, or to the query of a DELETE; `sent` is what a form has sent before; an update that also `adds` something,
 * such as a note, is done once.
 */
export type WriteOptions = {
  once?: string
  dry?: boolean
  beside?: Record<string, string>
  sent?: Sent | undefined
  adds?: boolean
  signal?: AbortSignal | undefined
}

/** Creates records, 50 per request. Outcomes are in the order of the items. */
export function create<R extends ResourceName>(resource: R, items: readonly Item[], options: WriteOptions = {}) {
  return write<R>('POST', resource, items, options)
}

/** Updates records by id; fields that an item leaves out keep their value. */
export function update<R extends ResourceName>(resource: R, items: readonly Item[], options: WriteOptions = {}) {
  return write<R>('PUT', resource, items, options)
}

/** Deletes records by id. Outcomes are in the order of the ids. */
export function remove(resource: ResourceName, ids: readonly number[], options: WriteOptions = {}) {
  return inBatches<number, Outcome<{ id: number }>>('DELETE', resource, ids, options, async (part, sending) => {
    const query = { ids: part, ...options.beside }
    const answer = await askAs<Answer>('DELETE', `/api/v1/${resource}`, { query, ...sending })
    return outcomesOf(part.map((id) => answer.results[resource]?.[id]))
  })
}

type Answer = { results: Record<string, Record<string, Result>> }

function write<R extends ResourceName>(
  method: 'POST' | 'PUT',
  resource: R,
  items: readonly Item[],
  options: WriteOptions,
): Promise<Outcome<Records[R]>[]> {
  return inBatches(method, resource, items, options, async (data, sending) => {
    const body = { data, ...options.beside }
    const answer = await askAs<Answer>(method, `/api/v1/${resource}`, { body, ...sending })
    return outcomesOf<Records[R]>(inOrder(`${method} ${resource}`, answer.results[resource] ?? {}, data))
  })
}

type Sending = { once?: string; reads?: boolean; headers?: Record<string, string>; signal: AbortSignal | undefined }

/** Sends the items as one action, in consecutive batches of the API's maximum size. */
function inBatches<T, R>(
  method: string,
  resource: ResourceName,
  all: readonly T[],
  { once, dry, beside, sent, adds, signal }: WriteOptions,
  send: (part: readonly T[], sending: Sending) => Promise<R[]>,
): Promise<R[]> {
  const sendAll = async (how: (batch: number) => Omit<Sending, 'signal'>) => {
    const results: R[] = []
    for (let batch = 0; batch * batchMax < all.length; batch++) {
      const part = all.slice(batch * batchMax, (batch + 1) * batchMax)
      results.push(...(await send(part, { ...how(batch), signal })))
    }
    return results
  }
  if (dry) return sendAll(() => ({ reads: true, headers: { 'x-clockhouse-dry-run': 'yes' } }))
  const sendUnder = (key: string) => sendAll((batch) => ({ once: batch === 0 ? key : `${key}-${batch}` }))
  if (once) return sendUnder(once)
  if (all.length > batchMax) return inOneAction<T, R>(method, resource, all, beside)
  return asOneAction(`/api/v1/${resource}`, [method, all, beside], sendUnder, {
    sent,
    setsOnly: method === 'PUT' && !adds,
  })
}

/** More items than a request of the API takes, as one all the same; this code is seldom needed. */
async function inOneAction<T, R>(
  method: string,
  what: ResourceName,
  all: readonly T[],
  beside: WriteOptions['beside'],
) {
  const { actInParts } = await import('./actions.ts')
  const verb = method === 'POST' ? 'create' : method === 'PUT' ? 'update' : 'remove'
  return (await actInParts({ do: verb, what, data: all, ...(beside && { beside }) })) as R[]
}
