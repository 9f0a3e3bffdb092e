import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { dateText } from '../../time.ts'
import './calendar.css'
import { draggingInto, type Place } from './dragging.ts'
import { useGridKeys } from './grid_keys.ts'

/** A row of the grid: its key and its header cell. */
export type DaysRow = { id: string; header: ReactNode }

/**
 * A table of rows by days. Arrow keys move from cell to cell; elements in a cell mark where they stop (`stop`), and
 * `data-drag` marks those that can be dragged to another cell.
 */
export function DaysGrid({
  label,
  corner,
  dates,
  today,
  rows,
  children,
  aboutDay,
  foot,
  onPage,
  onKey,
  onDrop,
  describedBy,
  className = '',
}: {
  label: string
  /** The heading of the column with the row headers. */
  corner: string
  dates: readonly string[]
  today: string
  rows: readonly DaysRow[]
  children: (row: string, date: string) => ReactNode
  /** Content below the name of a day. */
  aboutDay?: (date: string) => ReactNode
  foot?: ReactNode
  onPage?: (by: -1 | 1) => void
  onKey?: (event: KeyboardEvent, target: HTMLElement) => boolean
  onDrop?: ((dragged: string, from: Place, to: Place, copy: boolean) => void) | undefined
  describedBy?: string
  className?: string
}) {
  const table = useRef<HTMLTableElement>(null)
  const onKeyDown = useGridKeys(table, { ...(onPage && { onPage }), ...(onKey && { onKey }) })
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  const dragging = useMemo(() => draggingInto((...given) => drop.current?.(...given)), [])
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are navigated with the arrow keys.
      role="grid"
      aria-label={label}
      aria-describedby={describedBy}
      className={`days-grid ${className}`}
      onKeyDown={onKeyDown}
      {...(onDrop ? dragging : {})}
    >
      <thead>
        <tr>
          <th scope="col" className="days-grid-corner">
            {corner}
          </th>
          {dates.map((date) => (
            <th key={date} scope="col" data-today={date === today || undefined}>
              <time dateTime={date} aria-current={date === today ? 'date' : undefined}>
                <span className="days-grid-weekday">{dateText(date, { weekday: 'short' })}</span>{' '}
                <span className="days-grid-date">{dateText(date, { month: 'short', day: 'numeric' })}</span>
              </time>
              {aboutDay?.(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} dates={dates} today={today} cell={children} />
        ))}
      </tbody>
      {foot}
    </table>
  )
}

/** Memoized, as a company may have a thousand rows. */
const Row = memo(function Row({
  row,
  dates,
  today,
  cell,
}: {
  row: DaysRow
  dates: readonly string[]
  today: string
  cell: (row: string, date: string) => ReactNode
}) {
  return (
    <tr>
      <th scope="row">{row.header}</th>
      {dates.map((date) => (
        <td key={date} data-row={row.id} data-date={date} data-today={date === today || undefined}>
          {cell(row.id, date)}
        </td>
      ))}
    </tr>
  )
})
