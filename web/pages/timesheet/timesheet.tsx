import './timesheet.css'
import { CalendarPlus, CopyPlus, Plus, Printer, Send } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { isDate } from '../../../src/rules/calendar.ts'
import { useMe } from '../../api/start.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { useJobs } from '../../parts/jobs.ts'
import { useToday } from '../../parts/now.ts'
import { Card, Empty, Failed, Notice, Page, Skeleton } from '../../parts/page.tsx'
import { Segments } from '../../parts/segments.tsx'
import { deviceZone, sameClock, zoneName } from '../../time.ts'
import { CellDialog } from './cell_dialog.tsx'
import { CopyDialog } from './copy.tsx'
import { Days } from './days.tsx'
import type { Place } from './draft.ts'
import { EntryDialog } from './entry.tsx'
import { Grid } from './grid.tsx'
import { useLayout } from './layout.ts'
import { type Owner, useOwner, useSeen } from './owner.ts'
import { Paper } from './print.tsx'
import { SubmitDialog } from './submit.tsx'
import { Summary } from './summary.tsx'
import { askText } from './text.ts'
import { type Cell, type Sheet, useWeek, type Week } from './week.ts'
import { WeekNav } from './week_nav.tsx'
import { Whose } from './whose.tsx'

/** Somebody's time, week by week. */
export default function TimesheetPage() {
  const me = useMe()
  const asked = Number(new URLSearchParams(useSearch()).get('user')) || me.user.id
  const { owner, error, again } = useOwner(asked)
  const people = useSeen()
  if (owner && !(error && !owner.complete)) return <Timesheet key={owner.user.id} owner={owner} people={people} />
  return (
    <Page title="Timesheet" wide>
      {error && 'status' in error && error.status === 404 ? (
        <Empty
          title="There is no such person, or you may not see their time."
          action={<ButtonLink href="/timesheet">Show my own</ButtonLink>}
        />
      ) : error ? (
        <Failed error={error} again={again} />
      ) : (
        <Card className="timesheet">
          <WeekSkeleton />
        </Card>
      )}
    </Page>
  )
}

type Open =
  | { what: 'entry'; sheet?: Sheet; place: Place }
  | { what: 'cell'; cell: Cell; jobId: number }
  | { what: 'copy' | 'submit' }

function Timesheet({ owner, people }: { owner: Owner; people: readonly Owner['user'][] }) {
  const me = useMe()
  const { rules, rights, isMe, user, name } = owner
  const params = useParams<{ date?: string }>()
  const [, navigate] = useLocation()
  const now = useToday(rules.zone)
  const date = params.date && isDate(params.date) ? params.date : now
  const [added, setAdded] = useState<readonly number[]>([])
  const [open, setOpen] = useState<Open>()
  const { layout, setLayout, narrow } = useLayout()
  const { week, dates, error, again } = useWeek(owner, date, added)
  const jobs = useJobs(user.id)
  const linkTo = useCallback(
    (to: string) => `/timesheet${to === now ? '' : `/${to}`}${isMe ? '' : `?user=${user.id}`}`,
    [now, isMe, user.id],
  )
  const close = () => setOpen(undefined)
  const onOpen = (sheet: Sheet) => setOpen({ what: 'entry', sheet, place: { date: sheet.date } })
  const onAdd = (place: Place) => setOpen({ what: 'entry', place: { ...place, kind: place.kind ?? usualKind(owner) } })
  const closed = (day: string) => closedOn(day, owner, week)
  const addDay = dates.includes(now) ? now : dates[0]!

  return (
    <Page
      title={isMe ? 'Timesheet' : `${name}’s timesheet`}
      wide
      about={zoneNote(owner, me.zone)}
      actions={
        <>
          {people.length > 1 && (
            <Whose
              people={people}
              chosen={user}
              onChoose={(id) => navigate(`/timesheet/${date}${id === me.user.id ? '' : `?user=${id}`}`)}
            />
          )}
          <Button icon={<Printer size={18} aria-hidden="true" />} label="Print" onClick={() => window.print()} />
          {rights.mayAdd && (
            <>
              <Button
                icon={<CopyPlus size={18} aria-hidden="true" />}
                {...(narrow ? { label: 'Copy last week' } : { children: 'Copy last week' })}
                disabled={!week}
                onClick={() => setOpen({ what: 'copy' })}
              />
              <Button
                icon={<Plus size={18} aria-hidden="true" />}
                disabled={!week}
                onClick={() => onAdd({ date: addDay })}
              >
                Add time
              </Button>
            </>
          )}
          {rights.maySubmit && (
            <Button
              kind="primary"
              icon={<Send size={18} aria-hidden="true" />}
              disabled={!week}
              onClick={() => setOpen({ what: 'submit' })}
            >
              Submit time
            </Button>
          )}
        </>
      }
    >
      <Card className="timesheet">
        <div className="timesheet-head no-print">
          <WeekNav dates={dates} now={now} linkTo={linkTo} onGo={(to) => navigate(linkTo(to))} />
          {!narrow && (
            <Segments
              label="How the week is shown"
              value={layout}
              options={[
                { value: 'grid', text: 'Grid' },
                { value: 'days', text: 'Days' },
              ]}
              onChange={setLayout}
            />
          )}
        </div>
        {week ? (
          <>
            <WeekNotices owner={owner} week={week} />
            <Summary owner={owner} week={week} />
            {narrow || layout === 'days' ? (
              <Days owner={owner} week={week} jobs={jobs} onOpen={onOpen} onAdd={onAdd} />
            ) : week.rows.length === 0 ? (
              <NoTime owner={owner} onAdd={() => onAdd({ date: addDay })} />
            ) : (
              <Grid
                owner={owner}
                week={week}
                jobs={jobs}
                onOpen={onOpen}
                onCell={(cell) => setOpen({ what: 'cell', cell, jobId: cell.sheets[0]!.jobcode_id })}
                onAdd={onAdd}
                onAddJob={(id) => setAdded([...added, id])}
              />
            )}
            <Paper owner={owner} week={week} jobs={jobs} />
          </>
        ) : error ? (
          <Failed error={error} again={again} />
        ) : (
          <WeekSkeleton />
        )}
      </Card>
      {open?.what === 'entry' && (
        <EntryDialog
          key={open.sheet?.id ?? 'new'}
          owner={owner}
          sheet={open.sheet}
          place={open.place}
          closed={closed}
          onClose={close}
          onOpen={onOpen}
        />
      )}
      {open?.what === 'cell' && (
        <CellDialog
          owner={owner}
          cell={open.cell}
          jobId={open.jobId}
          jobs={jobs}
          onOpen={onOpen}
          onAdd={onAdd}
          onClose={close}
        />
      )}
      {open?.what === 'copy' && week && <CopyDialog owner={owner} week={week} onClose={close} />}
      {open?.what === 'submit' && week && <SubmitDialog owner={owner} week={week} onClose={close} />}
    </Page>
  )
}

