import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { Week } from '../week/week.ts'

/** A cell of the grid, counted from 0. */
export type At = { row: number; column: number }

type Size = { rows: number; columns: number }

/**
 * The active cell of the grid, and how it moves: by arrow keys, and when an edit leaves it. `go` and `setAt` stay the same
 * while the size does, so that a move renders two cells.
 */
export function useGridPosition({ rows: { length: rows }, days }: Week, chosen?: string) {
  const table = useRef<HTMLTableElement>(null)
  const today = days.findIndex(({ date, isToday }) => (chosen ? date === chosen : isToday))
  const [at, setAt] = useState<At>({ row: 0, column: Math.max(0, today) })
  const columns = days.length
  const size = { rows, columns }
  const here = { row: Math.min(at.row, rows - 1), column: at.column }
  const go = useCallback(
    (to: At) => {
      const { row, column } = within(to, { rows, columns })
      setAt({ row, column })
      table.current?.querySelector<HTMLElement>(`[data-at="${row}/${column}"]`)?.focus()
    },
    [rows, columns],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).matches('[data-at]') || event.altKey || event.metaKey) return
    const to = cellBy(event.key, event.ctrlKey, here, size)
    if (!to) return
    event.preventDefault()
    go(to)
  }
  return { table, here, setAt, go, onKeyDown }
}

/** The cell that a key moves to, with Ctrl the last one in that direction; undefined for other keys. */
export function cellBy(key: string, withCtrl: boolean, { row, column }: At, size: Size): At | undefined {
  const [down, right] = steps[key] ?? [0, 0]
  if (down === 0 && right === 0) return undefined
  const far = withCtrl || Math.abs(right) > 1
  const to = { row: row + down * (withCtrl ? size.rows : 1), column: column + right * (far ? size.columns : 1) }
  return within(to, size)
}

/** Rows down and columns to the right by key; more than one means as far as possible. */
const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -2],
  End: [0, 2],
}

function within({ row, column }: At, { rows, columns }: Size): At {
  return { row: clamp(row, rows), column: clamp(column, columns) }
}

function clamp(value: number, count: number): number {
  return Math.min(Math.max(value, 0), Math.max(count - 1, 0))
}
