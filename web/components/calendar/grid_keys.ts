import { type KeyboardEvent, type RefObject, useEffect } from 'react'

/** Marks an element inside a calendar cell as a stop for the arrow keys. */
export const stop = { 'data-stop': '', tabIndex: -1 } as const

/** The event with which a row that stands for rows that are not rendered asks for them, at once. */
export const rowsWanted = 'rowswanted'

type Options = {
  /** Moves to the previous page (-1) or the next one (1). */
  onPage?: (by: -1 | 1) => void
  /** Handles any other key on a stop; returns true if it did. */
  onKey?: (event: KeyboardEvent, target: HTMLElement) => boolean
}

/**
 * Arrow keys for a table with role grid, whose cells (`td`) contain stops or are stops themselves. The table is one tab
 * stop: the last focused stop, else the column marked `data-today`, else the first stop. Returns the table's handler.
 */
export function useGridKeys(table: RefObject<HTMLTableElement | null>, { onPage, onKey }: Options = {}) {
  useEffect(() => {
    const grid = table.current
    if (!grid) return
    const entry = () => {
      if (grid.querySelector('td[tabindex="0"], td [tabindex="0"]')) return
      const cell = grid.querySelector<HTMLElement>('td[data-today]') ?? grid.querySelector<HTMLElement>('td')
      if (cell) stopsOf(cell)[0]!.tabIndex = 0
    }
    const remember = ({ target }: FocusEvent) => {
      const stop = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-stop], td') : null
      if (!stop) return
      for (const other of grid.querySelectorAll<HTMLElement>('td[tabindex="0"], td [tabindex="0"]')) other.tabIndex = -1
      stop.tabIndex = 0
    }
    // In the next frame, visibility is known without forcing a layout.
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(entry)
    }
    soon()
    // The stop that was in the tab order may no longer be rendered.
    const observer = new MutationObserver(soon)
    observer.observe(grid, { childList: true, subtree: true })
    grid.addEventListener('focusin', remember)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      grid.removeEventListener('focusin', remember)
    }
  }, [table])

  return (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-stop], td')
    const cell = from?.closest('td')
    if (!from || !cell) return
    if (onKey?.(event, from)) return event.preventDefault()
    if (event.shiftKey || event.altKey || event.metaKey) return
    if (onPage && (event.key === 'PageUp' || event.key === 'PageDown')) {
      event.preventDefault()
      return onPage(event.key === 'PageUp' ? -1 : 1)
    }
    const to = targetOf(event, from, cell)
    if (!to) return
    event.preventDefault()
    if (!to.hasAttribute('tabindex')) to.tabIndex = -1
    to.focus()
    to.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

function targetOf(event: KeyboardEvent, from: HTMLElement, cell: HTMLTableCellElement): HTMLElement | undefined {
  const row = cell.parentElement as HTMLTableRowElement
  const cells = [...row.querySelectorAll<HTMLTableCellElement>('td')]
  const rows = [...row.closest('table')!.querySelectorAll('tr')].filter((each) => each.querySelector('td'))
  const [column, line] = [cells.indexOf(cell), rows.indexOf(row)]
  const at = (line: number, edge: 0 | -1) => [...(rendered(rows.at(line), edge)?.querySelectorAll('td') ?? [])]
  const below = () => at(line + 1, 0)[column]
  const above = () => (line > 0 ? at(line - 1, -1)[column] : undefined)
  const first = (cell: HTMLTableCellElement | undefined) => cell && stopsOf(cell)[0]
  const last = (cell: HTMLTableCellElement | undefined) => cell && stopsOf(cell).at(-1)
  const inside = stopsOf(cell)
  const place = inside.indexOf(from)
  switch (event.key) {
    case 'ArrowRight':
      return first(cells[column + 1])
    case 'ArrowLeft':
      return first(cells[column - 1])
    case 'ArrowDown':
      return inside[place + 1] ?? first(below())
    case 'ArrowUp':
      return place > 0 ? inside[place - 1] : last(above())
    case 'Home':
      return first(event.ctrlKey ? at(0, 0)[0] : cells[0])
    case 'End':
      return first((event.ctrlKey ? at(-1, -1) : cells).at(-1))
  }
  return undefined
}

/** The row, or the first (0) or last (-1) of the rows it stands for, which are rendered for that. */
function rendered(row: HTMLTableRowElement | undefined, edge: 0 | -1): HTMLTableRowElement | undefined {
  if (!row?.querySelector('.days-grid-room')) return row
  const block = row.parentElement as HTMLTableSectionElement
  row.dispatchEvent(new Event(rowsWanted, { bubbles: true }))
  return [...block.rows].at(edge)
}

/** The stops in a cell, or the cell itself. */
function stopsOf(cell: HTMLElement): HTMLElement[] {
  const stops = [...cell.querySelectorAll<HTMLElement>('[data-stop]')].filter((each) => each.checkVisibility())
  return stops.length > 0 ? stops : [cell]
}
