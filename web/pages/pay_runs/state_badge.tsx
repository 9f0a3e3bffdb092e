import { t } from '../../language.ts'
import { type Run, stateWords } from './words.ts'

const kinds = { open: 'warn', closed: 'good', sent: 'good' } as const

/** The state of a run. */
export function StateBadge({ run: { state } }: { run: Pick<Run, 'state'> }) {
  return <span className={`badge ${kinds[state]}`}>{t(stateWords[state])}</span>
}
