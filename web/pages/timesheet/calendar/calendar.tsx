import './calendar.css'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { HolidayName } from '../../../components/time/holiday_name.tsx'
import { useHolidays } from '../../../components/time/holidays.ts'
import { useHours, useTwelve } from '../../../components/time/hours.ts'
import { useMinute } from '../../../components/time/now.ts'
import { t } from '../../../language.ts'
import { dateText, isoAt, writtenTime } from '../../../time.ts'
import type { Place } from '../entry/draft.ts'
import { ClosedBadge } from '../week/closed.tsx'
import type { Owner } from '../week/owner.ts'
import { PeriodEnd } from '../week/periods.tsx'
import { closedOn, type Day, type Sheet, type Week } from '../week/week.ts'
import { Block, placed } from './block.tsx'
import { localOf, type Piece, piecesOf } from './geometry.ts'
import { type Timed, timedOf } from './rules.ts'
import { useDrag } from './use_drag.ts'

type Props = {
  owner: Owner
  week: Week
  /** The day to mark. */
  chosen?: string | undefined
  jobs: Jobs
  onOpen: (sheet: Sheet) => void
  onAdd: (place: Place) => void
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
const usualHour = 7

/** The week as days side by side, with entries as blocks that can be dragged to other times. */
export default function Calendar({ owner, week, chosen, jobs, onOpen, onAdd }: Props) {
  const { user, rights, rules } = owner
  const now = isoAt(useMinute() * 1e6, rules.zone)
  const { allowed, sheets, timed } = useMemo(() => {
    const allowed = { ...rights, closed: (date: string) => closedOn(date, user, week) }
    // A night shift that began before the week reaches into it.
    const sheets = [
      ...week.before.filter(({ date }) => date === addDays(week.dates[0]!, -1)),
      ...week.days.flatMap((day) => day.sheets),
    ]
    return { allowed, sheets, timed: timedOf(sheets, now, allowed) }
  }, [rights, user, week, now])
  const drag = useDrag({ owner, jobs, dates: week.dates, allowed, sheets, onOpen, onAdd })
  const box = useScrolledTo(timed, week)
  return (
    <div className="calendar-week">
      <Heads owner={owner} week={week} chosen={chosen} jobs={jobs} onOpen={onOpen} onAdd={onAdd} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section ref={box} className="calendar-scroll" aria-label={t('Hours of the week')} tabIndex={0}>
        <Hours />
        <div
          ref={drag.columns}
          className="calendar-columns"
          data-saving={drag.isSaving || undefined}
          {...drag.handlers}
        >
          {week.days.map((day) => (
            <Column
              key={day.date}
              day={day}
              chosen={chosen}
              now={now}
              timed={timed}
              week={week}
              jobs={jobs}
              drag={drag}
              onOpen={onOpen}
            />
          ))}
        </div>
      </section>
      <p id="calendar-help" className="hint">
        {rights.mayTimes && `${t('Drag in free space to add time.')} `}
        {t('Drag a block to move it, or its edge to change when it starts or ends.')}{' '}
        <span className="calendar-finger">{t('With a finger, press and hold before dragging.')} </span>
        {t('Arrow keys move the focused block, Shift with up and down changes its end, Enter opens it.')}
      </p>
      <p className="unseen" role="status">
        {drag.said}
      </p>
    </div>
  )
}

/** The headings of the days, with the hours that have no start and end. */
function Heads({ owner, week, chosen, jobs, onOpen, onAdd }: Props) {
  const hours = useHours()
  const holidays = useHolidays({ first: week.dates[0]!, last: week.dates[6]! }, owner.user.id)
  const { rights } = owner
  return (
    <div className="calendar-heads">
      {week.days.map(({ date, isToday, closed, sheets, pay }) => (
        <section key={date} className={isToday ? 'today' : undefined} data-chosen={date === chosen || undefined}>
          <header>
            <h3 aria-current={isToday ? 'date' : undefined}>
              {dateText(date, { weekday: 'short' })} {Number(date.slice(8))} <ClosedBadge closed={closed} short />
            </h3>
            <small>{hours(pay.total_work_seconds)}</small>
            {rights.mayAdd && (!closed || rights.passesClosed) && (
              <Button
                kind="quiet"
                className="no-print"
                icon={<Plus size={16} aria-hidden="true" />}
                label={t('Add time on {date}', { date: dateText(date) })}
                onClick={() => onAdd({ date })}
              />
            )}
          </header>
          <PeriodEnd week={week} date={date} />
          <HolidayName name={holidays.get(date)} />
          {sheets
            .filter(({ type }) => type === 'manual')
            .map((sheet) => (
              <button key={sheet.id} type="button" className="calendar-hours-entry" onClick={() => onOpen(sheet)}>
                <span>{jobs.byId.get(sheet.jobcode_id)?.name ?? jobs.pathOf(sheet.jobcode_id)}</span>{' '}
                {hours(week.secondsOf(sheet))}
              </button>
            ))}
        </section>
      ))}
    </div>
  )
}

function Hours() {
  const twelve = useTwelve()
  return (
    <div className="calendar-axis" aria-hidden="true">
      {hoursOfDay.map((hour) => (
        <span key={hour}>
          {hour > 0 && writtenTime(`2000-01-01T${String(hour).padStart(2, '0')}:00:00Z`, twelve).replace(':00 ', ' ')}
        </span>
      ))}
    </div>
  )
}

function Column({
  day,
  chosen,
  now,
  timed,
  week,
  jobs,
  drag,
  onOpen,
}: Pick<Props, 'week' | 'jobs' | 'onOpen' | 'chosen'> & {
  day: Day
  now: string
  timed: readonly Timed[]
  drag: ReturnType<typeof useDrag>
}) {
  const { drag: current } = drag
  const pieces = (span: Timed['span']) => piecesOf(span, [day.date])
  const isDragged = ({ sheet }: Timed) => current?.entry?.sheet.id === sheet.id
  const block = (entry: Timed, piece: Piece) => (
    <Block
      key={entry.sheet.id}
      entry={entry}
      piece={piece}
      jobs={jobs}
      seconds={week.secondsOf(entry.sheet)}
      look={{ dragged: isDragged(entry), refused: isDragged(entry) && current?.refusal !== undefined }}
      onGrip={(event, grip) => drag.onPointerDown(event, entry, grip)}
      onKeyDown={(event) => drag.onKeyDown(event, entry)}
      onBlur={drag.onBlur}
      onOpen={() => onOpen(entry.sheet)}
    />
  )
  const isNow = now.slice(0, 10) === day.date
  return (
    <div
      className={`calendar-column${day.isToday ? ' today' : ''}`}
      data-date={day.date}
      data-closed={day.closed}
      data-chosen={day.date === chosen || undefined}
    >
      {timed.flatMap((entry) => {
        const [piece] = pieces(isDragged(entry) && current ? current.span : entry.span)
        return piece ? [block(entry, piece)] : []
      })}
      {current &&
        !current.entry &&
        pieces(current.span).map((piece) => <div key="new" className="calendar-new" style={placed(piece)} />)}
      {isNow && <div className="calendar-now" style={{ top: placed({ from: localOf(now).minute, to: 0 }).top }} />}
    </div>
  )
}

/** Scrolls to an hour before the first entry of the week, or to the morning. */
function useScrolledTo(timed: readonly Timed[], { dates }: Week) {
  const box = useRef<HTMLElement>(null)
  const first = Math.min(
    ...timed.filter(({ span }) => dates.includes(span.start.date)).map(({ span }) => span.start.minute),
  )
  const hour = Number.isFinite(first) ? Math.max(Math.floor(first / 60) - 1, 0) : usualHour
  const latest = useRef(hour)
  latest.current = hour
  const week = dates[0]
  useEffect(() => {
    const scrolled = box.current
    if (scrolled && week) scrolled.scrollTop = (scrolled.scrollHeight / 24) * latest.current
  }, [week])
  return box
}
