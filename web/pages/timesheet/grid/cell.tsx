import { Ellipsis } from 'lucide-react'
import { memo, useId } from 'react'
import { Button } from '../../../components/page/button.tsx'
import { useHours, useShownUnit } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { askText, closedText } from '../entry/text.ts'
import { typedSeconds } from '../typed.ts'
import type { Owner } from '../week/owner.ts'
import type { Cell, Day } from '../week/week.ts'
import type { At } from './grid_position.ts'
import { typedNote } from './rounding.ts'
import { type CellProps, type GridCellState, useCell } from './use_cell.ts'

type Props = Omit<CellProps, 'onLeave'> & {
  row: number
  column: number
  tabbable: boolean
  onFocus: (at: At) => void
  onGo: (to: At) => void
}

/** One job on one day. Hours can be typed into it if the company allows entering durations. */
export const GridCell = memo(function GridCell({ row, column, tabbable, onFocus, onGo, ...props }: Props) {
  const { owner, cell, day, jobId, jobs } = props
  const hours = useHours()
  const onLeave = (down: number, right: number) => onGo({ row: row + down, column: column + right })
  const state = useCell({ ...props, onLeave })
  const { text, problem, rules, saving } = state
  const place = `${jobs.pathOf(jobId)}, ${dateText(cell.date)}`
  const what = cell.sheets.length === 0 ? t('nothing') : hours(cell.seconds)
  const typed = useTypedText(cell)
  const said = [what, place, isRunning(cell) && t('on the clock'), typed].filter(Boolean).join(', ')
  return (
    <td
      ref={state.box}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a cell of a grid.
      role="gridcell"
      data-at={`${row}/${column}`}
      tabIndex={tabbable ? 0 : -1}
      className={['timesheet-cell', day.isToday && 'today', !rules.isOpen && 'closed'].filter(Boolean).join(' ')}
      aria-label={problem || text !== undefined ? undefined : said}
      aria-readonly={!rules.writes}
      aria-busy={saving || undefined}
      onFocus={() => onFocus({ row, column })}
      {...state.handlers}
    >
      {text === undefined ? (
        <Shown cell={cell} typed={typed} />
      ) : (
        <Edit
          state={state}
          text={text}
          label={t('Hours, {cell}', { cell: place })}
          note={typedNote(text, { owner, date: cell.date, kind: jobs.byId.get(jobId)?.kind }, hours)}
        />
      )}
      {problem && <Problem state={state} day={day} owner={owner} />}
    </td>
  )
})

/** The hours that were typed into a cell, if it shows others. */
function useTypedText({ sheets, seconds }: Cell): string | undefined {
  const hours = useHours()
  const typed = typedSeconds(sheets, seconds, useShownUnit())
  return typed === undefined ? undefined : t('entered as {hours}', { hours: hours(typed) })
}

function Shown({ cell, typed }: { cell: Cell; typed: string | undefined }) {
  const hours = useHours()
  return (
    <span className="timesheet-cell-text">
      {cell.sheets.length === 0 ? (
        '–'
      ) : (
        <>
          {isRunning(cell) && <span className="timesheet-running" title={t('On the clock')} />}
          {typed ? (
            <span className="timesheet-differs" title={typed}>
              {hours(cell.seconds)}
            </span>
          ) : (
            hours(cell.seconds)
          )}
        </>
      )}
    </span>
  )
}

/** `note` describes the hours, for example that they are those before the day is rounded. */
function Edit({ state, text, label, note }: { state: GridCellState; text: string; label: string; note?: string }) {
  const noteId = useId()
  const isNoted = note !== undefined && !state.problem
  return (
    <span className="timesheet-cell-edit">
      <input
        aria-label={label}
        aria-invalid={state.problem ? true : undefined}
        aria-describedby={isNoted ? noteId : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the user has just started typing here.
        autoFocus
        value={text}
        onFocus={({ target }) => text.length > 1 && target.select()}
        onChange={({ target }) => state.type(target.value)}
        onKeyDown={state.onKeyDownInside}
      />
      <Button
        kind="quiet"
        icon={<Ellipsis size={16} aria-hidden="true" />}
        label={t('Details')}
        tabIndex={-1}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => state.openForm(text)}
      />
      {isNoted && (
        <small id={noteId} className="timesheet-cell-note">
          {note}
        </small>
      )}
    </span>
  )
}

function Problem({ state, day, owner }: { state: GridCellState; day: Day; owner: Owner }) {
  const { problem, text, openForm, dismiss } = state
  const hours = typeof problem === 'object' ? problem.hours : undefined
  return (
    <span className="timesheet-cell-problem" role="alert">
      {problem === 'closed'
        ? closedText(day.closed, owner)
        : problem === 'rights'
          ? `${t('You can’t add time yourself.')} ${askText(owner.managers, 'add')}`
          : problem?.text}
      {typeof problem === 'object' && text === undefined && (
        <span className="actions">
          {hours !== undefined && <Button onClick={() => openForm(hours)}>{t('Fill in details')}</Button>}
          <Button onClick={dismiss}>{t('Dismiss')}</Button>
        </span>
      )}
    </span>
  )
}

function isRunning({ sheets }: Cell): boolean {
  return sheets.some((sheet) => sheet.on_the_clock)
}