/** As high as a usual week. */
function WeekSkeleton() {
  return (
    <>
      <Skeleton lines={1} height={44} />
      <Skeleton lines={7} height={46} />
    </>
  )
}

/** What one should know of the week before looking at it. */
function WeekNotices({ owner, week }: { owner: Owner; week: Week }) {
  const { user, isMe, name, rights, managers } = owner
  const states = new Set(week.days.map(({ closed }) => closed))
  const tracked = user.permissions?.time_tracking !== false
  const closedAll = !states.has(undefined)
  return (
    <div className="timesheet-notices no-print">
      {!user.active && <Notice>{name} has left. The time stays for the records.</Notice>}
      {user.active && !tracked && (
        <Notice>
          {isMe ? 'Your time is not tracked' : `The time of ${name} is not tracked`}, so none can be added.
        </Notice>
      )}
      {closedAll && (
        <Notice kind={states.has('submitted') ? 'info' : 'good'}>
          {states.has('submitted') ? 'This week is submitted.' : 'This week is approved.'}{' '}
          {!rights.passesClosed && (isMe ? askText(managers, 'if something must be changed') : '')}
        </Notice>
      )}
    </div>
  )
}

function NoTime({ owner, onAdd }: { owner: Owner; onAdd: () => void }) {
  const { rights, isMe, name } = owner
  return (
    <Empty
      icon={<CalendarPlus size={40} aria-hidden="true" />}
      title="No time in this week"
      action={
        rights.mayAdd ? (
          <Button kind="primary" onClick={onAdd}>
            Add time
          </Button>
        ) : isMe ? (
          <ButtonLink href="/">Go to the clock</ButtonLink>
        ) : undefined
      }
    >
      {isMe ? 'What you clock, or add here, appears by job and day.' : `What ${name} records appears by job and day.`}
    </Empty>
  )
}

/** Whose clock the times are of, where that is not the one of whoever looks. */
function zoneNote({ rules, isMe }: Owner, mine: string): string | undefined {
  if (sameClock(rules.zone, isMe ? deviceZone() : mine)) return undefined
  return `Times are in ${rules.zone.replaceAll('_', ' ')} (${zoneName(rules.zone)}).`
}

function usualKind({ rights }: Owner): Sheet['type'] {
  return rights.mayTimes ? 'regular' : 'manual'
}

function closedOn(date: string, { user }: Owner, week: Week | undefined) {
  const day = week?.days.find((each) => each.date === date)
  if (day) return day.closed
  if (date <= (user.approved_to ?? '')) return 'approved'
  return date <= (user.submitted_to ?? '') ? 'submitted' : undefined
}
