import type { Jobs } from '../../components/jobs.ts'
import type { Entry } from './entries.ts'

/** Whether a person can go on with an entry: finished work, on a job that they may still use. */
export function mayContinue({ jobId, end }: Pick<Entry, 'jobId' | 'end'>, { byId, mayUse }: Jobs): boolean {
  const kind = byId.get(jobId)?.kind ?? 'regular'
  return end !== '' && kind === 'regular' && (jobId === 0 || mayUse(jobId))
}

/** The name under which a page hands an entry to the clock to go on with. Only the app itself can set it. */
const handed = 'continue'

/** The state of the address of the clock that goes on with an entry. */
export function stateToContinue(id: number): object {
  return { [handed]: id }
}

/** Takes the entry that was handed to the clock; it is handed once. */
export function takeContinued(): number | undefined {
  const { [handed]: id, ...rest } = history.state ?? {}
  if (typeof id !== 'number') return undefined
  history.replaceState(rest, '')
  return id
}
