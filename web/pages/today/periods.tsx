import { Check, ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { daysBetween } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'
import { ButtonLink } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { waitingText } from '../approvals/words.ts'
import { roughHours } from '../pay_runs/words.ts'
import type { ToDecide } from './use_today.ts'

type Period = ToDecide['periods'][number]

/** The pay periods with what each waits for, and how long until the next pay run. */
export function Periods({ waiting: { periods, today } }: { waiting: ToDecide }) {
  const me = useMe()
  const open = periods.filter(({ waiting, running }) => waiting > 0 && !running)
  const [first] = open
  return (
    <Card
      className="today-periods"
      title={t('Pay periods')}
      actions={
        <ButtonLink kind="quiet" href="/approvals">
          {t('Approvals')} <ChevronRight size={18} aria-hidden="true" />
        </ButtonLink>
      }
    >
      <p>{countdown(periods, today)}</p>
      <ol className="today-strip">
        {periods.map((period) => (
          <li key={period.start_date}>
            <Link
              href={`/approvals?day=${period.start_date}`}
              className={period.running ? 'running' : period.waiting > 0 || period.ready ? 'warn' : ''}
            >
              <strong className="today-days">{daysText(period.start_date, period.end_date, me.zone)}</strong>
              <State period={period} />
            </Link>
          </li>
        ))}
      </ol>
      {first && <Missing period={first} />}
    </Card>
  )
}

/** `This pay period ends in 3 days.` */
function countdown(periods: readonly Period[], today: string): string {
  const running = periods.find((period) => period.running)
  if (!running) return ''
  const days = daysBetween(today, running.end_date) + 1
  return days <= 1
    ? t('This pay period ends today. Its pay run can be made tomorrow.')
    : t('Pay run for this period in {count, plural, one {# day} other {# days}}.', { count: days })
}

function State({ period: { running, waiting, submitted, ready, pay_run } }: { period: Period }) {
  if (running)
    return (
      <small>
        {t('Running@@period')} · {t('{count, plural, one {# person} other {# people}}', { count: waiting })}
      </small>
    )
  if (waiting > 0) return <small>{waitingText({ waiting, submitted })}</small>
  if (ready) return <small>{t('Ready to close')}</small>
  // Perhaps because there is no time.
  if (pay_run === null) return <small>{t('Nothing to approve')}</small>
  if (pay_run.state === 'open') return <small>{t('Approved, pay run open')}</small>
  return (
    <small>
      <Check size={14} aria-hidden="true" /> {t('Closed@@pay run')} ·{' '}
      {pay_run.gross_cents === 0
        ? t('{hours} hours', { hours: roughHours(pay_run.seconds) })
        : centsText(pay_run.gross_cents)}
    </small>
  )
}

/** Who is missing in the oldest period that is over. */
function Missing({ period }: { period: Period }) {
  const { start_date, end_date, waiting, people } = period
  const me = useMe()
  const rest = waiting - people.length
  const late = people.filter(({ submitted }) => !submitted)
  const named = late.length > 0 ? late : people
  return (
    <p className="today-missing">
      {late.length > 0
        ? t('Not submitted for {days}:', { days: daysText(start_date, end_date, me.zone) })
        : t('To approve for {days}:', { days: daysText(start_date, end_date, me.zone) })}{' '}
      {named.map(({ user_id, name }, index) => (
        <span key={user_id}>
          {index > 0 && ', '}
          <Link href={`/approvals?day=${start_date}&tab=all&person=${user_id}`}>{name}</Link>
        </span>
      ))}
      {late.length === 0 && rest > 0 && ` ${t('and {count} more', { count: rest })}`}
    </p>
  )
}
