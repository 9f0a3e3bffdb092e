import { CircleDashed, TriangleAlert, Users } from 'lucide-react'
import type { CSSProperties } from 'react'
import { stop } from '../../../components/calendar/grid_keys.ts'
import { Dot } from '../../../components/people/person.tsx'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { type Board, jobNoteOf, titleOf, useBoard } from '../board.ts'
import { colorOf } from '../looks.ts'
import { peopleText, pieceText } from '../texts.ts'
import type { Piece } from './shifts.ts'

/** A shift in a cell of the calendar. */
export function ShiftChip({ piece, whose, draggable }: { piece: Piece; whose?: boolean; draggable?: boolean }) {
  const board = useBoard()
  const { shift, part } = piece
  const { record, people } = shift
  const warnings = board.warningsOf(shift).length
  return (
    <button
      {...stop}
      type="button"
      className="shift-chip"
      style={{ '--shift': colorOf(record) } as CSSProperties}
      data-shift={shift.id}
      data-draft={record.draft || undefined}
      data-part={part}
      data-drag={draggable ? shift.id : undefined}
      draggable={draggable}
      onClick={() => board.onOpen(shift)}
    >
      <span className="shift-chip-time">
        {record.draft && <CircleDashed size={13} aria-hidden="true" />}
        {pieceText(piece, board.timeFormat)}
        <span className="shift-chip-signs">
          {people.length > 1 && (
            <>
              <Users size={13} aria-hidden="true" />
              {people.length}
            </>
          )}
          {warnings > 0 && <TriangleAlert size={14} className="shift-chip-warning" aria-hidden="true" />}
        </span>
      </span>
      <span className="shift-chip-title">
        {record.jobcode_id !== 0 && <Dot id={record.jobcode_id} />}
        <span>
          {whose && <strong>{whoOf(piece, board)} </strong>}
          {titleOf(shift, board)}
        </span>
      </span>
      {board.roomy && (
        <span className="shift-chip-more">
          <span>{jobNoteOf(shift, board)}</span>
          {record.location && <span>{record.location}</span>}
          {record.notes && <span className="shift-chip-notes">{record.notes}</span>}
        </span>
      )}
      <span className="unseen">{unseenOf(piece, board, warnings)}</span>
    </button>
  )
}

/** The first name of a single person, the number of people, or `Open`. */
function whoOf({ shift: { people } }: Piece, { nameOf }: Board): string {
  if (people.length === 0) return nameOf(undefined)
  return people.length > 1 ? peopleText(people.length) : nameOf(people[0]).split(' ')[0]!
}

/** The accessible name: everything the position and colors say. */
function unseenOf({ shift, date }: Piece, board: Board, warnings: number): string {
  const { record, people } = shift
  const names =
    people.length > 3 ? [peopleText(people.length)] : (people.length > 0 ? people : [undefined]).map(board.nameOf)
  const job = jobNoteOf(shift, board)
  return [
    '',
    ...names,
    dateText(date, { weekday: 'long', month: 'long', day: 'numeric' }),
    !board.roomy && job,
    record.draft && t('draft'),
    warnings > 0 && t('{count, plural, one {# warning} other {# warnings}}', { count: warnings }),
  ]
    .filter((part, at) => at === 0 || part)
    .join(', ')
}
