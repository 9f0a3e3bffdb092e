import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { roundManual } from '../../../../src/rules/time/timesheets.ts'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { useHours } from '../../../components/time/hours.ts'
import type { Place } from '../entry/draft.ts'
import { useEdit } from '../entry/edit.ts'
import { readTyped } from '../typed.ts'
import type { Owner } from '../week/owner.ts'
import type { Cell, Day, Sheet } from '../week/week.ts'
import { keyAction, leavingBy, openingOf, rulesOf } from './cell_rules.ts'
import { useSaves } from './use_saves.ts'

/** The props of a grid cell: what it shows, and its callbacks. */
export type CellProps = {
  owner: Owner
  cell: Cell
  day: Day
  jobId: number
  jobs: Jobs
  /** Moves to a neighboring cell: `down` rows down, `right` columns to the right. */
  onLeave: (down: number, right: number) => void
  onOpen: (sheet: Sheet) => void
  onCell: (cell: Cell) => void
  onAdd: (place: Place) => void
}

/**
 * Why a change was not made: the day is closed, the user may not add time, or hours could not be read or saved. `hours`
 * are the typed hours of an entry that is missing something else.
 */
type Problem = { text: string; hours?: string } | 'closed' | 'rights' | undefined

/** The state of a grid cell: what is typed into it, and its event handlers. */
export type GridCellState = ReturnType<typeof useCell>

/** Holds the edit of a cell, and saves it. */
export function useCell({ owner, cell, day, jobId, jobs, onLeave, onOpen, onCell, onAdd }: CellProps) {
  const hours = useHours()
  const edit = useEdit()
  const [problem, setProblem] = useState<Problem>()
  const box = useRef<HTMLTableCellElement>(null)
  const rules = rulesOf(cell, day, jobId, jobs, owner)
  const { sheet } = rules
  const [waitingForm, setWaitingForm] = useState<string>()
  const place = { user_id: owner.user.id, date: cell.date, jobcode_id: jobId }
  const { saving, save } = useSaves(sheet, place, ({ message }, seconds, entry) => {
    setProblem({ text: message, ...(!entry && { hours: hours(seconds) }) })
    setWaitingForm(undefined)
  })
  /** The seconds of the entry, or those that it will have once they are saved. */
  const duration = saving === undefined ? sheet?.duration : saving === 0 ? undefined : roundManual(saving)
  const shown = duration === undefined ? '' : hours(duration)

  const type = (text: string) => {
    setWaitingForm(undefined)
    setProblem(undefined)
    edit.type(text)
  }
  const open = () => {
    const way = openingOf(rules, owner)
    if (way === 'type') type(shown)
    else if (way === 'entries') onCell(cell)
    else if (way === 'entry') onOpen(sheet!)
    else if (way === 'add') onAdd({ date: cell.date, jobId, kind: 'regular' })
    else if (way) setProblem(way)
  }
  /** Opens the form for everything besides the hours: notes, custom fields and pictures. It waits for a save. */
  const openForm = (given: string) => {
    edit.end()
    setProblem(undefined)
    if (saving !== undefined) setWaitingForm(given)
    else if (sheet) onOpen(sheet)
    else onAdd({ date: cell.date, jobId, kind: 'manual', hours: given })
  }
  useEffect(() => {
    if (saving !== undefined || waitingForm === undefined) return
    setWaitingForm(undefined)
    openForm(waitingForm)
  })
  /** Saves what was typed. False if it cannot be read; the edit then continues. */
  const keep = (): boolean => {
    const given = edit.end()
    if (given === undefined) return true
    const read = readTyped(given, shown, duration)
    if (read && 'problem' in read) {
      edit.type(given)
      setProblem({ text: read.problem })
      return false
    }
    setProblem(undefined)
    if (read) put(read.save)
    return true
  }
  const put = (seconds: number) => {
    // Pictures cannot be restored, so an entry with pictures is deleted in its form, which asks first.
    if (sheet && seconds === 0 && sheet.attached_files.length > 0) openForm('')
    else save(seconds)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.altKey || event.metaKey) return
    const action = keyAction(event.key, rules, duration !== undefined)
    if (action === undefined) return
    if (action === 'open') open()
    else if (action === 'form') openForm('')
    else if (action === 'dismiss') setProblem(undefined)
    else if (action === 'type') type(event.key)
    else put(0)
    event.preventDefault()
  }
  const onKeyDownInside = (event: KeyboardEvent) => {
    const leaving = leavingBy(event.key, event.shiftKey)
    if (event.key === 'Escape') {
      setProblem(undefined)
      edit.end()
      box.current?.focus()
    } else if (!leaving) return
    else if (keep()) onLeave(...leaving)
    event.preventDefault()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    keep()
    if (typeof problem === 'string') setProblem(undefined)
  }
  const onClick = ({ target }: { target: EventTarget }) => {
    if (edit.text !== undefined || (target as Element).closest('.timesheet-cell-problem')) return
    open()
  }
  return {
    box,
    rules,
    /** What is being typed; undefined while nothing is. */
    text: edit.text,
    type,
    problem,
    dismiss: () => setProblem(undefined),
    openForm,
    saving: saving !== undefined,
    /** Event handlers of the cell itself. */
    handlers: { onKeyDown, onBlur, onClick },
    onKeyDownInside,
  }
}
