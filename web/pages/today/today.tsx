import { type Me, useMe } from '../../api/start.ts'
import { later } from '../../components/dialogs/later.tsx'
import { Card, Page, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { ClockParts } from '../clock/clock.tsx'
import { useAfterClock } from '../clock/later.tsx'
import './today.css'
import { useToday } from './use_today.ts'

/** What an administrator has left to set up. */
const NextSteps = later(() => import('../welcome/next_steps.tsx'))

const Own = later(
  () => import('./own.tsx'),
  () => <OwnSkeleton />,
)
const Lead = later(
  () => import('./lead.tsx'),
  () => <LeadSkeleton />,
)

/** The page of those who track no time. */
const WithoutClock = later(
  () => import('./without_clock.tsx'),
  () => (
    <Page title={t('Today')}>
      <LeadSkeleton />
    </Page>
  ),
)

/** The first page: the clock for people who track time, and for those who lead others, who and what needs them. */
export default function TodayPage() {
  const me = useMe()
  const tracksTime = me.user.permissions?.time_tracking === true
  const leads = leadsOthers(me)
  return tracksTime ? <WithClock leads={leads} /> : <WithoutClock leads={leads} />
}

/** Whether the user sees the time of others, or approves it. Who only sees that they are on the clock has Working. */
function leadsOthers(me: Me): boolean {
  return me.manages.length > 0 || me.may('reports', 'approve_timesheets')
}

function WithClock({ leads }: { leads: boolean }) {
  const me = useMe()
  const today = useToday()
  return (
    <Page title={t('Today')} untitled>
      <ClockParts
        arrange={({ clock, day, ready }) => (
          <div className={`today-page ${leads ? 'leads' : 'alone'}`}>
            {clock}
            {ready ? <Below answer={today} leads={leads} /> : <BelowSkeleton leads={leads} />}
            {day}
          </div>
        )}
      />
      {me.is_admin && <NextSteps />}
    </Page>
  )
}

/** What is loaded once people can clock in. */
function Below({ answer, leads }: { answer: ReturnType<typeof useToday>; leads: boolean }) {
  if (!useAfterClock()) return <BelowSkeleton leads={leads} />
  return (
    <>
      {leads && <Lead answer={answer} />}
      <Own answer={answer} leads={leads} />
    </>
  )
}

function BelowSkeleton({ leads }: { leads: boolean }) {
  return (
    <>
      {leads && <LeadSkeleton />}
      <OwnSkeleton />
    </>
  )
}

function OwnSkeleton() {
  return (
    <>
      <CardSkeleton className="today-shifts" />
      <CardSkeleton className="today-week" />
    </>
  )
}

function CardSkeleton({ className }: { className: string }) {
  return (
    <Card className={className}>
      <Skeleton lines={1} height={200} />
    </Card>
  )
}

function LeadSkeleton() {
  return (
    <div className="today-lead">
      <Skeleton lines={7} height={72} />
    </div>
  )
}
