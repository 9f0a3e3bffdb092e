import { useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Card } from '../../components/page/page.tsx'
import { Dot } from '../../components/people/person.tsx'
import { useDaySeconds, useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { pendingSeconds, type SentRequest } from './requests.ts'
import { countedDays } from './texts.ts'

/** The user's balance of each kind of paid time off, and how much of it is requested. */
export function Balances({ requests, today }: { requests: readonly SentRequest[]; today: string }) {
  const { user } = useMe()
  const { timeOff } = useJobs()
  const hours = useHours()
  const daySeconds = useDaySeconds()
  const kinds = timeOff.filter(({ kind }) => kind === 'pto')
  if (kinds.length === 0) return null
  return (
    <Card title={t('Your balance')}>
      <ul className="time-off-balances">
        {kinds.map(({ id, name }) => {
          const balance = user.pto_balances[id] ?? 0
          const pending = pendingSeconds(requests, id)
          return (
            <li key={id}>
              <span className="time-off-kind">
                <Dot id={id} />
                {name}
              </span>
              <strong className="time-off-balance">{hours(balance)}</strong>
              <span className="quiet">{t('hours, {days}', { days: countedDays(balance / daySeconds) })}</span>
              {pending > 0 && (
                <span className="hint">
                  {t('{hours} requested; {left} if approved', {
                    hours: hours(pending),
                    left: hours(balance - pending),
                  })}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className="hint">
        {t('As of today, {day}. Approved time off, including future days, is already deducted.', {
          day: dateText(today),
        })}{' '}
        {t('A day is {hours} hours.', { hours: hours(daySeconds) })}
      </p>
    </Card>
  )
}
