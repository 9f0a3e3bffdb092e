import type { DragEvent } from 'react'

/** A position in a calendar's table: the row and the day. */
export type Place = { row: string; date: string }

/**
 * Handlers for a table whose cells have `data-row` and `data-date`: a draggable element with `data-drag` can be dropped
 * on another cell, or copied there while Ctrl or Alt is held. Anything else is ignored.
 */
export function draggingInto(onDrop: (dragged: string, from: Place, to: Place, copy: boolean) => void) {
  let held: { dragged: string; from: Place; element: HTMLElement } | undefined
  let over: HTMLElement | undefined
  const mark = (cell: HTMLElement | undefined) => {
    if (cell === over) return
    over?.removeAttribute('data-over')
    cell?.setAttribute('data-over', '')
    over = cell
  }
  const end = () => {
    mark(undefined)
    held?.element.removeAttribute('data-dragged')
    held = undefined
  }
  return {
    onDragStart(event: DragEvent) {
      const element = (event.target as HTMLElement).closest<HTMLElement>('[data-drag]')
      const from = element && placeOf(element)
      if (!element || !from) return
      held = { dragged: element.dataset.drag!, from, element }
      element.setAttribute('data-dragged', '')
      event.dataTransfer.effectAllowed = 'copyMove'
      event.dataTransfer.setData('text/plain', element.textContent)
    },
    onDragOver(event: DragEvent) {
      const cell = cellOf(event.target)
      if (!held || !cell) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isCopy(event) ? 'copy' : 'move'
      mark(cell)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) mark(undefined)
    },
    onDrop(event: DragEvent) {
      const to = placeOf(event.target)
      if (!held || !to) return
      event.preventDefault()
      const { dragged, from } = held
      const copy = isCopy(event)
      end()
      if (copy || to.row !== from.row || to.date !== from.date) onDrop(dragged, from, to, copy)
    },
    onDragEnd: end,
  }
}

function isCopy(event: DragEvent): boolean {
  return event.ctrlKey || event.altKey
}

function cellOf(target: EventTarget): HTMLElement | undefined {
  return (target as HTMLElement).closest<HTMLElement>('td[data-row]') ?? undefined
}

/** The position of a cell, or of an element inside it. */
export function placeOf(target: EventTarget): Place | undefined {
  const { row, date } = cellOf(target)?.dataset ?? {}
  return row === undefined || date === undefined ? undefined : { row, date }
}
