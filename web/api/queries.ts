import {
  keepPreviousData,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { byName } from '../components/people/names.ts'
import { shows } from './changes.ts'
import { isTryingAgain, tryLater, whenBack } from './connection.ts'
import type { AnswerOf, PathOf, QueryOf } from './contract.ts'
import { useMeaning } from './intents.ts'
import { list, listBeside, type Query, type Records, type ResourceName } from './records.ts'
import { askAs, isLost, type Sent } from './request.ts'
import { volatileResources } from './resource_facts.ts'

/** The query cache. An answer stays valid until the server says that something has changed. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => isLost(error) && tryLater() }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      networkMode: 'offlineFirst',
      // Offline, a retry would wait for the network, and the page with it.
      retry: (count, error) => count < 2 && !isTryingAgain() && navigator.onLine && isLost(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Answers that arrive within a frame are shown together, so that a page is rendered once for them. The last one is shown
 * at once.
 */
const frameMilliseconds = 16
const waiting: (() => void)[] = []
notifyManager.setScheduler((show) => {
  const isLast = queries.isFetching() === 0
  if (waiting.push(show) === 1 || isLast) setTimeout(showAll, isLast ? 0 : frameMilliseconds)
})

function showAll(): void {
  for (const show of waiting.splice(0))
    try {
      show()
    } catch (error) {
      // The others are shown all the same.
      reportError(error)
    }
}

whenBack(() =>
  queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null && isLost(state.error) }),
)

/**
 * All matching records of a resource, people by name, with what presses mean whose answers are on their way. Refetched
 * automatically when something changes.
 */
export function useRecords<R extends ResourceName>(
  resource: R,
  query: Query = {},
  options: { enabled?: boolean } = {},
) {
  const select = useMeaning(resource, query)
  return useQuery({ ...recordsQuery(resource, query), ...(select && { select }), ...options })
}

/** The query behind `useRecords`, for `useQueries` when the number of queries varies. */
export function recordsQuery<R extends ResourceName>(resource: R, query: Query = {}) {
  return queryOptions<Records[R][]>({
    queryKey: [volatileResources.has(resource) ? 'time' : 'setup', resource, query],
    queryFn: async ({ signal }) => ordered(resource, await list(resource, query, { signal, shown: true })),
  })
}

/** The API lists records by id. People are shown by name everywhere. */
function ordered<R extends ResourceName>(resource: R, records: Records[R][]): Records[R][] {
  return resource === 'users' ? ((records as Records['users'][]).sort(byName) as Records[R][]) : records
}

/**
 * Like `useRecords`, with the records they reference: `{records, beside}`. With `keep`, the previous answer stays while
 * the next one loads.
 */
export function useRecordsBeside<R extends ResourceName>(
  resource: R,
  query: Query = {},
  { keep, ...options }: { enabled?: boolean; keep?: true } = {},
) {
  return useQuery({
    queryKey: [volatileResources.has(resource) ? 'time' : 'setup', resource, 'beside', query],
    queryFn: ({ signal }) => listBeside(resource, query, { signal, shown: true }),
    ...(keep && { placeholderData: keepPreviousData as never }),
    ...options,
  })
}

/**
 * The answer of any other path, such as the app's own API or a report. `kind` says which changes make it stale; with
 * `keep`, the previous answer stays while the next one loads.
 */
export function useAnswer<P extends PathOf<'GET'>>(
  kind: 'time' | 'setup',
  path: P,
  query?: QueryOf<`GET ${P}`>,
  { keep, ...options }: { enabled?: boolean; keep?: true } = {},
) {
  return useQuery<AnswerOf<`GET ${P}`>>({
    queryKey: [kind, path, query ?? {}],
    queryFn: ({ signal }) => askAs('GET', path, { query, signal, shown: true }),
    ...(keep && { placeholderData: keepPreviousData as never }),
    ...options,
  })
}

/** Adds an answer that is already known to the cache, so no request is sent for it. */
export function noteAnswer<P extends PathOf<'GET'>>(
  kind: 'time' | 'setup',
  path: P,
  query: QueryOf<`GET ${P}`>,
  answer: AnswerOf<`GET ${P}`>,
): void {
  queries.setQueryData([kind, path, query ?? {}], answer)
}

/**
 * A write to the server, after which everything on screen is refetched. `error` holds its ApiError. What makes something
 * passes on what was `sent` before.
 */
export function useChange<Input, Output>(change: (input: Input, sent: Sent) => Promise<Output>) {
  const client = useQueryClient()
  const [sent] = useState<Sent>({})
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => change(input, sent),
    // Not awaited: a deleted record would vanish from the page before it could say so.
    onSettled: () => {
      void client.invalidateQueries()
    },
  })
}

/**
 * Refetches what is on screen, everything or only what depends on time entries, and waits until it is shown. With
 * `cancelRefetch: false`, joins a refetch that is under way.
 */
export async function refresh(kind?: 'time', options: { cancelRefetch?: boolean } = {}): Promise<void> {
  await queries.invalidateQueries(kind ? { queryKey: [kind] } : {}, options)
  // Answers are shown a moment after they arrive. Until then, a page keeps what it shows in their place.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}

/** Refetches whatever on screen shows any of the changed tables. */
export function refreshChanged(changed: readonly string[]): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => shows(queryKey, changed) })
}
