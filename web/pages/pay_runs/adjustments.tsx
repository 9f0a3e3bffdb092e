import { payPeriodOf } from '../../../src/rules/time/pay_periods.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Card, Notice } from '../../components/page/page.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import { useForeseen } from './foreseen.tsx'
import { PaidTable } from './paid_table.tsx'
import './pay_runs.css'
import { isAdjustment, isClosedPeriod, type PaidPerson, shownSum, signed } from './words.ts'

/** What has become due for days that earlier runs paid. */
export function Adjustments({ people }: { people: readonly PaidPerson[] }) {
  const adjusted = withLines(people, isAdjustment)
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

/**
 * What has changed in days since they were paid, for everyone or one person, and will be paid by the next pay run. Only
 * administrators see it.
 */
export function ChangedSincePaid({ start_date, end_date, userId }: Dates & { userId?: number }) {
  const { is_admin } = useMe()
  const runs = useAnswer('time', '/api/console/pay_runs', { start_date, end_date }, { enabled: is_admin })
  const isPaid = runs.data?.pay_runs.some((run) => isClosedPeriod(run) && run.start_date === start_date) === true
  const user_ids = userId === undefined ? [] : [userId]
  const { data } = useForeseen({ kind: 'correction', start_date, end_date, user_ids }, is_admin && isPaid)
  const people = withLines(
    data?.people ?? [],
    (line) => isAdjustment(line) && line.end_date >= start_date && line.start_date <= end_date,
  )
  if (!isPaid || people.length === 0) return null
  return (
    <Notice kind="warn" title={t('Changed since it was paid')}>
      <p>{t('What was paid stays as it is. The next pay run pays the difference.')}</p>
      <Adjustments people={people} />
    </Notice>
  )
}

type Dates = { start_date: string; end_date: string }

/** People with those of their lines, and the sums of these. */
function withLines(people: readonly PaidPerson[], keeps: (line: PaidPerson['lines'][number]) => boolean): PaidPerson[] {
  return people.flatMap((person) => {
    const lines = person.lines.filter(keeps)
    if (lines.length === 0) return []
    const sum = (of: 'seconds' | 'amount_cents') => lines.reduce((all, line) => all + line[of], 0)
    return [{ ...person, lines, seconds: sum('seconds'), amount_cents: sum('amount_cents') }]
  })
}

/** What the pay run of a pay period will pay for earlier days, until it is closed. Only administrators see it. */
export function DueAdjustments(dates: Dates) {
  const people = useDue(dates)
  if (people.length === 0) return null
  return (
    <Card title={t('Due for earlier days')}>
      <p className="quiet">{t('The pay run of these days pays this, too. It is not in the figures above.')}</p>
      <Adjustments people={people} />
    </Card>
  )
}

/** Says beside the files of a pay period that is not closed that they have no adjustments, if any are due. */
export function WithoutAdjustments(dates: Dates) {
  const people = useDue(dates)
  const [hours, unit] = [useSums(), useShownUnit()]
  if (people.length === 0) return null
  const seconds = shownSum(people, unit)
  const cents = people.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const parts = [seconds !== 0 && signed(seconds, hours), cents !== 0 && centsText(cents)].filter(
    (part) => part !== false,
  )
  const sum = parts.join(' · ') || hours(0)
  return (
    <Notice kind="warn" title={t('Without adjustments for earlier days: {sum}.', { sum })}>
      {t('Close the pay run first, and its files have them.')}
    </Notice>
  )
}

/** The adjustments that the pay run of a pay period will pay; none once it is closed. */
function useDue({ start_date, end_date }: Dates): PaidPerson[] {
  const { is_admin, settings } = useMe()
  const period = payPeriodOf(start_date, settings.general ?? {})
  const isPeriod = is_admin && period.start === start_date && period.end === end_date
  const runs = useAnswer('time', '/api/console/pay_runs', { start_date, end_date }, { enabled: isPeriod })
  const isOpen = runs.data !== undefined && !runs.data.pay_runs.some(isClosedPeriod)
  const foreseen = useForeseen({ kind: 'regular', start_date, end_date, user_ids: [] }, isPeriod && isOpen)
  return withLines(isOpen ? (foreseen.data?.people ?? []) : [], isAdjustment)
}
