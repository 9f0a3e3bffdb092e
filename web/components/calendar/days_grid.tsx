import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateText } from '../../time.ts'
import './calendar.css'
import { draggingInto, type Place } from './dragging.ts'
import { rowsWanted, useGridKeys } from './grid_keys.ts'

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
      aria-rowcount={rows.length + 1}
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
      {blocksOf(rows).map((block, index) => (
        <Block key={block[0]!.id} count={block.length} columns={dates.length + 1} near={startsInView(index)}>
          {block.map((row) => (
            <Row key={row.id} row={row} dates={dates} today={today} cell={children} />
          ))}
        </Block>
      ))}
      {foot}
    </table>
  )
}

const rowsInBlock = 4
/** Shorter grids are rendered completely, so that the browser's search finds every name in them. */
const wholeMax = 30
/** How far below and above the window rows are rendered before they come into view, in pixels. */
const reach = 200
const usualRowHeight = 64

/** Whether a block is in view before anyone scrolls. The content above the table takes about half of the window. */
function startsInView(block: number): boolean {
  return block * rowsInBlock * usualRowHeight < window.innerHeight / 2
}

function blocksOf(rows: readonly DaysRow[]): (readonly DaysRow[])[] {
  const size = rows.length > wholeMax ? rowsInBlock : wholeMax
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
}

/**
 * A block of rows, which is rendered only near the window, in print, and when an arrow key leads there, because a company
 * may have a thousand rows.
 */
function Block({
  count,
  columns,
  near: atFirst,
  children,
}: {
  count: number
  columns: number
  near: boolean
  children: ReactNode
}) {
  const box = useRef<HTMLTableSectionElement>(null)
  const height = useRef(count * usualRowHeight)
  const [near, setNear] = useState(atFirst)
  useEffect(() => {
    const block = box.current!
    const observer = new IntersectionObserver(
      ([seen]) => {
        // A block that leaves the view keeps its height, so the blocks below it do not move.
        if (!seen!.isIntersecting) height.current = seen!.boundingClientRect.height || height.current
        // A block that contains the focus stays rendered.
        setNear(seen!.isIntersecting || block.contains(document.activeElement))
      },
      { rootMargin: `${reach}px 0px` },
    )
    observer.observe(block)
    const renderNow = () => flushSync(() => setNear(true))
    window.addEventListener('beforeprint', renderNow)
    block.addEventListener(rowsWanted, renderNow)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', renderNow)
      block.removeEventListener(rowsWanted, renderNow)
    }
  }, [])
  return (
    <tbody ref={box}>
      {near ? (
        children
      ) : (
        <tr>
          <td colSpan={columns} className="days-grid-room" style={{ height: height.current }} />
        </tr>
      )}
    </tbody>
  )
}

/** Memoized, because a company may have a thousand rows. */
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
