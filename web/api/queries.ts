import { QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, PathOf, QueryOf } from './contract.ts'
import { list, listBeside, type Query, type Records, type ResourceName } from './records.ts'
import { ApiError, askAs } from './request.ts'
import { volatileResources } from './resource_facts.ts'

/** One store of what the server has said. It holds until the server says that something has changed. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      networkMode: 'offlineFirst',
      retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Every record of a resource that matches. Refreshed by itself when something changes. */
export function useRecords<R extends ResourceName>(
  resource: R,
  query: Query = {},
  options: { enabled?: boolean } = {},
) {
  return useQuery({ ...recordsQuery(resource, query), ...options })
}

/** What `useRecords` asks, for `useQueries`, where how many there are is not known beforehand. */
export function recordsQuery<R extends ResourceName>(resource: R, query: Query = {}) {
  return queryOptions<Records[R][]>({
    queryKey: [volatileResources.has(resource) ? 'time' : 'setup', resource, query],
    queryFn: ({ signal }) => list(resource, query, signal),
  })
}

/** The same, with what the records refer to: `{records, beside}`. */
export function useRecordsBeside<R extends ResourceName>(
  resource: R,
  query: Query = {},
  options: { enabled?: boolean } = {},
) {
  return useQuery({
    queryKey: [volatileResources.has(resource) ? 'time' : 'setup', resource, 'beside', query],
    queryFn: ({ signal }) => listBeside(resource, query, signal),
    ...options,
  })
}

/** The answer of any other path, e.g. of the app's own API or a report. `kind` says with what it changes. */
export function useAnswer<P extends PathOf<'GET'>>(
  kind: 'time' | 'setup',
  path: P,
  query?: QueryOf<`GET ${P}`>,
  options: { enabled?: boolean } = {},
) {
  return useQuery<AnswerOf<`GET ${P}`>>({
    queryKey: [kind, path, query ?? {}],
    queryFn: ({ signal }) => askAs('GET', path, { query, signal }),
    ...options,
  })
}

/** A change on the server; afterwards everything shown is asked for anew. Throws ApiError into `error`. */
export function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation<Output, Error, Input>({
    mutationFn: change,
    // Not waited for: what was deleted would be gone from the page before it could say so.
    onSettled: () => {
      void client.invalidateQueries()
    },
  })
}

/** Asks anew for what is shown: all of it, or only what follows from time that was worked. */
export function refresh(kind?: 'time'): Promise<void> {
  return queries.invalidateQueries(kind ? { queryKey: [kind] } : {})
}
