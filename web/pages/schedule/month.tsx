import { useMemo } from 'react'
import { stop } from '../../components/calendar/grid_keys.ts'
import { MonthGrid } from '../../components/calendar/month_grid.tsx'
import { useNarrow } from '../../components/page/narrow.ts'
import { t } from '../../language.ts'
import { useBoard } from './board.ts'
import { DayList } from './day_list.tsx'
import { colorOf } from './looks.ts'
import { ShiftChip } from './shift/chip.tsx'
import { type Piece, piecesOf, type Shift } from './shift/shifts.ts'
import { shiftsText } from './texts.ts'

/** The maximum number of shifts shown on a day of the month calendar. */
const shownMax = 3

/** A month. On phones its days show how many shifts there are, and the chosen one is listed below. */
export function Month({
  date,
  weekStart,
  shifts,
  whose,
  onMove,
  onDay,
}: {
  date: string
  weekStart: number
  shifts: readonly Shift[]
  /** Whether shifts show whose they are. */
  whose: boolean
  /** Opens another date in this view. */
  onMove: (date: string) => void
  /** Opens the day view. */
  onDay: (date: string) => void
}) {
  const { today, holidays } = useBoard()
  const narrow = useNarrow()
  const days = useMemo(() => byDate(shifts), [shifts])
  const count = (day: string) => days.get(day)?.length ?? 0
  return (
    <>
      <MonthGrid
        label={t('Schedule of the month')}
        className="schedule-month"
        date={date}
        today={today}
        weekStart={weekStart}
        chosen={narrow ? date : undefined}
        onMove={onMove}
        onDay={narrow ? onMove : onDay}
        holidays={holidays}
        aboutDay={(day) => (count(day) === 0 ? '' : shiftsText(count(day)))}
      >
        {(day) => {
          const pieces = days.get(day) ?? []
          if (narrow) return <Dots pieces={pieces} />
          return (
            <div className="schedule-cell">
              {pieces.slice(0, pieces.length > shownMax + 1 ? shownMax : shownMax + 1).map((piece) => (
                <ShiftChip key={piece.shift.id} piece={piece} whose={whose} />
              ))}
              {pieces.length > shownMax + 1 && (
                <button {...stop} type="button" className="link schedule-more" onClick={() => onDay(day)}>
                  {t('{count} more', { count: pieces.length - shownMax })}
                </button>
              )}
            </div>
          )
        }}
      </MonthGrid>
      {narrow && <DayList date={date} shifts={shifts} whose={whose} />}
    </>
  )
}

function Dots({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <span className="schedule-dots" aria-hidden="true">
      {pieces.slice(0, shownMax).map(({ shift }) => (
        <span key={shift.id} className="dot" style={{ background: colorOf(shift.record) }} />
      ))}
      {pieces.length > shownMax && <small>+{pieces.length - shownMax}</small>}
    </span>
  )
}

/** The pieces of shifts by date. */
export function byDate(shifts: readonly Shift[]): Map<string, Piece[]> {
  return Map.groupBy(shifts.flatMap(piecesOf), ({ date }) => date)
}
