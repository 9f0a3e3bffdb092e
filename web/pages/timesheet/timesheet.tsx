import './timesheet.css'
import { CalendarPlus, CopyPlus, Plus, Printer, Send } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useSearch } from 'wouter'
import { offsetSeconds } from '../../../src/rules/time/calendar.ts'
import { cityOf, currentZoneName, offsetText } from '../../../src/rules/time/zone_names.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { OwnCorrections } from '../../components/corrections/corrections.tsx'
import { later } from '../../components/dialogs/later.tsx'
import { Segments } from '../../components/listing/segments.tsx'
import { useAnchor } from '../../components/page/anchor.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { useInParts } from '../../components/page/in_parts.ts'
import { Card, Empty, Failed, Notice, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { dateText, deviceZone, sameClock, serverNow } from '../../time.ts'
import { EntryDialog } from './entry/entry.tsx'
import { CellDialog } from './grid/cell_dialog.tsx'
import { Days } from './grid/days.tsx'
import { AddJob, Grid } from './grid/grid.tsx'
import { Paper } from './print/print.tsx'
import { ProposalDialog } from './proposal/proposal_dialog.tsx'
import { type TimesheetView, useTimesheet } from './use_timesheet.ts'
import { CopyDialog } from './week/copy.tsx'
import { Locked } from './week/locked.tsx'
import { Lunches } from './week/lunches.tsx'
import { type Owner, useOwner, useSeen } from './week/owner.ts'
import { Periods } from './week/periods.tsx'
import { SubmitDialog } from './week/submit.tsx'
import { Summary } from './week/summary.tsx'
import type { Week } from './week/week.ts'
import { WeekNav } from './week/week_nav.tsx'
import { Whose } from './week/whose.tsx'

/** Loaded when this layout is first chosen. */
const Calendar = later(
  () => import('./calendar/calendar.tsx'),
  () => <Skeleton lines={7} height={46} />,
)

/** A person's time, week by week. */
export default function TimesheetPage() {
  const me = useMe()
  const people = useSeen()
  // Inspectors, who only look at records, have no time of their own.
  const first = me.inspects ? (people[0]?.id ?? me.user.id) : me.user.id
  const asked = Number(new URLSearchParams(useSearch()).get('user')) || first
  const { owner, error, again } = useOwner(asked)
  const isChosen = !me.inspects || people.length > 0
  if (owner && isChosen && !(error && !owner.complete))
    return <Timesheet key={owner.user.id} owner={owner} people={people} />
  return (
    <Page title={t('Timesheet')}>
      {error && 'status' in error && error.status === 404 ? (
        <Empty
          title={t('This person doesn’t exist, or you don’t have access to their time.')}
          action={<ButtonLink href="/timesheet">{t('Show my timesheet')}</ButtonLink>}
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

type Part = { owner: Owner; view: TimesheetView }

function Timesheet({ owner, people }: { owner: Owner; people: readonly Owner['user'][] }) {
  const me = useMe()
  const view = useTimesheet(owner)
  const shows = useInParts(view.week !== undefined)
  useAnchor('add', view.week !== undefined && view.mayAdd, view.addHere)
  return (
    <Page
      title={owner.isMe ? t('Timesheet') : t('{name}’s timesheet', { name: owner.name })}
      about={zoneNote(owner, me.zone)}
      actions={<Actions owner={owner} view={view} people={people} />}
    >
      <Card className="timesheet">
        <div className="timesheet-head no-print">
          <WeekNav
            dates={view.dates}
            chosen={view.chosen}
            now={view.now}
            linkTo={view.linkTo}
            onGo={view.goTo}
            onPass={view.passTo}
          />
          {!view.narrow && (
            <Segments
              label={t('Layout')}
              value={view.layout}
              options={[
                { value: 'grid', text: t('Grid') },
                { value: 'days', text: t('Days') },
                { value: 'calendar', text: t('Calendar') },
              ]}
              onChange={view.setLayout}
            />
          )}
        </div>
        {view.week && shows ? (
          <Content owner={owner} view={view} week={view.week} />
        ) : view.error && !view.week ? (
          <Failed error={view.error} again={view.again} />
        ) : (
          <WeekSkeleton />
        )}
      </Card>
      <Windows owner={owner} view={view} />
    </Page>
  )
}

function Actions({ owner, view, people }: Part & { people: readonly Owner['user'][] }) {
  const { rights, user } = owner
  const { week, narrow, openWindow, lock, mayAdd } = view
  return (
    <>
      {people.length > 1 && <Whose people={people} chosen={user} onChoose={view.goToUser} />}
      <Button icon={<Printer size={18} aria-hidden="true" />} label={t('Print')} onClick={() => window.print()} />
      {rights.mayAdd && (
        <>
          <Held
            off={!mayAdd}
            icon={<CopyPlus size={18} aria-hidden="true" />}
            {...(narrow ? { label: t('Copy last week') } : { children: t('Copy last week') })}
            disabled={!week}
            onClick={() => openWindow('copy')}
          />
          <Held off={!mayAdd} icon={<Plus size={18} aria-hidden="true" />} disabled={!week} onClick={view.addToday}>
            {t('Add time')}
          </Held>
        </>
      )}
      {!rights.mayAdd && !lock?.whole && owner.isMe && (
        <Button icon={<Plus size={18} aria-hidden="true" />} disabled={!week} onClick={() => openWindow('propose')}>
          {t('Propose missing time')}
        </Button>
      )}
      {rights.maySubmit && (
        <Held
          off={lock?.whole || view.isAhead}
          kind="primary"
          icon={<Send size={18} aria-hidden="true" />}
          disabled={!week}
          onClick={() => openWindow('submit')}
        >
          {t('Submit time')}
        </Held>
      )}
    </>
  )
}

/** A button that some weeks do not have. On a phone it keeps its place, so that the arrows below stay where they are. */
function Held({ off = false, kind, ...button }: { off: boolean | undefined } & ComponentProps<typeof Button>) {
  return off ? <Button className="timesheet-held" {...button} /> : <Button kind={kind} {...button} />
}

function Content({ owner, view, week }: Part & { week: Week }) {
  const { jobs, layout, openEntry, openCell, addAt, addJob } = view
  return (
    <>
      <WeekNotices owner={owner} view={view} />
      <SentBack owner={owner} week={week} />
      {owner.isMe && <OwnCorrections corrections={view.corrections} zone={owner.rules.zone} />}
      <Summary owner={owner} week={week} />
      <Periods owner={owner} week={week} />
      <Lunches owner={owner} week={week} />
      {layout === 'days' ? (
        <Days
          owner={owner}
          week={week}
          chosen={view.chosen}
          jobs={jobs}
          onOpen={openEntry}
          onAdd={addAt}
          continuing={view.continuing}
        />
      ) : layout === 'calendar' ? (
        <Calendar owner={owner} week={week} chosen={view.chosen} jobs={jobs} onOpen={openEntry} onAdd={addAt} />
      ) : week.rows.length === 0 ? (
        <NoTime owner={owner} view={view} />
      ) : (
        <Grid
          owner={owner}
          week={week}
          chosen={view.chosen}
          mayAdd={view.mayAdd}
          jobs={jobs}
          onOpen={openEntry}
          onCell={openCell}
          onAdd={addAt}
          onAddJob={addJob}
          added={view.justAdded}
          onAddedFocus={view.forgetAdded}
        />
      )}
      <Paper owner={owner} week={week} jobs={jobs} />
    </>
  )
}

function Windows({ owner, view }: Part) {
  const { open, close, week, openEntry, addAt } = view
  if (open?.what === 'entry')
    return (
      <EntryDialog
        key={open.sheet?.id ?? 'new'}
        owner={owner}
        sheet={open.sheet}
        place={open.place}
        closed={view.closed}
        secondsOf={view.secondsOf}
        onClose={close}
        onOpen={openEntry}
        onContinue={open.sheet && view.continuing(open.sheet)}
      />
    )
  if (open?.what === 'cell')
    return (
      <CellDialog
        owner={owner}
        cell={open.cell}
        jobId={open.jobId}
        jobs={view.jobs}
        secondsOf={view.secondsOf}
        onOpen={openEntry}
        onAdd={addAt}
        onClose={close}
      />
    )
  if (!open || !week) return null
  if (open.what === 'propose')
    return <ProposalDialog owner={owner} sheet={undefined} date={view.newDate} onClose={close} onOpen={openEntry} />
  return open.what === 'copy' ? (
    <CopyDialog owner={owner} week={week} onClose={close} />
  ) : (
    <SubmitDialog owner={owner} week={week} onClose={close} />
  )
}

/** As tall as a typical week. */
function WeekSkeleton() {
  return (
    <>
      <Skeleton lines={1} height={44} />
      <Skeleton lines={7} height={46} />
    </>
  )
}

/** Notices above the week. */
function WeekNotices({ owner, view }: Part) {
  const { user, isMe, name } = owner
  const tracked = user.permissions?.time_tracking !== false
  return (
    <div className="timesheet-notices no-print">
      {!user.active && <Notice>{t('{name} has left. Their time is kept for your records.', { name })}</Notice>}
      {user.active && !tracked && (
        <Notice>
          {isMe
            ? t('Your time isn’t tracked, so none can be added.')
            : t('{name}’s time isn’t tracked, so none can be added.', { name })}
        </Notice>
      )}
      {view.lock && <Locked owner={owner} lock={view.lock} onPropose={() => view.openWindow('propose')} />}
    </div>
  )
}

/** The message that came with time of this week that was sent back, until it is submitted again. */
function SentBack({ owner: { user, isMe, rights }, week }: { owner: Owner; week: Week }) {
  const query = { user_id: user.id }
  const { data } = useAnswer('setup', '/api/console/approvals/sent_back', query, {
    enabled: isMe || rights.passesClosed,
  })
  const here = (data?.sent_back ?? []).filter(
    ({ start_date, end_date }) => start_date <= week.dates[6]! && end_date >= week.dates[0]!,
  )
  return here.map(({ start_date, end_date, message, by }) => (
    <Notice key={start_date} kind="warn" title={by ? t('Sent back by {name}', { name: by }) : t('Sent back')}>
      {t('“{text}”', { text: message })}{' '}
      {isMe && t('Correct it and submit your time through {date} again.', { date: dateText(end_date) })}
    </Notice>
  ))
}

function NoTime({ owner, view }: Part) {
  const { isMe, name } = owner
  return (
    <Empty
      icon={<CalendarPlus size={40} aria-hidden="true" />}
      title={t('No time this week')}
      action={
        view.mayAdd ? (
          <AddJob owner={owner} onAddJob={view.addJob} />
        ) : isMe && !view.lock?.whole ? (
          <ButtonLink href="/">{t('Go to the clock')}</ButtonLink>
        ) : undefined
      }
    >
      {isMe
        ? t('Time you clock or add appears here by job and day.')
        : t('Time {name} records appears here by job and day.', { name })}
    </Empty>
  )
}

/**
 * Names the time zone of the times if it differs from the user's (`mine`) or, for the user's own time, from the
 * device's.
 */
function zoneNote({ rules, isMe }: Owner, mine: string): string | undefined {
  if (sameClock(rules.zone, isMe ? deviceZone() : mine)) return undefined
  const zone = offsetText(offsetSeconds(serverNow(), rules.zone))
  return t('Times are shown in {place} time ({zone}).', { place: cityOf(currentZoneName(rules.zone)), zone })
}
