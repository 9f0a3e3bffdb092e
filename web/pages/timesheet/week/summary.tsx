import { useHours } from '../../../components/time/hours.ts'
import { locale, t } from '../../../language.ts'
import { premiumsOf } from './overtime.ts'
import type { Owner } from './owner.ts'
import { rulesIn } from './policy.ts'
import type { Week } from './week.ts'

/** A week's totals: all hours, how they are paid, and the hours left until overtime. */
export function Summary({ owner, week }: { owner: Owner; week: Week }) {
  const hours = useHours()
  const { pay } = week
  const first = week.dates[0]!
  const weekly = rulesIn(owner.rules, first).find(({ kind }) => kind === 'weekly')
  const used = pay.total_re_seconds + (owner.rules.time_off_counts ? pay.total_pto_seconds : 0)
  const left = weekly ? weekly.afterSeconds - used : 0
  const premiums = premiumsOf(pay, owner, first)
  const number = new Intl.NumberFormat(locale())
  const isNow = week.days.some(({ isToday }) => isToday)
  return (
    <dl className="timesheet-summary">
      <div>
        <dt>{t('Total')}</dt>
        <dd>{hours(pay.total_work_seconds)}</dd>
      </div>
      {(premiums.length > 0 || pay.total_pto_seconds > 0) && (
        <div>
          <dt>{t('Regular')}</dt>
          <dd>{hours(pay.total_re_seconds)}</dd>
        </div>
      )}
      {premiums.map(({ multiplier, name, seconds, reason }) => (
        <div key={multiplier} className="timesheet-premium">
          <dt>{name}</dt>
          <dd>
            {hours(seconds)} <small>{reason}</small>
          </dd>
        </div>
      ))}
      {pay.total_pto_seconds > 0 && (
        <div>
          <dt>{t('Time off')}</dt>
          <dd>{hours(pay.total_pto_seconds)}</dd>
        </div>
      )}
      {weekly && premiums.length === 0 && isNow && left > 0 && (
        <div>
          <dt>{t('Until {hours} h', { hours: number.format(Math.round(weekly.afterSeconds / 36) / 100) })}</dt>
          <dd>{hours(left)}</dd>
        </div>
      )}
    </dl>
  )
}
