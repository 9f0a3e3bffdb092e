import { useMemo } from 'react'
import { useRecords } from '../../api/queries.ts'
import type { Records } from '../../api/records.ts'
import { isBreak, type Job, useJobs } from '../jobs/jobs.ts'
import type { Option } from '../listing/checklist.tsx'
import { inOrder } from '../listing/order.ts'
import { nameOf } from '../people/names.ts'

// Options are undefined until they have loaded, so that a list does not say meanwhile that there are none.

/** Options for all active people, described by their group. */
export function usePeopleOptions(): Option[] | undefined {
  const users = useRecords('users', { active: 'yes' })
  const groups = useRecords('groups', { active: 'yes' })
  return useMemo(() => {
    const names = new Map((groups.data ?? []).map(({ id, name }) => [id, name]))
    return users.data?.map((user) => ({ id: user.id, name: nameOf(user), about: names.get(user.group_id) }))
  }, [users.data, groups.data])
}

/** Options for all active groups. */
export function useGroupOptions(): Option[] | undefined {
  const groups = useRecords('groups', { active: 'yes' })
  return useMemo(() => groups.data?.map(({ id, name }) => ({ id, name })), [groups.data])
}

/** Options for the active jobs by path, without breaks; `keeps` filters them. */
export function useJobOptions(keeps: (job: Records['jobcodes']) => boolean = everything): Option[] | undefined {
  const { byId, ready } = useJobs()
  return useMemo(() => (ready ? jobOptions([...byId.values()], keeps) : undefined), [byId, ready, keeps])
}

function everything(): boolean {
  return true
}

function jobOptions(jobs: readonly Job[], keeps: (job: Records['jobcodes']) => boolean): Option[] {
  return jobs
    .filter((job) => job.active && !isBreak(job) && keeps(job.record))
    .map(({ id, path, record }) => ({ id, name: path, about: record.short_code || undefined }))
    .sort((a, b) => inOrder(a.name, b.name))
}
