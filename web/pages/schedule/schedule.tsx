import { CalendarSync, CopyPlus, LayoutTemplate, MoreHorizontal, Plus, Printer, Send } from 'lucide-react'
import { Fragment, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { RangeBar } from '../../components/calendar/range_bar.tsx'
import { Menu } from '../../components/dialogs/menu.tsx'
import { toastError } from '../../components/dialogs/toast.ts'
import { Segments } from '../../components/listing/segments.tsx'
import { Button } from '../../components/page/button.tsx'
import { useNarrow } from '../../components/page/narrow.ts'
import { Loaded, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { WithBoard } from './board.ts'
import { copyWeek } from './copy_week.ts'
import { useCalendars, useShifts } from './data.ts'
import { DayList } from './day_list.tsx'
import { DayStrip } from './day_strip.tsx'
import { Filters } from './filters.tsx'
import { Month } from './month.tsx'
import { NextShifts } from './next_shifts.tsx'
import { PublishDialog } from './publish.tsx'
import { Details } from './shift/details.tsx'
import './lists.css'
import './schedule.css'
import { t } from '../../language.ts'
import { ShiftDialog } from './shift/shift_dialog.tsx'
import type { Shift } from './shift/shifts.ts'
import { TemplatesDialog } from './shift/templates.tsx'
import { SubscribeDialog } from './subscribe.tsx'
import { type Schedule, useSchedule, type View } from './use_schedule.ts'
import type { ViewName } from './view.ts'
import { Week } from './week.tsx'

type Part = { schedule: Schedule }

/** Who works when: a week, month or day, of the user or of everyone. */
export default function SchedulePage() {
  const schedule = useSchedule()
  const { view, content, board } = schedule
  const main = (
    <Fragment key="main">
      <Tools schedule={schedule} />
      <Loaded of={content} skeleton={<Skeleton lines={7} height={72} />}>
        {(shifts) => (
          <>
            {shifts.length === 0 && view.view !== 'day' && (
              <Nothing view={view} unit={view.view} plans={content.plans} />
            )}
            <Sight view={view} shifts={shifts} content={content} />
          </>
        )}
      </Loaded>
    </Fragment>
  )
  return (
    <WithBoard value={board}>
      <Page title={t('Schedule')} actions={content.plans && <Actions schedule={schedule} />}>
        {view.who === 'me' ? <NextShifts>{main}</NextShifts> : main}
      </Page>
      <Windows schedule={schedule} />
    </WithBoard>
  )
}

function Actions({ schedule: { drafts, setOpen, addShift } }: Part) {
  const narrow = useNarrow()
  // A phone only has room for the number; with words, the buttons would move below the title.
  const publish = t('Publish {count, plural, one {# draft} other {# drafts}}', { count: drafts.length })
  return (
    <>
      {drafts.length > 0 && (
        <Button
          icon={<Send size={18} aria-hidden="true" />}
          aria-label={narrow ? publish : undefined}
          onClick={() => setOpen('publish')}
        >
          {narrow ? drafts.length : publish}
        </Button>
      )}
      <Button
        kind="primary"
        icon={<Plus size={18} aria-hidden="true" />}
        {...(narrow ? { label: t('Add shift') } : { children: t('Add shift') })}
        onClick={addShift}
      />
    </>
  )
}

function Tools({ schedule }: Part) {
  const { view, onNear, content, shown, setOpen } = schedule
  return (
    <div className="schedule-tools">
      <RangeBar text={view.text} unit={view.view} today={view.isNow} onMove={view.move} onNear={onNear} />
      <div className="schedule-choices no-print">
        <Segments<ViewName>
          label={t('View')}
          value={view.view}
          options={[
            { value: 'day', text: t('Day') },
            { value: 'week', text: t('Week') },
            { value: 'month', text: t('Month') },
          ]}
          onChange={(name) => view.go({ view: name })}
        />
        <More view={view} shifts={shown} plans={content.plans} onOpen={setOpen} />
      </div>
      {view.others && <Scope schedule={schedule} />}
    </div>
  )
}

/** Whose shifts are shown, and on which jobs. */
function Scope({ schedule: { view, content } }: Part) {
  const groups = useRecords('groups', { active: 'yes' })
  return (
    <div className="schedule-scope no-print">
      <Segments
        label={t('Whose shifts')}
        value={view.who}
        options={[
          { value: 'me', text: t('Me') },
          { value: 'all', text: t('Everyone') },
        ]}
        onChange={(who) => view.go({ who })}
      />
      {view.who === 'all' && (
        <Filters
          filter={view.filter}
          groups={(groups.data ?? []).filter(({ id }) => content.candidates.some((user) => user.group_id === id))}
          people={content.candidates}
          jobs={content.jobsInUse}
          onChange={(filter) => view.go({ filter })}
        />
      )}
    </div>
  )
}

function Windows({ schedule: { subject, setSubject, open, setOpen, drafts } }: Part) {
  const close = () => setSubject(undefined)
  return (
    <>
      {subject && ('date' in subject || subject.shift.mine) && (
        <ShiftDialog
          key={'shift' in subject ? subject.shift.id : 'new'}
          subject={subject}
          onClose={close}
          onDuplicate={(shift) => setSubject({ date: shift.first, like: shift })}
        />
      )}
      {subject && 'shift' in subject && !subject.shift.mine && <Details shift={subject.shift} onClose={close} />}
      {open === 'subscribe' && <SubscribeDialog onClose={() => setOpen(undefined)} />}
      {open === 'templates' && <TemplatesDialog onClose={() => setOpen(undefined)} />}
      {open === 'publish' && <PublishDialog drafts={drafts} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Sight({ view, shifts, content }: { view: View; shifts: readonly Shift[]; content: Schedule['content'] }) {
  const narrow = useNarrow()
  const whose = view.who === 'all'
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
  return (
    <Week
      dates={view.dates}
      people={content.people}
      shifts={shifts}
      showOpen={whose && (content.plans || shifts.some((shift) => shift.people.length === 0))}
      onPage={view.move}
    />
  )
}

const nothing = {
  week: { any: msg('No shifts this week yet.'), filtered: msg('No shifts this week match your filters.') },
  month: { any: msg('No shifts this month yet.'), filtered: msg('No shifts this month match your filters.') },
}

function Nothing({ view, unit, plans }: { view: View; unit: keyof typeof nothing; plans: boolean }) {
  const { group, person, job } = view.filter
  const filtered = group + person + job > 0
  return (
    <Notice title={t(nothing[unit][filtered ? 'filtered' : 'any'])}>
      {!plans ? (
        t('Your shifts appear here once they’re published.')
      ) : unit === 'week' && !filtered ? (
        <CopyLastWeek view={view} />
      ) : (
        t(addOrCopy)
      )}
    </Notice>
  )
}

const addOrCopy = msg('Click a day to add a shift, or go to a week that has shifts and copy it to the next.')

/** What can be done about an empty week: to copy the visible part of the one before, if it has shifts. */
function CopyLastWeek({ view: { dates, who } }: { view: View }) {
  const me = useMe()
  const calendars = useCalendars()
  const [busy, setBusy] = useState(false)
  const before = { first: addDays(dates[0]!, -7), last: addDays(dates[0]!, -1) }
  const { data: shifts = [] } = useShifts(before, who === 'me' ? { userId: me.user.id } : {})
  if (!shifts.some((shift) => shift.mine && shift.first >= before.first)) return t(addOrCopy)
  const onCopy = () => {
    setBusy(true)
    void copyWeek(shifts, before.first, calendars ?? [], me)
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  return (
    <div className="schedule-empty">
      {t('Click a day to add a shift, or copy last week’s shifts as drafts.')}
      <Button busy={busy} icon={<CopyPlus size={18} aria-hidden="true" />} onClick={onCopy}>
        {t('Copy last week')}
      </Button>
    </div>
  )
}

/** Less frequent actions. */
function More({
  view,
  shifts,
  plans,
  onOpen,
}: {
  view: View
  shifts: readonly Shift[]
  plans: boolean
  onOpen: Schedule['setOpen']
}) {
  const me = useMe()
  const calendars = useCalendars()
  const [first] = view.dates
  const onCopy = () =>
    copyWeek(shifts, first!, calendars ?? [], me).then(() => view.go({ date: addDays(view.date, 7) }), toastError)
  return (
    <Menu
      button={
        <span className="button icon-only">
          <MoreHorizontal size={20} aria-hidden="true" />
        </span>
      }
      label={t('More actions')}
    >
      {plans && view.view === 'week' && (
        <button type="button" className="nav-link" onClick={() => void onCopy()}>
          <CopyPlus size={18} aria-hidden="true" />
          <span>{t('Copy to next week')}</span>
        </button>
      )}
      {plans && (
        <button type="button" className="nav-link" onClick={() => onOpen('templates')}>
          <LayoutTemplate size={18} aria-hidden="true" />
          <span>{t('Shift templates')}</span>
        </button>
      )}
      <button type="button" className="nav-link" onClick={() => onOpen('subscribe')}>
        <CalendarSync size={18} aria-hidden="true" />
        <span>{t('Subscribe in your calendar')}</span>
      </button>
      <button type="button" className="nav-link" onClick={() => window.print()}>
        <Printer size={18} aria-hidden="true" />
        <span>{t('Print')}</span>
      </button>
    </Menu>
  )
}
