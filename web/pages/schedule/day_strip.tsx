import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { useBoard } from './board.ts'
import { byDate } from './month.tsx'
import type { Shift } from './shift/shifts.ts'
import { shiftsText } from './texts.ts'

/** The days of a week to choose from, with the number of shifts on each. */
export function DayStrip({
  dates,
  date,
  shifts,
  onDay,
}: {
  dates: readonly string[]
  date: string
  shifts: readonly Shift[]
  onDay: (date: string) => void
}) {
  const { today } = useBoard()
  const days = byDate(shifts)
  return (
    <div className="day-strip no-print">
      {dates.map((day) => {
        const count = days.get(day)?.length ?? 0
        return (
          <button
            key={day}
            type="button"
            aria-pressed={day === date}
            aria-current={day === today ? 'date' : undefined}
            onClick={() => onDay(day)}
          >
            <span className="day-strip-weekday">{dateText(day, { weekday: 'short' })}</span>{' '}
            <span className="day-strip-number">{Number(day.slice(8))}</span>{' '}
            <span className="day-strip-count">
              <span aria-hidden="true">{count > 0 ? count : '·'}</span>
              <span className="unseen">{count === 0 ? t('no shifts') : shiftsText(count)}</span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
