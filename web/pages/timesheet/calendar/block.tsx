import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react'
import { isBreak, type Jobs } from '../../../components/jobs/jobs.ts'
import { seriesColor } from '../../../components/jobs/series.ts'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { timesOf } from '../entry/text.ts'
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
  /** The seconds of the entry that count. */
  seconds: number
  /** Whether the entry is being dragged, and whether it cannot be placed there. */
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
  // Speech control requires the visible text to come first.
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
        // The second part of a night shift is the same entry.
        tabIndex={piece.starts ? 0 : -1}
        aria-label={said.filter(Boolean).join(', ')}
        aria-describedby={isMovable ? 'calendar-help' : undefined}
        onPointerDown={(event) => onGrip(event, 'move')}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        // The calendar handles presses of a pointer that could drag the entry.
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

/** The position of a part of a day in its column. */
export function placed({ from, to }: Pick<Piece, 'from' | 'to'>) {
  return { top: `${(from / dayMinutes) * 100}%`, height: `${((to - from) / dayMinutes) * 100}%` }
}

function isTouch(event: Event): boolean {
  return 'pointerType' in event && event.pointerType === 'touch'
}
