import { useMemo } from 'react'
import { inOrder } from '../../components/listing/order.ts'
import { Dot } from '../../components/people/person.tsx'
import { t } from '../../language.ts'
import { useBoard } from './board.ts'
import type { Shift } from './shift/shifts.ts'

/** More would be a list of all jobs. */
const jobsMax = 12

/** What the colors stand for: the dots are jobs; a block has its job’s color, or its own. */
export function Legend({ shifts }: { shifts: readonly Shift[] }) {
  const { jobOf } = useBoard()
  const jobs = useMemo(() => {
    const ids = [...new Set(shifts.map(({ record }) => record.jobcode_id))].filter((id) => id !== 0)
    return ids.map((id) => ({ id, name: jobOf(id).name })).sort((a, b) => inOrder(a.name, b.name))
  }, [shifts, jobOf])
  if (jobs.length === 0) return null
  const more = jobs.length - jobsMax
  return (
    <div className="schedule-legend">
      <span className="quiet">{t('Dots are jobs; a block has the color of its job, or its own.')}</span>
      <ul aria-label={t('Jobs')}>
        {jobs.slice(0, jobsMax).map(({ id, name }) => (
          <li key={id}>
            <Dot id={id} /> {name}
          </li>
        ))}
        {more > 0 && <li className="quiet">{t('… and {count} more', { count: more })}</li>}
      </ul>
    </div>
  )
}
