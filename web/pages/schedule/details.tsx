import { CalendarDays, Clock, MapPin, StickyNote, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { localDate } from '../../../src/rules/calendar.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Dot } from '../../components/person.tsx'
import { timeText, zoneNote } from '../../components/time_format.ts'
import { dateText } from '../../time.ts'
import { jobNoteOf, titleOf, useBoard } from './board.ts'
import type { Shift } from './shifts.ts'
import { daysText, spanText } from './texts.ts'

/** A shift, read-only, for users who may not change it. */
export function Details({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const board = useBoard()
  const { timeFormat, nameOf } = board
  const { record, people, start, end, zone } = shift
  const job = jobNoteOf(shift, board)
  const elsewhere = !record.all_day && zoneNote(start, zone, timeFormat) !== ''
  const here = (iso: string) => timeText(iso, timeFormat.zone, timeFormat)
  return (
    <Dialog title={titleOf(shift, board)} size="small" onClose={onClose}>
      <dl className="shift-details">
        <Line icon={<CalendarDays size={18} aria-hidden="true" />} name="Day">
          {daysText(shift)}
        </Line>
        <Line icon={<Clock size={18} aria-hidden="true" />} name="Time">
          {spanText(shift, timeFormat)}
          {elsewhere && (
            <span className="quiet">
              In your time zone:{' '}
              {localDate(start, timeFormat.zone) !== shift.first && `${dateText(localDate(start, timeFormat.zone))}, `}
              {here(record.start)} – {here(record.end)}{' '}
              {localDate(end, timeFormat.zone) !== localDate(start, timeFormat.zone) && '(next day)'}
            </span>
          )}
        </Line>
        {job && (
          <Line icon={<Dot id={record.jobcode_id} />} name="Job">
            {job}
          </Line>
        )}
        <Line icon={<Users size={18} aria-hidden="true" />} name="Who">
          {people.length === 0 ? 'Unassigned' : people.map(nameOf).join(', ')}
        </Line>
        {record.location && (
          <Line icon={<MapPin size={18} aria-hidden="true" />} name="Location">
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
          <Line icon={<StickyNote size={18} aria-hidden="true" />} name="Notes">
            <span className="shift-details-notes">{record.notes}</span>
          </Line>
        )}
      </dl>
    </Dialog>
  )
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
