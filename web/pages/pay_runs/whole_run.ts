import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/request.ts'
import type { WholeRun } from './words.ts'

/** A pay run with what it paid, and its files. */
export function useWholeRun(id: number) {
  return useQuery<WholeRun>({
    queryKey: ['time', '/api/console/pay_runs', id],
    queryFn: () => ask('GET', '/api/console/pay_runs/{id}', { params: { id } }),
  })
}

/** The files of what a run pays now, not of what it paid before it was reopened. */
export function currentFiles({ pay_run, files }: WholeRun): WholeRun['files'] {
  return files.filter(({ revision }) => revision === pay_run.revision)
}
