import { type ReactNode, useRef } from 'react'
import { addDays, weekOf } from '../../../src/rules/time/calendar.ts'
import { dateText } from '../../time.ts'
import { HolidayName } from '../time/holiday_name.tsx'
import type { Holidays } from '../time/holidays.ts'
import './calendar.css'
import { addMonths, monthWeeks } from './dates.ts'
import { stop, useGridKeys } from './grid_keys.ts'

/**
 * A month calendar of whole weeks; `children` renders a day. Arrow keys move by day, Page Up and Page Down by month.
 */
export function MonthGrid({
  label,
  date,
  today,
  weekStart,
  chosen,
  onMove,
  onDay,
  aboutDay,
  holidays,
  className = '',
  children,
}: {
  label: string
  /** Any day of the month. */
  date: string
  today: string
  weekStart: number
  /** The selected day, if any. */
  chosen?: string | undefined
  onMove: (date: string) => void
  onDay: (date: string) => void
  /** Added to the accessible name of a day: `3 shifts`. */
  aboutDay?: (date: string) => string
  holidays?: Holidays
  className?: string
  children: (date: string) => ReactNode
}) {
  const table = useRef<HTMLTableElement>(null)
  const onKeyDown = useGridKeys(table, { onPage: (by) => onMove(addMonths(date, by)) })
  const first = weekOf(date, weekStart)
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are navigated with the arrow keys.
      role="grid"
      aria-label={label}
      className={`month-grid ${className}`}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, index) => addDays(first, index)).map((day) => (
            <th key={day} scope="col" abbr={dateText(day, { weekday: 'long' })}>
              {dateText(day, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(date, weekStart).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                data-today={day === today || undefined}
                data-other={day.slice(0, 7) !== date.slice(0, 7) || undefined}
                data-chosen={day === chosen || undefined}
              >
                <button
                  {...stop}
                  type="button"
                  className="month-grid-day"
                  aria-label={[dateText(day, { dateStyle: 'full' }), holidays?.get(day), aboutDay?.(day)]
                    .filter(Boolean)
                    .join(', ')}
                  aria-current={day === today ? 'date' : undefined}
                  aria-pressed={chosen === undefined ? undefined : day === chosen}
                  onClick={() => onDay(day)}
                >
                  <span>{Number(day.slice(8))}</span>
                </button>
                <HolidayName name={holidays?.get(day)} oneLine />
                {children(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
