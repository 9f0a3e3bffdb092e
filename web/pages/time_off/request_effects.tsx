import { useMe } from '../../api/start.ts'
import { useDaySeconds, useHours } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { Notice } from '../../components/page.tsx'
import { usePeople } from '../../components/people.ts'
import { timeFormatOf } from '../../components/time_format.ts'
import { dateText } from '../../time.ts'
import { spanText } from '../schedule/texts.ts'
import { pendingSeconds, useRequests } from './requests.ts'
import { countedDays } from './texts.ts'
import type { TimeOffRequest } from './use_request.ts'

type Part = { request: TimeOffRequest }

/** How much is requested, and what remains. */
export function Sum({ request }: Part) {
  const { form, days, seconds } = request
  const { byId: jobs } = useJobs(form.userId)
  const hours = useHours()
  const job = form.kind === undefined ? undefined : jobs.get(form.kind)
  if (days.length === 0 || seconds <= 0 || !job) return null
  const count = form.part
    ? hours(seconds)
    : `${days.length === 1 ? '1 working day' : `${days.length} working days`}, ${hours(seconds)}`
  if (job.kind === 'pto') return <Balance request={request} count={count} kind={job} />
  return (
    <p className="time-off-sum">
      <strong>{count}</strong> {job.name} is unpaid.
    </p>
  )
}

/** The person's balance of a kind of paid time off, and what would remain. */
function Balance({
  request: { form, whose, seconds },
  count,
  kind,
}: Part & { count: string; kind: { id: number; name: string } }) {
  const { byId } = usePeople()
  const hours = useHours()
  const daySeconds = useDaySeconds()
  const own = useRequests({ user_ids: form.userId }).data ?? []
  const has = byId.get(form.userId)?.pto_balances[kind.id] ?? 0
  const pending = pendingSeconds(own, kind.id)
  const left = has - pending - seconds
  return (
    <p className="time-off-sum" role="status">
      <strong>{count}</strong>{' '}
      {`${whose ? `${whose} has` : 'You have'} ${hours(has)} of ${kind.name}${pending > 0 ? `, ${hours(pending)} of it already requested` : ''}. `}
      <span className={left < 0 ? 'time-off-short' : ''}>
        {left < 0
          ? `That’s ${hours(-left)} over the balance. You can still request it.`
          : `${hours(left)} (${countedDays(left / daySeconds)}) remain.`}
      </span>
    </p>
  )
}

/** Shifts and other time off on the same days. */
export function Conflicts({ request: { whose, conflicts } }: Part) {
  const timeFormat = timeFormatOf(useMe())
  const { shifts, timeOff } = conflicts
  return (
    <div role="status">
      {shifts.length + timeOff.length > 0 && (
        <Notice kind="warn" title={whose ? `${whose} has a conflict` : 'You have a conflict'}>
          <ul>
            {shifts.map((shift) => (
              <li key={shift.id}>{`${dateText(shift.first)}: a shift, ${spanText(shift, timeFormat)}`}</li>
            ))}
            {timeOff.map((entry) => (
              <li key={entry.id}>
                {dateText(entry.date)}: time off, already {entry.status === 'approved' ? 'approved' : 'requested'}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
