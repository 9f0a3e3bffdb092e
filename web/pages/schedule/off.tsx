import { Palmtree } from 'lucide-react'
import type { Records } from '../../api/records.ts'
import { timeText } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { useBoard } from './board.ts'

/** Time off in a cell of the schedule, approved or requested. */
export function OffPill({ entry }: { entry: Records['time_off_request_entries'] }) {
  const { jobOf, timeFormat } = useBoard()
  const asked = entry.status === 'pending'
  const kind = jobOf(entry.jobcode_id).name || t('Time off')
  const { start_time, end_time, tz_string } = entry
  return (
    <span className="schedule-off" data-asked={asked || undefined}>
      <Palmtree size={14} aria-hidden="true" />
      <span>
        {asked ? t('{kind} requested', { kind }) : kind}
        {entry.entry_method === 'regular' &&
          ` ${timeText(start_time, tz_string, timeFormat)} – ${timeText(end_time, tz_string, timeFormat)}`}
      </span>
    </span>
  )
}
