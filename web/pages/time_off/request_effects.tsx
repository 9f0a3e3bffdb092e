import { msg } from '../../../src/rules/language/messages.ts'
import { useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { Notice } from '../../components/page/page.tsx'
import { useDaySeconds, useHours } from '../../components/time/hours.ts'
import { timeFormatOf } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { spanText } from '../schedule/texts.ts'
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
    : t('{count, plural, one {# working day} other {# working days}}, {hours}', {
        count: days.length,
        hours: hours(seconds),
      })
  if (job.kind === 'pto') return <Balance request={request} count={count} kind={job} />
  return (
    <p className="time-off-sum">
      <strong>{count}</strong> {t('{kind} is unpaid.', { kind: job.name })}
    </p>
  )
}

/** The person's balance of a kind of paid time off, and what would remain. */
function Balance({
  request: { form, whose, seconds, balanceOf },
  count,
  kind,
}: Part & { count: string; kind: { id: number; name: string } }) {
  const hours = useHours()
  const daySeconds = useDaySeconds(form.userId)
  const { has, pending } = balanceOf(kind.id)
  const left = has - pending - seconds
  const said = sentences[whose ? 'other' : 'own']
  return (
    <p className="time-off-sum" role="status">
      <strong>{count}</strong>{' '}
      {t(said[pending > 0 ? 'requested' : 'has'], {
        ...{ name: whose ?? '', kind: kind.name, hours: hours(has), pending: hours(pending) },
      })}{' '}
      <span className={left < 0 ? 'time-off-short' : ''}>
        {left < 0
          ? t('That’s {hours} over the balance. You can still request it.', { hours: hours(-left) })
          : t('{hours} ({days}) remain.', { hours: hours(left), days: countedDays(left / daySeconds) })}
      </span>
    </p>
  )
}

const sentences = {
  own: {
    has: msg('You have {hours} of {kind}.'),
    requested: msg('You have {hours} of {kind}, {pending} of it already requested.'),
  },
  other: {
    has: msg('{name} has {hours} of {kind}.'),
    requested: msg('{name} has {hours} of {kind}, {pending} of it already requested.'),
  },
}

/** Shifts and other time off on the same days. */
export function Conflicts({ request: { whose, conflicts } }: Part) {
  const timeFormat = timeFormatOf(useMe())
  const { shifts, timeOff } = conflicts
  return (
    <div role="status">
      {shifts.length + timeOff.length > 0 && (
        <Notice kind="warn" title={whose ? t('{name} has a conflict', { name: whose }) : t('You have a conflict')}>
          <ul>
            {shifts.map((shift) => (
              <li key={shift.id}>
                {t('{day}: a shift, {times}', { day: dateText(shift.first), times: spanText(shift, timeFormat) })}
              </li>
            ))}
            {timeOff.map((entry) => (
              <li key={entry.id}>
                {entry.status === 'approved'
                  ? t('{day}: time off, already approved', { day: dateText(entry.date) })
                  : t('{day}: time off, already requested', { day: dateText(entry.date) })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
