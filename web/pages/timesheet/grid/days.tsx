import './days.css'
import { Play, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { Dot } from '../../../components/people/person.tsx'
import { HolidayName } from '../../../components/time/holiday_name.tsx'
import { useHolidays } from '../../../components/time/holidays.ts'
import { useHours, useShownUnit, useTwelve } from '../../../components/time/hours.ts'
import { inSentence, t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import { useChosenInView } from '../chosen.ts'
import type { Place } from '../entry/draft.ts'
import { picturesText, timesOf } from '../entry/text.ts'
import { typedSeconds } from '../typed.ts'
import { ClosedBadge } from '../week/closed.tsx'
import { premiumsOf } from '../week/overtime.ts'
import type { Owner } from '../week/owner.ts'
import { PeriodEnd } from '../week/periods.tsx'
import type { Day, Sheet, Week } from '../week/week.ts'

type Props = {
  owner: Owner
  week: Week
  /** The day to bring into view and mark. */
  chosen?: string | undefined
  jobs: Jobs
  onOpen: (sheet: Sheet) => void
  onAdd: (place: Place) => void
  /** Clocks in as in an entry; undefined if that is not possible. */
  continuing: (sheet: Sheet) => (() => void) | undefined
}

/** The week as a list of days, for phones. */
export function Days({ week, chosen, ...rest }: Props) {
  const list = useChosenInView<HTMLOListElement>(chosen)
  const holidays = useHolidays({ first: week.dates[0]!, last: week.dates.at(-1)! }, rest.owner.user.id)
  return (
    <ol ref={list} className="timesheet-days">
      {week.days.map((day) => (
        <li key={day.date} className={day.isToday ? 'today' : undefined} data-chosen={day.date === chosen || undefined}>
          <DayList
            day={day}
            isDivided={week.divided.has(day.date)}
            periodEnd={<PeriodEnd week={week} date={day.date} />}
            holiday={holidays.get(day.date)}
            secondsOf={week.secondsOf}
            {...rest}
          />
        </li>
      ))}
    </ol>
  )
}

function DayList({
  day,
  isDivided,
  periodEnd,
  holiday,
  owner,
  jobs,
  secondsOf,
  onOpen,
  onAdd,
  continuing,
}: Omit<Props, 'week' | 'chosen'> & {
  day: Day
  isDivided: boolean
  periodEnd: ReactNode
  holiday: string | undefined
  secondsOf: Week['secondsOf']
}) {
  const hours = useHours()
  const twelve = useTwelve()
  const { rights } = owner
  const name = dateText(day.date, { weekday: 'long', month: 'short', day: 'numeric' })
  const mayAdd = rights.mayAdd && (!day.closed || rights.passesClosed)
  return (
    <>
      <header className="timesheet-day-head">
        <h3>
          {name}
          {day.isToday && <span className="badge good">{t('Today')}</span>}
          <ClosedBadge closed={day.closed} />
          {periodEnd}
          <HolidayName name={holiday} />
        </h3>
        <span className="timesheet-day-total">
          {(day.sheets.length > 0 || isDivided) && hours(day.pay.total_work_seconds)}
          {isDivided && <small className="quiet">{t('shifts are split between workdays')}</small>}
          {premiumsOf(day.pay, owner, day.date).map((premium) => (
            <small key={premium.multiplier} title={premium.reason}>
              {inSentence(premium.name)} {hours(premium.seconds)}
            </small>
          ))}
        </span>
        {mayAdd && (
          <Button
            kind="quiet"
            className="no-print"
            icon={<Plus size={20} aria-hidden="true" />}
            label={t('Add time on {date}', { date: name })}
            onClick={() => onAdd({ date: day.date })}
          />
        )}
      </header>
      {day.sheets.length > 0 && (
        <ul>
          {day.sheets.map((sheet) => (
            <li key={sheet.id} className="timesheet-entry-line">
              <button type="button" className="timesheet-entry" onClick={() => onOpen(sheet)}>
                <Dot id={sheet.jobcode_id} />
                <span className="timesheet-entry-job">
                  <span>{jobs.pathOf(sheet.jobcode_id)}</span>
                  <small>
                    {timesOf(sheet, twelve) || t('Duration')}
                    {sheet.attached_files.length > 0 && ` · ${picturesText(sheet.attached_files.length)}`}
                  </small>
                  {sheet.notes && <small className="timesheet-entry-notes">{sheet.notes}</small>}
                </span>
                <span className="timesheet-entry-time">
                  {sheet.on_the_clock && <span className="badge good">{t('On the clock')}</span>}
                  {!(sheet.on_the_clock && owner.hidesRunning) && hours(secondsOf(sheet))}
                  <Typed sheet={sheet} shown={secondsOf(sheet)} />
                  {!isPaid(jobs, sheet) && <small>{t('unpaid')}</small>}
                </span>
              </button>
              <Continue run={continuing(sheet)} name={jobs.pathOf(sheet.jobcode_id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What was typed, if the entry shows other hours so that the week adds up. */
function Typed({ sheet, shown }: { sheet: Sheet; shown: number }) {
  const hours = useHours()
  const typed = typedSeconds([sheet], shown, useShownUnit())
  return typed !== undefined && <small>{t('entered as {hours}', { hours: hours(typed) })}</small>
}

function Continue({ run, name }: { run: (() => void) | undefined; name: string }) {
  if (!run) return null
  return (
    <Button
      kind="quiet"
      className="no-print"
      icon={<Play size={18} aria-hidden="true" />}
      label={t('Continue {job}', { job: name })}
      onClick={run}
    />
  )
}

function isPaid({ byId }: Jobs, { jobcode_id }: Sheet): boolean {
  const kind = byId.get(jobcode_id)?.kind
  return kind !== 'unpaid_break' && kind !== 'unpaid_time_off'
}
