import { QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { list, listBeside, type Query, type Records, type ResourceName } from './records.ts'
import { ask, Problem } from './request.ts'

/** What changes from day to day; everything else changes only when the company is set up differently. */
const timeResources: ReadonlySet<string> = new Set([
  'timesheets',
  'timesheets_deleted',
  'geolocations',
  'files',
  'notifications',
  'project_notes',
  'project_activities',
  'schedule_events',
  'time_off_requests',
  'time_off_request_entries',
])

/** One store of what the server has said. It holds until the server says that something has changed. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      networkMode: 'offlineFirst',
      retry: (count, error) => count < 2 && (!(error instanceof Problem) || error.status === 0 || error.status >= 500),
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
    queryKey: [timeResources.has(resource) ? 'time' : 'setup', resource, query],
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
    queryKey: [timeResources.has(resource) ? 'time' : 'setup', resource, 'beside', query],
    queryFn: ({ signal }) => listBeside(resource, query, signal),
    ...options,
  })
}

/** The answer of any other path, e.g. of the console or a report. `kind` says with what it changes. */
export function useAnswer<T>(
  kind: 'time' | 'setup',
  path: string,
  query: Query = {},
  options: { enabled?: boolean; method?: 'GET' | 'POST'; body?: unknown } = {},
) {
  const { enabled = true, method = 'GET', body } = options
  return useQuery<T>({
    queryKey: [kind, path, query, body ?? null],
    queryFn: ({ signal }) => ask<T>(method, path, { query, body, signal }),
    enabled,
  })
}

/** A change on the server; afterwards everything shown is asked for anew. Throws Problem into `error`. */
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
