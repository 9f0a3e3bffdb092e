import type { Jobs } from '../../components/jobs/jobs.ts'
import type { Entry } from './entries.ts'

/** Whether a person can continue an entry: it is finished work on a job that they may still use. */
export function mayContinue({ jobId, end }: Pick<Entry, 'jobId' | 'end'>, { byId, mayUse }: Jobs): boolean {
  const kind = byId.get(jobId)?.kind ?? 'regular'
  return end !== '' && kind === 'regular' && (jobId === 0 || mayUse(jobId))
}

/** The name under which a page passes the clock an entry to continue. Only the app itself can set it. */
const handed = 'continue'

/** The history state with which the clock continues an entry. */
export function stateToContinue(id: number): object {
  return { [handed]: id }
}

/** Takes the entry that was passed to the clock. It can be taken only once. */
export function takeContinued(): number | undefined {
  const { [handed]: id, ...rest } = history.state ?? {}
  if (typeof id !== 'number') return undefined
  history.replaceState(rest, '')
  return id
}
