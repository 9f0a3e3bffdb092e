import './grid.css'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { msg } from '../../../../src/rules/language/messages.ts'
import { JobDialog } from '../../../components/jobs/job_picker.tsx'
import { type Jobs, pathParts, useJobWord } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { Dot } from '../../../components/people/person.tsx'
import { HolidayName } from '../../../components/time/holiday_name.tsx'
import { useHolidays } from '../../../components/time/holidays.ts'
import { useHours, useShownUnit } from '../../../components/time/hours.ts'
import { inSentence, t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import type { Place } from '../entry/draft.ts'
import { typedSeconds } from '../typed.ts'
import { ClosedBadge } from '../week/closed.tsx'
import { premiumsOf } from '../week/overtime.ts'
import type { Owner } from '../week/owner.ts'
import { PeriodEnd } from '../week/periods.tsx'
import type { Cell, Row, Sheet, Week } from '../week/week.ts'
import { GridCell } from './cell.tsx'
import { takesTyping } from './cell_rules.ts'
import { useGridPosition } from './grid_position.ts'

type Props = {
  owner: Owner
  week: Week
  /** The day to mark. */
  chosen?: string | undefined
  /** Whether time can be added to the week. */
  mayAdd: boolean
  jobs: Jobs
  onOpen: (sheet: Sheet) => void
  /** A cell with more than one entry. */
  onCell: (cell: Cell) => void
  onAdd: (place: Place) => void
  onAddJob: (id: number) => void
  /** A job that was just added, whose row gets the focus. */
  added: number | undefined
  /** Called when it has the focus. */
  onAddedFocus: () => void
}

/** The week by job and day. Arrow keys move between cells, Enter opens one, digits type hours into it. */
export function Grid(props: Props) {
  const { owner, week, chosen, mayAdd, jobs, onOpen, onCell, onAdd, onAddJob, added, onAddedFocus } = props
  const hours = useHours()
  const { table, here, setAt, go, onKeyDown } = useGridPosition(week, chosen)
  const addedRow = week.rows.findIndex(({ jobId }) => jobId === added)
  useEffect(() => {
    if (addedRow === -1) return
    onAddedFocus()
    go({ row: addedRow, column: here.column })
  }, [addedRow, here.column, go, onAddedFocus])
  return (
    <>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table navigated with arrow keys is a grid.
        role="grid"
        className="timesheet-grid"
        aria-label={t('Hours by job and day')}
        onKeyDown={onKeyDown}
      >
        <Head owner={owner} week={week} chosen={chosen} />
        <tbody>
          {week.rows.map((row, rowIndex) => (
            <tr key={row.jobId} className={row.counts ? undefined : 'timesheet-unpaid'}>
              <JobHeader row={row} jobs={jobs} />
              {row.cells.map((cell, column) => (
                <GridCell
                  key={cell.date}
                  owner={owner}
                  cell={cell}
                  day={week.days[column]!}
                  jobId={row.jobId}
                  jobs={jobs}
                  row={rowIndex}
                  column={column}
                  tabbable={rowIndex === here.row && column === here.column}
                  onFocus={setAt}
                  onGo={go}
                  onOpen={onOpen}
                  onCell={onCell}
                  onAdd={onAdd}
                />
              ))}
              <td className="number">{hours(row.seconds)}</td>
            </tr>
          ))}
        </tbody>
        <Totals owner={owner} week={week} />
      </table>
      <TypedHint week={week} />
      {mayAdd && (
        <AddJob owner={owner} onAddJob={onAddJob} hint={week.days.some((day) => takesTyping(day, owner.rights))} />
      )}
    </>
  )
}

/** Explains hours that are shown otherwise than they were typed. */
function TypedHint({ week }: Pick<Props, 'week'>) {
  const unit = useShownUnit()
  const differs = week.rows.some(({ cells }) =>
    cells.some(({ sheets, seconds }) => typedSeconds(sheets, seconds, unit) !== undefined),
  )
  if (!differs) return null
  return (
    <p className="hint">
      {t(
        'Typed hours are stored in hundredths (7:20 as 7.33), so an underlined cell is a minute off and the week adds up. Enter start and end to keep each minute.',
      )}
    </p>
  )
}

function Head({ owner, week, chosen }: Pick<Props, 'owner' | 'week' | 'chosen'>) {
  const word = useJobWord()
  const holidays = useHolidays({ first: week.dates[0]!, last: week.dates.at(-1)! }, owner.user.id)
  return (
    <>
      <colgroup>
        <col />
        {week.dates.map((date) => (
          <col key={date} className={date === chosen ? 'timesheet-chosen' : undefined} />
        ))}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{word}</th>
          {week.days.map(({ date, isToday, closed }) => (
            <th
              key={date}
              scope="col"
              className={isToday ? 'today' : undefined}
              data-chosen={date === chosen || undefined}
              aria-current={isToday ? 'date' : undefined}
            >
              <span>
                {dateText(date, { weekday: 'short' })} <ClosedBadge closed={closed} short />
              </span>
              <small>{dateText(date, { month: 'numeric', day: 'numeric' })}</small>
              <PeriodEnd week={week} date={date} />
              <HolidayName name={holidays.get(date)} />
            </th>
          ))}
          <th scope="col">{t('Total')}</th>
        </tr>
      </thead>
    </>
  )
}

function JobHeader({ row, jobs }: { row: Row; jobs: Jobs }) {
  const { name, above } = pathParts(jobs.pathOf(row.jobId))
  const kind = jobs.byId.get(row.jobId)?.kind
  const about = above || (kind && kind !== 'regular' ? t(kindNames[kind] ?? '') : '')
  return (
    <th scope="row">
      <span className="timesheet-job">
        <Dot id={row.jobId} />
        <span>
          <span>{name}</span>
          {about && <small>{about}</small>}
        </span>
      </span>
    </th>
  )
}

const kindNames: Record<string, string> = {
  pto: msg('Paid time off'),
  unpaid_time_off: msg('Unpaid time off'),
  paid_break: msg('Paid break'),
  unpaid_break: msg('Unpaid break, not in the totals'),
}

function Totals({ owner, week }: { owner: Owner; week: Week }) {
  const hours = useHours()
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {t('Total')}
          {week.dates.some((date) => week.divided.has(date)) && (
            <small className="quiet"> {t('shifts are split between workdays')}</small>
          )}
        </th>
        {week.days.map(({ date, isToday, pay }) => (
          <td key={date} className={`number${isToday ? ' today' : ''}`}>
            {hours(pay.total_work_seconds)}
          </td>
        ))}
        <td className="number">
          <strong>{hours(week.pay.total_work_seconds)}</strong>
        </td>
      </tr>
      {premiumsOf(week.pay, owner, week.dates[0]!).map(({ multiplier, name, reason, seconds }) => (
        <tr key={multiplier} className="timesheet-premium-row">
          <th scope="row">
            {name} <small>{reason}</small>
          </th>
          {week.days.map(({ date, isToday, pay }) => (
            <td key={date} className={`number${isToday ? ' today' : ''}`}>
              {pay.overtime_seconds[multiplier] ? hours(pay.overtime_seconds[multiplier]) : '–'}
            </td>
          ))}
          <td className="number">{hours(seconds)}</td>
        </tr>
      ))}
    </tfoot>
  )
}

/** Adds a row for a job. With `hint`, explains how to type into the grid. */
export function AddJob({ owner, onAddJob, hint }: Pick<Props, 'owner' | 'onAddJob'> & { hint?: boolean }) {
  const word = inSentence(useJobWord())
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <div className="timesheet-grid-foot">
        <Button kind="quiet" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setChoosing(true)}>
          {t('Add a {job}', { job: word })}
        </Button>
        {hint && <p className="hint">{t('Type hours in any cell. Arrow keys move; F2 opens details.')}</p>}
      </div>
      {choosing && (
        <JobDialog
          value={undefined}
          userId={owner.user.id}
          also={owner.rights.mayTimeOff ? ['pto', 'unpaid_time_off'] : []}
          onClose={() => setChoosing(false)}
          onChoose={(id) => {
            setChoosing(false)
            onAddJob(id)
          }}
        />
      )}
    </>
  )
}
