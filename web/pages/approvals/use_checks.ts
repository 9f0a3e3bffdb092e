import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/contract.ts'
import { ApiError, ask } from '../../api/request.ts'

/** What the check of a file found, or why the file could not be checked. */
export type Checked = AnswerOf<'GET /api/console/exports/{target}/check'>

/** The dates of a file, and whose time it has if not everyone’s. */
type Covered = { start_date: string; end_date: string; group_ids?: string; user_ids?: string }

const busyStatus = 429
const triesMax = 20

// Another export is running: someone else's, or one that was just canceled.
const retries = {
  retry: (count: number, error: Error) => error instanceof ApiError && error.status === busyStatus && count < triesMax,
  retryDelay: 500,
}

/** Checks files one after the other, because the server creates only a few at a time. */
export function useChecks(targets: readonly string[], { start_date, end_date, group_ids, user_ids }: Covered) {
  const query = { start_date, end_date, ...(group_ids && { group_ids }), ...(user_ids && { user_ids }) }
  return useQuery({
    queryKey: ['time', 'file_checks', targets, query],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Checked>()
      for (const target of targets)
        found.set(
          target,
          await ask('GET', '/api/console/exports/{target}/check', {
            params: { target },
            query,
            signal,
          }),
        )
      return found
    },
    enabled: targets.length > 0,
    placeholderData: keepPreviousData,
    ...retries,
  })
}

/** Checks a file of what a closed pay run paid. */
export function useRunCheck(id: number, target: string) {
  return useQuery({
    queryKey: ['time', 'file_checks', 'run', id, target],
    queryFn: ({ signal }) =>
      ask('GET', '/api/console/pay_runs/{id}/check', { params: { id }, query: { target }, signal }),
    ...retries,
  })
}
