import { CircleDashed, MapPin, Plus, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Button } from '../../components/page/button.tsx'
import { Dot } from '../../components/people/person.tsx'
import { HolidayName } from '../../components/time/holiday_name.tsx'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { jobNoteOf, titleOf, useBoard } from './board.ts'
import { colorOf } from './looks.ts'
import { OffPill } from './off.tsx'
import { type Piece, piecesOf, plannedOn, type Shift } from './shift/shifts.ts'
import { dayName, pieceText } from './texts.ts'

/** The shifts of one day, in order of their start. */
export function DayList({
  date,
  shifts,
  whose,
  people,
}: {
  date: string
  shifts: readonly Shift[]
  /** Whether shifts show whose they are. */
  whose: boolean
  /** People whose time off is shown as well. */
  people?: readonly number[]
}) {
  const board = useBoard()
  const hours = useHours()
  const pieces = shifts.flatMap(piecesOf).filter((piece) => piece.date === date)
  const off = (people ?? []).flatMap((id) => board.off.get(`${id}/${date}`) ?? [])
  const planned = pieces.reduce((sum, piece) => sum + plannedOn(piece) * Math.max(1, piece.shift.people.length), 0)
  return (
    <section
      className="schedule-day"
      data-today={date === board.today || undefined}
      aria-label={dateText(date, { dateStyle: 'full' })}
    >
      <header>
        <h3>
          {dayName(date, board.today)}
          {date === board.today && <span className="quiet"> · {dateText(date)}</span>}
          <HolidayName name={board.holidays.get(date)} />
        </h3>
        {pieces.length === 0 && <span className="quiet">{t('No shifts')}</span>}
        {planned > 0 && <span className="quiet">{t('{hours} planned', { hours: hours(planned) })}</span>}
        {board.onAdd && (
          <Button
            kind="quiet"
            className="no-print"
            icon={<Plus size={20} aria-hidden="true" />}
            label={t('Add a shift on {date}', {
              date: dateText(date, { weekday: 'long', month: 'long', day: 'numeric' }),
            })}
            onClick={() => board.onAdd?.({ date, userId: whose ? undefined : people?.[0] })}
          />
        )}
      </header>
      {off.length > 0 && (
        <ul className="schedule-day-off">
          {off.map((entry) => (
            <li key={entry.id}>
              {whose && <span>{board.nameOf(entry.user_id)}</span>}
              <OffPill entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {pieces.length > 0 && (
        <ul>
          {pieces.map((piece) => (
            <li key={piece.shift.id}>
              <ShiftLine piece={piece} whose={whose} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A shift in a list, with everything that fits on two or three lines. */
export function ShiftLine({ piece, whose, day }: { piece: Piece; whose: boolean; day?: string }) {
  const board = useBoard()
  const { shift } = piece
  const { record, people } = shift
  const title = titleOf(shift, board)
  const warnings = board.warningsOf(shift).length
  return (
    <button
      type="button"
      className="shift-line"
      style={{ '--shift': colorOf(record) } as CSSProperties}
      data-draft={record.draft || undefined}
      onClick={() => board.onOpen(shift)}
    >
      <span className="shift-line-time">
        {day && <strong>{day}</strong>}
        <span>{pieceText(piece, board.timeFormat)}</span>
      </span>
      <span className="shift-line-what">
        <strong>{whose ? namesOf(people, board.nameOf) : title}</strong>
        <span className="quiet">
          {record.jobcode_id !== 0 && <Dot id={record.jobcode_id} />}
          <span>{[whose && title, jobNoteOf(shift, board)].filter(Boolean).join(' · ')}</span>
        </span>
        {record.location && (
          <span className="quiet">
            <MapPin size={14} aria-hidden="true" />
            <span>{record.location}</span>
          </span>
        )}
      </span>
      <span className="shift-line-signs">
        {record.draft && (
          <span className="badge">
            <CircleDashed size={13} aria-hidden="true" />
            {t('Draft')}
          </span>
        )}
        {warnings > 0 && (
          <span className="badge warn">
            <TriangleAlert size={13} aria-hidden="true" />
            <span className="unseen">{t('Warnings:')}</span>
            {warnings}
          </span>
        )}
      </span>
    </button>
  )
}

/** `Maya Torres`, `Luis Ortega, Dmitri Volkov + 4`, `Open`. */
function namesOf(people: readonly number[], nameOf: (id: number | undefined) => string): string {
  if (people.length === 0) return nameOf(undefined)
  const more = people.length > 2 ? ` +\u00a0${people.length - 2}` : ''
  return people.slice(0, 2).map(nameOf).join(', ') + more
}
