import { Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { mayManageTime } from '../../../src/rules/people/access.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecordsBeside } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/page/button.tsx'
import { Failed, Skeleton } from '../../components/page/page.tsx'
import { askerOf } from '../../components/people/asker.ts'
import { Dot } from '../../components/people/person.tsx'
import { useHours, useTwelve } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { timesOf } from '../timesheet/entry/text.ts'
import { ClosedBadge } from '../timesheet/week/closed.tsx'
import { closedOn, type Sheet } from '../timesheet/week/week.ts'
import { EntryWindow, type Opened } from './entry_window.tsx'
import type { PayRun, Person, Row } from './run.ts'

/** The hours of a day as they are shown everywhere. Overtime is part of the total. */
type ShownHours = AnswerOf<'GET /api/console/approvals/days'>['days'][number]['shown']

/**
 * Every day of the period with its entries and issues, and then `children`, which would move while the days load. The first
 * day with an issue is scrolled into view.
 */
export function PanelDays({ run, row, children }: { run: PayRun; row: Row; children: ReactNode }) {
  const { id, person, status } = row
  const { start_date, end_date } = run
  const days = useAnswer('time', '/api/console/approvals/days', { user_id: id, start_date, end_date })
  const sheets = useRecordsBeside('timesheets', { user_ids: [id], start_date, end_date, on_the_clock: 'both' })
  const [opened, setOpened] = useState<Opened>()
  const list = useRef<HTMLOListElement>(null)
  const ready = days.data !== undefined && sheets.data !== undefined
  useEffect(() => {
    const flagged = ready && list.current?.querySelector<HTMLElement>('[data-flagged="true"]')
    const body = list.current?.parentElement
    // Do not scroll away what is above the days, such as a correction, nor what has the focus.
    const isFirst = body?.firstElementChild === list.current
    if (flagged && body && isFirst && !body.contains(document.activeElement))
      body.scrollTop = flagged.offsetTop - body.offsetTop - 12
  }, [ready])
  const error = days.error ?? sheets.error
  if (error)
    return (
      <>
        <Failed error={error} again={days.error ? days.refetch : sheets.refetch} />
        {children}
      </>
    )
  if (!days.data || !sheets.data) return <Skeleton lines={7} height={56} />
  const jobName = (job: number) => sheets.data.beside.jobcodes?.[String(job)]?.name ?? t('No job')
  const byDate = Map.groupBy(sheets.data.records, ({ date }) => date)
  return (
    <>
      <ol ref={list} className="payrun-days">
        {days.data.days.map(({ date, shown }) => (
          <Day
            key={date}
            date={date}
            shown={shown}
            person={person}
            sheets={byDate.get(date) ?? []}
            jobName={jobName}
            isPartly={status !== 'approved' && status !== 'submitted'}
            isAhead={date > run.today}
            onOpen={setOpened}
          />
        ))}
      </ol>
      {children}
      {opened && <EntryWindow id={id} opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Day({
  date,
  shown: { total_seconds: total, overtime_seconds: overtime },
  person,
  sheets,
  jobName,
  isPartly,
  isAhead,
  onOpen,
}: {
  date: string
  shown: ShownHours
  person: Person
  sheets: readonly Sheet[]
  jobName: (id: number) => string
  /** Whether some days are submitted or approved, and others are not. */
  isPartly: boolean
  isAhead: boolean
  onOpen: (opened: Opened) => void
}) {
  const me = useMe()
  const hours = useHours()
  const flags = person.exceptions.filter((exception) => exception.date === date)
  const flagged = new Set(flags.flatMap(({ timesheet_ids }) => timesheet_ids))
  const name = dateText(date)
  const mayAdd = !isAhead && mayManageTime(askerOf(me), { id: person.user_id, group_id: person.group_id })
  const inOrder = sheets.toSorted((a, b) => (a.start < b.start ? -1 : 1) || a.id - b.id)
  return (
    <li data-flagged={flags.length > 0} data-empty={sheets.length === 0}>
      <header>
        <h3>{name}</h3>
        {isPartly && <ClosedBadge closed={closedOn(date, person, undefined)} short />}
        <span className="payrun-day-total">
          {sheets.length > 0 && hours(total)}
          {overtime > 0 && <small>{t('{hours} overtime', { hours: hours(overtime) })}</small>}
        </span>
        {mayAdd && (
          <Button
            kind="quiet"
            icon={<Plus size={18} aria-hidden="true" />}
            label={t('Add time on {day}', { day: name })}
            onClick={() => onOpen({ place: { date, kind: 'regular' } })}
          />
        )}
      </header>
      {flags.map(({ kind, words, timesheet_ids }) => (
        <p key={`${kind} ${timesheet_ids.join()}`} className="payrun-flag">
          <TriangleAlert size={15} aria-hidden="true" /> {words}
        </p>
      ))}
      {inOrder.map((sheet) => (
        <Entry
          key={sheet.id}
          sheet={sheet}
          job={jobName(sheet.jobcode_id)}
          isFlagged={flagged.has(sheet.id)}
          onOpen={() => onOpen({ sheet, place: { date } })}
        />
      ))}
    </li>
  )
}

function Entry({
  sheet,
  job,
  isFlagged,
  onOpen,
}: {
  sheet: Sheet
  job: string
  isFlagged: boolean
  onOpen: () => void
}) {
  const hours = useHours()
  const twelve = useTwelve()
  return (
    <button type="button" className="payrun-entry" data-flagged={isFlagged} onClick={onOpen}>
      <Dot id={sheet.jobcode_id} />
      <span>
        {job}
        {sheet.notes && <small>{sheet.notes}</small>}
      </span>
      <span className="payrun-entry-time">{timesOf(sheet, twelve) || hours(sheet.duration)}</span>
    </button>
  )
}
