import { useMemo, useState } from 'react'
import { useMe } from '../../api/start.ts'
import { addMonths, firstOfMonth, lastOfMonth, monthWeeks, useWeekStart } from '../../components/calendar/dates.ts'
import { stop } from '../../components/calendar/grid_keys.ts'
import { MonthGrid } from '../../components/calendar/month_grid.tsx'
import { RangeBar } from '../../components/calendar/range_bar.tsx'
import { SelectField } from '../../components/fields/field.tsx'
import { useJobs } from '../../components/jobs/jobs.ts'
import { seriesColor } from '../../components/jobs/series.ts'
import { useNarrow } from '../../components/page/narrow.ts'
import { nameOf } from '../../components/people/names.ts'
import { usePeople } from '../../components/people/people.ts'
import { Dot } from '../../components/people/person.tsx'
import { HolidayName } from '../../components/time/holiday_name.tsx'
import { useHolidays } from '../../components/time/holidays.ts'
import { useHours } from '../../components/time/hours.ts'
import { timeFormatOf } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { useTimeOff } from '../schedule/data.ts'
import { useGroups } from './groups.ts'
import { entriesByName, lanesOf, type Stretch, stretchesOf } from './lanes.ts'
import type { Entry } from './requests.ts'
import { partText } from './texts.ts'

const lanesMax = 5

/** Who is off when: a month of everyone the user oversees, and a list of the chosen day. */
export function Team({
  date,
  today,
  onMove,
  onOpen,
}: {
  date: string
  today: string
  onMove: (date: string) => void
  onOpen: (requestId: number) => void
}) {
  const [group, setGroup] = useState(0)
  const narrow = useNarrow()
  const weekStart = useWeekStart()
  const groups = useGroups()
  const { byId } = usePeople()
  const weeks = useMemo(() => monthWeeks(date, weekStart), [date, weekStart])
  const range = { first: weeks[0]![0]!, last: weeks.at(-1)![6]! }
  const { entries: all } = useTimeOff(range)
  const holidays = useHolidays(range)
  const entries = useMemo(() => entriesByName(all, byId, group), [all, byId, group])
  const lanes = useMemo(() => {
    const stretches = stretchesOf(entries)
    return new Map(weeks.flatMap((week) => [...lanesOf(stretches, week)]))
  }, [entries, weeks])
  const onDate = (day: string) => entries.filter((entry) => entry.date === day)
  const off = (day: string) => new Set(onDate(day).map(({ user_id }) => user_id)).size
  const isNow = firstOfMonth(date) <= today && today <= lastOfMonth(date)
  return (
    <>
      <div className="time-off-tools">
        <RangeBar
          text={dateText(date, { month: 'long', year: 'numeric' })}
          unit="month"
          today={isNow}
          onMove={(by) => onMove(by === 0 ? today : addMonths(date, by))}
        />
        {groups.size > 0 && (
          <SelectField
            label={t('Group')}
            hideLabel
            value={group}
            onChange={(event) => setGroup(Number(event.target.value))}
          >
            <option value={0}>{t('All groups')}</option>
            {[...groups].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <MonthGrid
        label={t('Time off of the month')}
        className="time-off-month"
        date={date}
        today={today}
        weekStart={weekStart}
        chosen={date}
        onMove={onMove}
        onDay={onMove}
        holidays={holidays}
        aboutDay={(day) =>
          off(day) === 0 ? '' : t('{count, plural, one {# person off} other {# people off}}', { count: off(day) })
        }
      >
        {(day) =>
          narrow ? (
            <span className="time-off-count" aria-hidden="true">
              {off(day) > 0 && off(day)}
            </span>
          ) : (
            <Bars
              day={day}
              lanes={lanes.get(day) ?? []}
              first={weeks.some((week) => week[0] === day)}
              onOpen={onOpen}
              onMore={() => onMove(day)}
            />
          )
        }
      </MonthGrid>
      <Day date={date} holiday={holidays.get(date)} entries={onDate(date)} onOpen={onOpen} />
    </>
  )
}

function Bars({
  day,
  lanes,
  first,
  onOpen,
  onMore,
}: {
  day: string
  lanes: readonly (Stretch | undefined)[]
  /** Whether a week begins on this day; names are repeated there. */
  first: boolean
  onOpen: (requestId: number) => void
  onMore: () => void
}) {
  const { byId } = usePeople()
  const { pathOf } = useJobs()
  const more = lanes.slice(lanesMax).filter((stretch) => stretch !== undefined).length
  return (
    <div className="time-off-lanes">
      {lanes.slice(0, lanesMax).map((stretch, lane) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other name.
        if (!stretch) return <span key={lane} className="time-off-bar" aria-hidden="true" />
        const begins = stretch.first === day
        return (
          <button
            {...stop}
            key={stretch.key}
            type="button"
            className="time-off-bar"
            data-begins={begins || undefined}
            data-ends={stretch.last === day || undefined}
            data-asked={!stretch.approved || undefined}
            style={{ '--bar-color': seriesColor(stretch.kind) } as React.CSSProperties}
            onClick={() => onOpen(stretch.requestId)}
          >
            <span className={begins || first ? '' : 'unseen'}>{nameOf(byId.get(stretch.userId)!)}</span>
            <span className="unseen">
              , {pathOf(stretch.kind)}
              {!stretch.approved && `, ${t('requested')}`}
            </span>
          </button>
        )
      })}
      {more > 0 && (
        <button {...stop} type="button" className="link" onClick={onMore}>
          {t('{count} more', { count: more })}
        </button>
      )}
    </div>
  )
}

function Day({
  date,
  holiday,
  entries,
  onOpen,
}: {
  date: string
  holiday: string | undefined
  entries: readonly Entry[]
  onOpen: (requestId: number) => void
}) {
  const me = useMe()
  const { byId } = usePeople()
  const { pathOf } = useJobs()
  const hours = useHours()
  return (
    <section className="card" aria-label={dateText(date, { dateStyle: 'full' })}>
      <h2>{dateText(date, { weekday: 'long', month: 'long', day: 'numeric' })}</h2>
      <HolidayName name={holiday} />
      {entries.length === 0 ? (
        <p className="quiet">{t('No one is off.')}</p>
      ) : (
        <ul className="time-off-people">
          {entries.map((entry) => (
            <li key={entry.id}>
              <button type="button" onClick={() => onOpen(entry.time_off_request_id)}>
                <Dot id={entry.jobcode_id} />
                <span>
                  <strong>{nameOf(byId.get(entry.user_id)!)}</strong>
                  <span className="quiet">
                    {pathOf(entry.jobcode_id)},{' '}
                    {entry.entry_method === 'regular' ? partText(entry, timeFormatOf(me)) : hours(entry.duration)}
                  </span>
                </span>
                {entry.status === 'pending' && <span className="badge warn">{t('Pending')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
