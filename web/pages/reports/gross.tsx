import { grossKey, isUnpriced } from '../../../src/rules/pay/gross_lines.ts'
import { sharesByKind } from '../../../src/rules/pay/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { inOrder } from '../../components/listing/order.ts'
import { Card } from '../../components/page/page.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText, rateOf } from '../../components/time/money.ts'
import { adjustmentText, payLineParts, payLineText } from '../../components/time/pay_lines.ts'
import { type PayPerson, PayTable } from '../../components/time/pay_table.tsx'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { shownHours, signed } from '../pay_runs/words.ts'
import { type Filters, questionOfFilters } from './filters.tsx'

/** Gross pay of people between two dates. */
export type Gross = AnswerOf<'GET /api/console/gross_pay'>

/** The cost of one person’s time, and the amount billed for it. */
export type GrossRow = Gross['people'][number]

/** Gross pay; undefined until it is loaded, and always for users who are not administrators. */
export function useGross(filters: Filters): { data: Gross | undefined; isWaiting: boolean } {
  const me = useMe()
  const query = questionOfFilters(filters)
  const { data, error } = useAnswer('time', '/api/console/gross_pay', query, { enabled: me.is_admin })
  return { data, isWaiting: me.is_admin && !data && !error }
}

/** `hoursOf` is what the page shows for a person, by `grossKey`. */
type Props = { gross: Gross; nameOf: (id: number) => string; hoursOf: (id: number) => ReadonlyMap<string, number> }

/** Gross pay by rate and multiplier, line by line. */
export function GrossByRate({ gross, nameOf, hoursOf }: Props) {
  const [hours, unit] = [useSums(), useShownUnit()]
  const people = [...gross.people].sort((a, b) => inOrder(nameOf(a.user_id), nameOf(b.user_id)))
  if (people.length === 0) return null
  const total = people.reduce((sum, { gross_cents }) => sum + gross_cents, 0)
  const isAverage = gross.overtime_pay === 'regular_rate'
  const personOf = (row: GrossRow): PayPerson => {
    const shown = sharesByKind(row.lines, grossKey, unit, hoursOf(row.user_id))
    const adjustments = row.adjustments ?? []
    const adjusted = shownHours(adjustments, unit)
    return {
      ...{ id: row.user_id, name: nameOf(row.user_id), hours: '', pay: centsText(row.gross_cents) },
      lines: [
        ...row.lines.map((line, index) => ({
          words: payLineText(line),
          notes: payLineParts(line, unit),
          hours: line.seconds > 0 ? hours(shown[index]!) : '',
          pay: isUnpriced(line) ? '–' : centsText(line.amount_cents),
        })),
        ...adjustments.map((line, index) => ({
          words: payLineText(line),
          notes: [adjustmentText(line)],
          hours: line.seconds === 0 ? '' : signed(adjusted[index]!, hours),
          pay: centsText(line.amount_cents),
        })),
      ],
      notes: isAverage ? averagesOf(row).map(averageText) : [],
    }
  }
  return (
    <Card title={t('Gross pay by rate')}>
      <p className="quiet">
        {isAverage
          ? t('Overtime adds its premium on the average rate of the workweek to each hour’s own rate.')
          : t('Overtime is paid by the rate of the overtime hours.')}{' '}
        {t('A salary doesn’t depend on the hours worked; only whole days of unpaid time off reduce it.')}
      </p>
      <PayTable
        label={t('Gross pay by rate')}
        people={people.map(personOf)}
        total={{ hours: '', pay: centsText(total) }}
      />
    </Card>
  )
}

/** The average rates by which a person’s overtime is paid, if their work has several rates (29 CFR 778.115). */
function averagesOf({ lines, regular_rates }: GrossRow): GrossRow['regular_rates'] {
  const rates = new Set(lines.filter(({ kind }) => kind === 'work').map(({ rate, per }) => `${rate} ${per}`))
  const isUsed = lines.some(({ kind, multiplier }) => kind === 'break_premium' || multiplier !== 1)
  return rates.size > 1 && isUsed ? regular_rates : []
}

function averageText({ week, rate }: GrossRow['regular_rates'][number]): string {
  return t('Average rate of the workweek from {date}: {amount} an hour', { date: dateText(week), amount: rateOf(rate) })
}
