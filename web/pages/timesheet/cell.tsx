import { Ellipsis } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { useHours } from '../../parts/hours.ts'
import type { Jobs } from '../../parts/jobs.ts'
import { plain } from '../../parts/refusal.ts'
import { dateText, readHours } from '../../time.ts'
import { useShownChange } from './change.ts'
import type { Place } from './draft.ts'
import type { Owner } from './owner.ts'
import { addEntry, changeEntry, deleteEntry } from './save.ts'
import { askText, closedText } from './text.ts'
import type { Cell, Day, Sheet } from './week.ts'

type Props = {
  owner: Owner
  cell: Cell
  day: Day
  jobId: number
  jobs: Jobs
  /** Row and column, by which it is found. */
  at: string
  tabbable: boolean
  onFocus: () => void
  /** Goes on to a neighbour: so many rows down, so many columns to the right. */
  onLeave: (down: number, right: number) => void
  onOpen: (sheet: Sheet) => void
  onCell: (cell: Cell) => void
  onAdd: (place: Place) => void
}

/** One job on one day. Hours are written straight into it where the company takes hours of a day. */
export const GridCell = memo(CellInGrid, (before, after) =>
  (['owner', 'cell', 'day', 'jobId', 'jobs', 'at', 'tabbable'] as const).every((name) => before[name] === after[name]),
)

function CellInGrid(props: Props) {
  const { owner, cell, day, jobId, jobs, at, tabbable, onFocus, onOpen, onCell, onAdd } = props
  const hours = useHours()
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<{ text: string; hours?: string } | 'closed' | 'rights'>()
  const box = useRef<HTMLTableCellElement>(null)
  const { rights } = owner
  const [sheet, ...more] = cell.sheets
  const isOpen = !day.closed || rights.passesClosed
  const writes =
    isOpen &&
    rights.mayHours &&
    (sheet
      ? sheet.type === 'manual' && more.length === 0 && rights.mayEdit && sheet.locked === 0
      : takesHours(jobs, jobId))
  const save = useShownChange(async (seconds: number) => {
    if (sheet && seconds === 0) await deleteEntry(sheet)
    else if (sheet) await changeEntry(sheet, { duration: seconds })
    else
      await addEntry({ user_id: owner.user.id, type: 'manual', date: cell.date, jobcode_id: jobId, duration: seconds })
  })

  const start = (given?: string) => {
    setProblem(undefined)
    setText(given ?? (sheet ? hours(sheet.duration) : ''))
  }
  const open = () => {
    if (writes) start()
    else if (more.length > 0) onCell(cell)
    else if (sheet) onOpen(sheet)
    else if (!isOpen) setProblem('closed')
    else if (rights.mayTimes) onAdd({ date: cell.date, jobId, kind: 'regular' })
    else if (owner.isMe) setProblem('rights')
  }
  /** Notes and whatever else there is besides the hours. */
  const openForm = (given: string) => {
    setText(undefined)
    setProblem(undefined)
    if (sheet) onOpen(sheet)
    else onAdd({ date: cell.date, jobId, kind: 'manual', hours: given })
  }
  const stop = () => {
    setText(undefined)
    box.current?.focus()
  }
  /** True when what was written is on its way, or there is nothing to do. */
  const keep = (): boolean => {
    const given = text?.trim() ?? ''
    const seconds = given === '' ? 0 : readHours(given)
    if (seconds === undefined || seconds > 86400) {
      const what = seconds === undefined ? 'Write hours like 7:30, 7.5 or 7h 30m.' : 'A day has 24 hours.'
      setProblem({ text: what })
      return false
    }
    setText(undefined)
    setProblem(undefined)
    const same = sheet ? given === hours(sheet.duration) : seconds === 0
    if (!same) put(seconds)
    return true
  }
  const put = (seconds: number) => {
    // With pictures more is lost than can be brought back, so that is asked first.
    if (sheet && seconds === 0 && sheet.attached_files.length > 0) onOpen(sheet)
    else
      save.mutate(seconds, {
        onError: ({ message }) => setProblem({ text: plain(message), ...(!sheet && { hours: hours(seconds) }) }),
      })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') open()
    else if (event.key === 'F2' && writes) openForm('')
    else if (event.key === 'Escape') setProblem(undefined)
    else if (writes && /^[\d.,:]$/.test(event.key)) start(event.key)
    else if (writes && sheet && (event.key === 'Delete' || event.key === 'Backspace')) put(0)
    else return
    event.preventDefault()
  }
  const onKeyDownInside = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setProblem(undefined)
      stop()
    } else if (event.key === 'Enter') {
      if (!keep()) return
      box.current?.focus()
      props.onLeave(1, 0)
    } else if (event.key === 'Tab') {
      if (!keep()) return event.preventDefault()
      props.onLeave(0, event.shiftKey ? -1 : 1)
    } else return
    event.preventDefault()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    if (text !== undefined) keep()
    else if (typeof problem === 'string') setProblem(undefined)
  }

  const place = `${jobs.pathOf(jobId)}, ${dateText(cell.date)}`
  const running = cell.sheets.some((each) => each.on_the_clock)
  const what = cell.sheets.length === 0 ? 'nothing' : hours(cell.seconds)
  return (
    <td
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a cell of a grid.
      role="gridcell"
      data-at={at}
      tabIndex={tabbable ? 0 : -1}
      className={['timesheet-cell', day.isToday && 'today', isOpen ? undefined : 'closed'].filter(Boolean).join(' ')}
      aria-label={problem || text !== undefined ? undefined : `${what}, ${place}${running ? ', on the clock' : ''}`}
      aria-readonly={!writes}
      onFocus={onFocus}
      onClick={({ target }) => {
        if (text === undefined && !(target as Element).closest('.timesheet-cell-problem')) open()
      }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {text === undefined ? (
        <span className="timesheet-cell-text">
          {save.isPending ? (
            <span className="spinner" aria-hidden="true" />
          ) : cell.sheets.length === 0 ? (
            '–'
          ) : (
            <>
              {running && <span className="timesheet-running" title="On the clock" />}
              {hours(cell.seconds)}
            </>
          )}
        </span>
      ) : (
        <span className="timesheet-cell-edit">
          <input
            aria-label={`Hours, ${place}`}
            aria-invalid={problem ? true : undefined}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: somebody has just begun to write here.
            autoFocus
            value={text}
            onFocus={({ target }) => text.length > 1 && target.select()}
            onChange={({ target }) => {
              setText(target.value)
              setProblem(undefined)
            }}
            onKeyDown={onKeyDownInside}
          />
          <Button
            kind="quiet"
            icon={<Ellipsis size={16} aria-hidden="true" />}
            label="Notes and more"
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => openForm(text)}
          />
        </span>
      )}
      {problem && (
        <span className="timesheet-cell-problem" role="alert">
          {problem === 'closed'
            ? closedText(day.closed, owner)
            : problem === 'rights'
              ? `You may not add time yourself. ${askText(owner.managers, 'to add it')}`
              : problem.text}
          {typeof problem === 'object' && text === undefined && (
            <span className="actions">
              {problem.hours !== undefined && (
                <Button onClick={() => openForm(problem.hours ?? '')}>Fill in the rest</Button>
              )}
              <Button onClick={() => setProblem(undefined)}>Dismiss</Button>
            </span>
          )}
        </span>
      )}
    </td>
  )
}

/** Breaks are part of a day by the clock; hours are written down for work and time off. */
function takesHours({ byId, mayUse }: Jobs, jobId: number): boolean {
  const kind = byId.get(jobId)?.kind ?? 'regular'
  return mayUse(jobId) && !kind.endsWith('_break')
}
