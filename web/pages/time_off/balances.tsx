import { useMe } from '../../api/start.ts'
import { useDaySeconds, useHours } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { Card } from '../../components/page.tsx'
import { Dot } from '../../components/person.tsx'
import { dateText } from '../../time.ts'
import { pendingSeconds, type SentRequest } from './requests.ts'
import { countedDays } from './texts.ts'

/** The user's balance of each kind of paid time off, and what is requested of it. */
export function Balances({ requests, today }: { requests: readonly SentRequest[]; today: string }) {
  const { user } = useMe()
  const { timeOff } = useJobs()
  const hours = useHours()
  const daySeconds = useDaySeconds()
  const kinds = timeOff.filter(({ kind }) => kind === 'pto')
  if (kinds.length === 0) return null
  return (
    <Card title="Your balance">
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
              <span className="quiet">hours, {countedDays(balance / daySeconds)}</span>
              {pending > 0 && (
                <span className="hint">
                  {hours(pending)} requested; {hours(balance - pending)} if approved
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className="hint">
        As of today, {dateText(today)}. Approved time off, including future days, is already deducted.
        {` A day is ${hours(daySeconds)} hours.`}
      </p>
    </Card>
  )
}
