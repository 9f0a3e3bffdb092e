import { CalendarSync, CopyPlus, MoreHorizontal, Plus, Printer, Send } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { addDays } from '../../../src/rules/calendar.ts'
import { queries, recordsQuery, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import { RangeBar } from '../../parts/calendar/range_bar.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Loaded, Notice, Page, Skeleton } from '../../parts/page.tsx'
import { nameOf } from '../../parts/person.tsx'
import { Segments } from '../../parts/segments.tsx'
import { sayProblem } from '../../parts/toast.tsx'
import { type Board, WithBoard } from './board.ts'
import { useContent } from './content.ts'
import { copyWeek } from './copy_week.ts'
import { eventsQuery, useCalendars } from './data.ts'
import { DayList } from './day_list.tsx'
import { DayStrip } from './day_strip.tsx'
import { Details } from './details.tsx'
import { Filters } from './filters.tsx'
import { Month } from './month.tsx'
import { NextShifts } from './next_shifts.tsx'
import { counted, PublishDialog } from './publish.tsx'
import './lists.css'
import './schedule.css'
import { mannerOf } from '../../parts/manner.ts'
import { ShiftDialog, type Subject } from './shift_dialog.tsx'
import type { Shift } from './shifts.ts'
import { SubscribeDialog } from './subscribe.tsx'
import { useView, type ViewName } from './view.ts'
import { Week } from './week.tsx'

/** Who works when: a week, a month or a day of it, mine or everybody's. */
export default function SchedulePage() {
  const me = useMe()
  const view = useView()
  const content = useContent(view)
  const groups = useRecords('groups', { active: 'yes' })
  const [subject, setSubject] = useState<Subject>()
  const [publishing, setPublishing] = useState(false)
  const [subscribing, setSubscribing] = useState(false)
  const { plans, byId, jobs, warnings, off } = content
  const { today, date, who } = view
  useNeighbours(view)
  const board = useMemo(
    (): Board => ({
      manner: mannerOf(me),
      today,
      nameOf: (id) => (id === undefined ? 'Open' : byId.has(id) ? nameOf(byId.get(id)!) : 'Somebody who has left'),
      jobOf: (id) => jobs.get(id) ?? { name: '', path: '' },
      warningsOf: warnings,
      off,
      roomy: who === 'me',
      onOpen: (shift) => setSubject({ shift }),
      onAdd: plans ? setSubject : undefined,
    }),
    [me, today, who, byId, jobs, warnings, off, plans],
  )
  const shown = content.data ?? []
  const drafts = shown.filter(({ record, mine, first, last }) => record.draft && mine && inSight(view, first, last))
  return (
    <WithBoard value={board}>
      <Page
        title="Schedule"
        wide
        actions={
          plans && (
            <>
              {drafts.length > 0 && (
                <Button icon={<Send size={18} aria-hidden="true" />} onClick={() => setPublishing(true)}>
                  Publish {counted(drafts.length, 'draft')}
                </Button>
              )}
              <Button
                kind="primary"
                icon={<Plus size={18} aria-hidden="true" />}
                onClick={() =>
                  setSubject({
                    date: view.isNow && view.view !== 'day' ? today : date,
                    userId: who === 'me' ? me.user.id : undefined,
                  })
                }
              >
                Add shift
              </Button>
            </>
          )
        }
      >
        {who === 'me' && <NextShifts />}
        <div className="schedule-tools">
          <RangeBar text={view.text} unit={view.view} today={view.isNow} onMove={view.move} />
          <div className="schedule-choices no-print">
            <Segments<ViewName>
              label="View"
              value={view.view}
              options={[
                { value: 'day', text: 'Day' },
                { value: 'week', text: 'Week' },
                { value: 'month', text: 'Month' },
              ]}
              onChange={(name) => view.go({ view: name })}
            />
            <More view={view} shifts={shown} plans={plans} onSubscribe={() => setSubscribing(true)} />
          </div>
          {view.others && (
            <div className="schedule-scope no-print">
              <Segments
                label="Whose shifts"
                value={who}
                options={[
                  { value: 'me', text: 'Me' },
                  { value: 'all', text: 'Everybody' },
                ]}
                onChange={(who) => view.go({ who })}
              />
              {who === 'all' && (
                <Filters
                  filter={view.filter}
                  groups={(groups.data ?? []).filter(({ id }) =>
                    content.candidates.some((user) => user.group_id === id),
                  )}
                  people={content.candidates}
                  jobs={content.jobsInUse}
                  onChange={(filter) => view.go({ filter })}
                />
              )}
            </div>
          )}
        </div>
        <Loaded of={content} skeleton={<Skeleton lines={7} height={72} />}>
          {(shifts) => (
            <>
              {shifts.length === 0 && view.view !== 'day' && <Nothing view={view} plans={plans} />}
              <Sight view={view} shifts={shifts} content={content} />
            </>
          )}
        </Loaded>
      </Page>
      {subject && ('date' in subject || subject.shift.mine) && (
        <ShiftDialog
          key={'shift' in subject ? subject.shift.id : 'new'}
          subject={subject}
          onClose={() => setSubject(undefined)}
          onDuplicate={(shift) => setSubject({ date: shift.first, like: shift })}
        />
      )}
      {subject && 'shift' in subject && !subject.shift.mine && (
        <Details shift={subject.shift} onClose={() => setSubject(undefined)} />
      )}
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
      {publishing && <PublishDialog drafts={drafts} onClose={() => setPublishing(false)} />}
    </WithBoard>
  )
}

type View = ReturnType<typeof useView>

function Sight({
  view,
  shifts,
  content,
}: {
  view: View
  shifts: readonly Shift[]
  content: ReturnType<typeof useContent>
}) {
  const narrow = useNarrow()
  const whose = view.who === 'all'
  const [all, setAll] = useState(false)
  const ids = content.people.map(({ id }) => id)
  const list = (date: string) => <DayList key={date} date={date} shifts={shifts} whose={whose} people={ids} />
  if (view.view === 'month')
    return (
      <Month
        date={view.date}
        weekStart={view.weekStart}
        shifts={shifts}
        whose={whose}
        onMove={(date) => view.go({ date })}
        onDay={(date) => view.go({ view: 'day', date })}
      />
    )
  if (view.view === 'day')
    return (
      <>
        <DayStrip dates={view.dates} date={view.date} shifts={shifts} onDay={(date) => view.go({ date })} />
        {list(view.date)}
      </>
    )
  if (narrow) return <div className="schedule-agenda">{view.dates.map(list)}</div>
  const people = all ? content.people : content.people.slice(0, rowsMax)
  return (
    <>
      <Week
        dates={view.dates}
        people={people}
        shifts={shifts}
        showOpen={whose && (content.plans || shifts.some((shift) => shift.people.length === 0))}
        onPage={view.move}
      />
      {people.length < content.people.length && (
        <Button onClick={() => setAll(true)}>Show all {content.people.length} people</Button>
      )}
    </>
  )
}

function Nothing({ view, plans }: { view: View; plans: boolean }) {
  const filtered = view.filter.group + view.filter.person + view.filter.job > 0
  return (
    <Notice title={`Nothing is planned in this ${view.view}${filtered ? ' for what you have chosen' : ' yet'}.`}>
      {plans
        ? 'Press a day to add a shift, or go to a week that is planned and copy it to the next.'
        : 'Your shifts show here as soon as they are published.'}
    </Notice>
  )
}

/** More rows than this are drawn only when somebody asks for them. */
const rowsMax = 100

/** What is not done every day. */
function More({
  view,
  shifts,
  plans,
  onSubscribe,
}: {
  view: View
  shifts: readonly Shift[]
  plans: boolean
  onSubscribe: () => void
}) {
  const me = useMe()
  const calendars = useCalendars()
  const [first] = view.dates
  const onCopy = () =>
    copyWeek(shifts, first!, calendars ?? [], me).then(() => view.go({ date: addDays(view.date, 7) }), sayProblem)
  return (
    <Menu
      button={
        <span className="button icon-only">
          <MoreHorizontal size={20} aria-hidden="true" />
        </span>
      }
      label="More about the schedule"
    >
      {plans && view.view === 'week' && (
        <button type="button" className="nav-link" onClick={() => void onCopy()}>
          <CopyPlus size={18} aria-hidden="true" />
          <span>Copy this week to the next</span>
        </button>
      )}
      <button type="button" className="nav-link" onClick={onSubscribe}>
        <CalendarSync size={18} aria-hidden="true" />
        <span>Subscribe in your calendar</span>
      </button>
      <button type="button" className="nav-link" onClick={() => window.print()}>
        <Printer size={18} aria-hidden="true" />
        <span>Print</span>
      </button>
    </Menu>
  )
}

/** Whether what lies between these dates is in the part that is shown. */
function inSight({ view, date, range }: View, first: string, last: string): boolean {
  return view === 'day' ? first <= date && last >= date : first <= range.last && last >= range.first
}

/** Has the weeks or months beside the shown one there before somebody goes to them. */
function useNeighbours({ dates, view, who }: View): void {
  const me = useMe()
  const calendars = useCalendars()
  const [first, last] = [dates[0]!, dates.at(-1)!]
  useEffect(() => {
    if (!calendars || view === 'month') return
    const own = who === 'me' ? { userId: me.user.id } : {}
    for (const by of [-7, 7]) {
      const range = { first: addDays(first, by), last: addDays(last, by) }
      void queries.prefetchQuery(recordsQuery('schedule_events', eventsQuery(calendars, range, me.zone, own)))
    }
  }, [calendars, view, first, last, who, me])
}
