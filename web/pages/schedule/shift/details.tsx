import { CalendarDays, Clock, MapPin, StickyNote, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { localDate } from '../../../../src/rules/time/calendar.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Dot } from '../../../components/people/person.tsx'
import { type TimeFormat, timeText, zoneNote } from '../../../components/time/time_format.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { jobNoteOf, titleOf, useBoard } from '../board.ts'
import { daysText, spanText } from '../texts.ts'
import type { Shift } from './shifts.ts'

/** A shift, read-only, for users who may not change it. */
export function Details({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const board = useBoard()
  const { timeFormat, nameOf } = board
  const { record, people, start, zone } = shift
  const job = jobNoteOf(shift, board)
  const elsewhere = !record.all_day && zoneNote(start, zone, timeFormat) !== ''
  return (
    <Dialog title={titleOf(shift, board)} size="small" onClose={onClose}>
      <dl className="shift-details">
        <Line icon={<CalendarDays size={18} aria-hidden="true" />} name={t('Day')}>
          {daysText(shift)}
        </Line>
        <Line icon={<Clock size={18} aria-hidden="true" />} name={t('Time@@time of day')}>
          {spanText(shift, timeFormat)}
          {elsewhere && <span className="quiet">{hereText(shift, timeFormat)}</span>}
        </Line>
        {job && (
          <Line icon={<Dot id={record.jobcode_id} />} name={t('Job')}>
            {job}
          </Line>
        )}
        <Line icon={<Users size={18} aria-hidden="true" />} name={t('Who')}>
          {people.length === 0 ? t('Unassigned') : people.map(nameOf).join(', ')}
        </Line>
        {record.location && (
          <Line icon={<MapPin size={18} aria-hidden="true" />} name={t('Location')}>
            <a
              href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: record.location })}`}
              target="_blank"
              rel="noreferrer"
            >
              {record.location}
            </a>
          </Line>
        )}
        {record.notes && (
          <Line icon={<StickyNote size={18} aria-hidden="true" />} name={t('Notes')}>
            <span className="shift-details-notes">{record.notes}</span>
          </Line>
        )}
      </dl>
    </Dialog>
  )
}

/** The times of a shift by the reader's own clock. */
function hereText({ record, start, end, first }: Shift, timeFormat: TimeFormat): string {
  const here = (iso: string) => timeText(iso, timeFormat.zone, timeFormat)
  const [from, to] = [localDate(start, timeFormat.zone), localDate(end, timeFormat.zone)]
  const day = from === first ? '' : `${dateText(from)}, `
  const times = `${day}${here(record.start)} – ${here(record.end)}`
  return to === from
    ? t('In your time zone: {times}', { times })
    : t('In your time zone: {times} (next day)', { times })
}

function Line({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon}
        <span className="unseen">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
