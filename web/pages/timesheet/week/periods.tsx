import { useHours } from '../../../components/time/hours.ts'
import { inSentence, t } from '../../../language.ts'
import { daysText } from '../../../time.ts'
import { premiumsOf } from './overtime.ts'
import type { Owner } from './owner.ts'
import type { Week } from './week.ts'

/** The hours of each pay period, if one ends within the week. */
export function Periods({ owner, week }: { owner: Owner; week: Week }) {
  const hours = useHours()
  const { zone } = owner.rules
  if (week.periods.length === 1) return null
  return (
    <dl className="timesheet-summary timesheet-periods">
      {week.periods.map(({ period, from, to, pay }) => (
        <div key={from}>
          <dt>
            {t('{days}, in the pay period {period}', {
              days: daysText(from, to, zone),
              period: daysText(period.start, period.end, zone),
            })}
          </dt>
          <dd>
            {hours(pay.total_work_seconds)}{' '}
            {premiumsOf(pay, owner, week.dates[0]!).map(({ multiplier, name, seconds }) => (
              <small key={multiplier}>
                {inSentence(name)} {hours(seconds)}
              </small>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Says below a day's heading that a pay period ends on it, if the week also has days of the next period. */
export function PeriodEnd({ week, date }: { week: Pick<Week, 'periods'>; date: string }) {
  const ends = week.periods.slice(0, -1).some(({ to }) => to === date)
  return ends && <span className="timesheet-period-end">{t('Pay period ends')}</span>
}
