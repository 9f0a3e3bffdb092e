import type { Rounding } from '../../../../src/rules/time/rounding.ts'
import { useJobs } from '../../../components/jobs/jobs.ts'
import type { Draft } from '../entry/draft.ts'
import type { Owner } from '../week/owner.ts'
import { roundingOn } from './rounding.ts'

/** How the hours of an entry that is being edited are rounded. Time off is not rounded. */
export function useRounding(owner: Owner, { jobId, span }: Pick<Draft, 'jobId' | 'span'>): Rounding | undefined {
  const { byId } = useJobs(owner.user.id)
  return jobId !== undefined && byId.get(jobId)?.kind === 'pto' ? undefined : roundingOn(owner, span.date)
}
