import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react'
import { useHours, useTwelve } from '../../../components/hours.ts'
import { isBreak, type Jobs } from '../../../components/jobs.ts'
import { seriesColor } from '../../../components/series.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { timesOf } from '../text.ts'
import { dayMinutes, type Grip, type Piece } from './geometry.ts'
import type { Timed } from './rules.ts'

/** An entry on one day of the calendar. */
export function Block({
  entry,
  piece,
  jobs,
  seconds,
  look,
  onGrip,
  onKeyDown,
  onBlur,
  onOpen,
}: {
  entry: Timed
  piece: Piece
  jobs: Jobs
  /** How long the entry counts. */
  seconds: number
  /** Whether it is being dragged, and whether it cannot lie there. */
  look: { dragged: boolean; refused: boolean }
  onGrip: (event: PointerEvent, grip: Grip) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: (event: FocusEvent) => void
  onOpen: () => void
}) {
  const hours = useHours()
  const twelve = useTwelve()
  const { sheet, isMovable } = entry
  const job = jobs.byId.get(sheet.jobcode_id)
  const kind = isBreak(job) ? 'break' : job?.kind === 'pto' || job?.kind === 'unpaid_time_off' ? 'off' : 'work'
  const path = jobs.pathOf(sheet.jobcode_id).split(' › ')
  const leaf = path.at(-1)
  const times = timesOf(sheet, twelve)
  // What is visible comes first, as speech control needs it.
  const said = [
    leaf,
    times,
    dateText(sheet.date),
    hours(seconds),
    !piece.starts && t('continued'),
    ...path.slice(0, -1),
  ]
  return (
    <div
      className={`calendar-block ${kind}`}
      data-sheet={sheet.id}
      data-dragged={look.dragged || undefined}
      data-refused={look.refused || undefined}
      data-movable={isMovable || undefined}
      data-starts={piece.starts || undefined}
      data-ends={piece.ends || undefined}
      style={{ ...placed(piece), '--job': seriesColor(sheet.jobcode_id) } as object}
    >
      <button
        type="button"
        // The second part of a night is the same entry.
        tabIndex={piece.starts ? 0 : -1}
        aria-label={said.filter(Boolean).join(', ')}
        aria-describedby={isMovable ? 'calendar-help' : undefined}
        onPointerDown={(event) => onGrip(event, 'move')}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        // A press of a pointer that could drag it is handled by the calendar.
        onClick={(event) => (event.detail === 0 || isTouch(event.nativeEvent)) && onOpen()}
      >
        <strong>{leaf}</strong> <span>{times}</span>
      </button>
      {isMovable && piece.starts && (
        <span className="calendar-edge top" onPointerDown={(event) => onGrip(event, 'start')} />
      )}
      {isMovable && piece.ends && (
        <span className="calendar-edge bottom" onPointerDown={(event) => onGrip(event, 'end')} />
      )}
    </div>
  )
}

/** Where a part of a day lies in its column. */
export function placed({ from, to }: Pick<Piece, 'from' | 'to'>) {
  return { top: `${(from / dayMinutes) * 100}%`, height: `${((to - from) / dayMinutes) * 100}%` }
}

function isTouch(event: Event): boolean {
  return 'pointerType' in event && event.pointerType === 'touch'
}
