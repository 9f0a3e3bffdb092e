import { payPeriodOf } from '../../../src/rules/time/pay_periods.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { useForeseen } from './foreseen.tsx'
import { PaidTable } from './paid_table.tsx'
import './pay_runs.css'
import { isAdjustment, isClosedPeriod, type PaidPerson } from './words.ts'

/** What has become due for days that earlier runs paid. */
export function Adjustments({ people }: { people: readonly PaidPerson[] }) {
  const adjusted = people.flatMap((person) => {
    const lines = person.lines.filter(isAdjustment)
    if (lines.length === 0) return []
    const sum = (of: 'seconds' | 'amount_cents') => lines.reduce((all, line) => all + line[of], 0)
    return [{ ...person, lines, seconds: sum('seconds'), amount_cents: sum('amount_cents') }]
  })
  if (adjusted.length === 0) return null
  return (
    <details className="pay-runs-adjustments" open={adjusted.length <= 5}>
      <summary>
        {t('{count, plural, one {Adjustments for # person} other {Adjustments for # people}}', {
          count: adjusted.length,
        })}
      </summary>
      <PaidTable people={adjusted} label={t('Adjustments')} />
    </details>
  )
}

/** What the pay run of a pay period will pay for earlier days, until it is closed. Only administrators see it. */
export function DueAdjustments({ start_date, end_date }: { start_date: string; end_date: string }) {
  const { is_admin, settings } = useMe()
  const period = payPeriodOf(start_date, settings.general ?? {})
  const isPeriod = is_admin && period.start === start_date && period.end === end_date
  const runs = useAnswer('time', '/api/console/pay_runs', { start_date, end_date }, { enabled: isPeriod })
  const isOpen = runs.data !== undefined && !runs.data.pay_runs.some(isClosedPeriod)
  const foreseen = useForeseen({ kind: 'regular', start_date, end_date, user_ids: [] }, isPeriod && isOpen)
  const people = isOpen ? (foreseen.data?.people ?? []) : []
  if (!people.some(({ lines }) => lines.some(isAdjustment))) return null
  return (
    <Card title={t('Due for earlier days')}>
      <p className="quiet">{t('The pay run of these days pays this, too. It is not in the figures above.')}</p>
      <Adjustments people={people} />
    </Card>
  )
}
