import { Clock } from 'lucide-react'
import { type Me, useMe } from '../../api/start.ts'
import { later } from '../../components/dialogs/later.tsx'
import { Card, Empty, Page, Skeleton } from '../../components/page/page.tsx'
import { useToday as useDate } from '../../components/time/now.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { ClockParts } from '../clock/clock.tsx'
import './today.css'
import { useToday } from './use_today.ts'

/** What an administrator has left to set up. */
const NextSteps = later(() => import('../welcome/next_steps.tsx'))

const Own = later(
  () => import('./own.tsx'),
  () => <OwnSkeleton />,
)
const Week = later(
  async () => ({ default: (await import('./own.tsx')).Week }),
  () => <WeekSkeleton />,
)
const Lead = later(
  () => import('./lead.tsx'),
  () => <LeadSkeleton />,
)

/** The first page: the clock for people who track time, and for those who lead others, who and what needs them. */
export default function TodayPage() {
  const me = useMe()
  const tracksTime = me.user.permissions?.time_tracking === true
  const leads = leadsOthers(me)
  if (tracksTime) return <WithClock leads={leads} />
  return leads ? <WithoutClock /> : <Nothing />
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
        arrange={({ waiting, clock, day }) => (
          <>
            {waiting}
            <div className={`today ${leads ? 'leads' : 'alone'}`}>
              {clock}
              {leads && <Lead answer={today} />}
              <Own answer={today} leads={leads} />
              <Week answer={today} />
              {day}
            </div>
          </>
        )}
      />
      {me.is_admin && <NextSteps />}
    </Page>
  )
}

function WithoutClock() {
  const me = useMe()
  const today = useToday()
  const date = useDate(me.zone)
  return (
    <Page title={t('Today')} about={dateText(date, { weekday: 'long', month: 'long', day: 'numeric' })}>
      <Lead answer={today} />
      {me.is_admin && <NextSteps />}
    </Page>
  )
}

function Nothing() {
  return (
    <Page title={t('Today')} untitled>
      <Empty icon={<Clock size={40} aria-hidden="true" />} title={t('You don’t track time here')}>
        {t('An administrator turned off time tracking for you. Ask them if you need to clock in.')}
      </Empty>
    </Page>
  )
}

function OwnSkeleton() {
  return (
    <Card className="today-shifts">
      <Skeleton lines={3} height={44} />
    </Card>
  )
}

function WeekSkeleton() {
  return (
    <Card className="today-week">
      <Skeleton lines={1} height={200} />
    </Card>
  )
}

function LeadSkeleton() {
  return (
    <div className="today-lead">
      <Skeleton lines={1} height={84} />
      <Skeleton lines={6} height={72} />
    </div>
  )
}
