import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { queries, recordsQuery } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { itemsQuery } from '../../components/fields/field_rules.ts'
import { type Jobs, jobsOf, useJobs } from '../../components/jobs/jobs.ts'
import { whenIdle } from '../../components/page/idle.ts'

type Answer = AnswerOf<'GET /api/console/clock'>

/** The jobs that the clock knows, and whether the person has any. */
type ClockJobs = Jobs & { ready: boolean; hasJobs: boolean; error: Error | null; again: () => void }

/**
 * The jobs that a person used recently, and the breaks; all jobs once something has loaded them. The clock must not wait
 * for thousands of jobs.
 */
export function useClockJobs(): ClockJobs {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: ['setup', '/api/console/clock'],
    queryFn: async ({ signal }) => shared(await ask('GET', '/api/console/clock', { signal }), me.user.id),
  })
  const all = useJobs(undefined, false, false)
  useTreeOffline(data !== undefined && !all.ready)
  const recent = useMemo(() => {
    const { jobcodes = [], assigned = [] } = data ?? {}
    return jobsOf(jobcodes as Records['jobcodes'][], idsOf(assigned))
  }, [data])
  const jobs = all.ready ? all : recent
  const hasJobs = all.ready ? all.tree.length > 0 : data?.has_jobs === true
  const ready = all.ready || data !== undefined
  return { ...jobs, hasJobs, ready, error: ready ? null : error, again: () => void refetch() }
}

/** Asks again when an entry has a job that was not among the recent ones. */
export function useNewJobs(entries: readonly { jobId: number }[] | undefined, { byId, ready, again }: ClockJobs): void {
  const missing = ready ? entries?.find(({ jobId }) => jobId !== 0 && !byId.has(jobId))?.jobId : undefined
  // Only once per job, because a deleted job stays unknown.
  const asked = useRef(new Set<number>())
  useEffect(() => {
    if (missing === undefined || asked.current.has(missing)) return
    asked.current.add(missing)
    again()
  }, [missing, again])
}

const known = new WeakMap<readonly number[], { jobcode_id: number }[]>()

/** The same list for the same ids, because `jobsOf` is cached by its inputs. */
function idsOf(ids: readonly number[]): { jobcode_id: number }[] {
  const found = known.get(ids) ?? ids.map((jobcode_id) => ({ jobcode_id }))
  known.set(ids, found)
  return found
}

/** Adds the custom fields to the cache, for the queries that would request them. */
function shared(answer: Answer, userId: number): Answer {
  const { customfields, customfielditems, customfielditem_user_filters: filters } = answer
  const fields = customfields as Records['customfields'][]
  const items = customfielditems as Records['customfielditems'][]
  queries.setQueryData(recordsQuery('customfields', { active: 'yes' }).queryKey, fields)
  const whose = { user_id: userId, include_user_group: true }
  queries.setQueryData(
    recordsQuery('customfielditem_user_filters', whose).queryKey,
    filters as Records['customfielditem_user_filters'][],
  )
  const ids = fields.map(({ id }) => id)
  queries.setQueryData(
    itemsQuery(ids).queryKey,
    ids.map((id) => items.filter(({ customfield_id }) => customfield_id === id)),
  )
  return answer
}

/** Loads all jobs when the device is idle, if they are cached for offline use. */
function useTreeOffline(wanted: boolean): void {
  const { user } = useMe()
  useEffect(() => {
    if (!wanted || !navigator.serviceWorker?.controller) return
    return whenIdle(() => {
      void queries.prefetchQuery(recordsQuery('jobcodes', { active: 'both', type: 'all' }))
      const mine = { user_ids: [user.id], active: 'yes', type: 'all' }
      void queries.prefetchQuery(recordsQuery('jobcode_assignments', mine))
    })
  }, [wanted, user.id])
}
