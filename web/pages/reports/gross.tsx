import { msg } from '../../../src/rules/language/messages.ts'
import { grossKey } from '../../../src/rules/pay/pay.ts'
import { sharesByKind } from '../../../src/rules/pay/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { inOrder } from '../../components/listing/order.ts'
import { Card } from '../../components/page/page.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText, rateOf } from '../../components/time/money.ts'
import { locale, t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { type Filters, questionOfFilters } from './filters.tsx'

type Gross = AnswerOf<'GET /api/console/gross_pay'>

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
  const people = [...gross.people].sort((a, b) => inOrder(nameOf(a.user_id), nameOf(b.user_id)))
  if (people.length === 0) return null
  const total = people.reduce((sum, { gross_cents }) => sum + gross_cents, 0)
  return (
    <Card title={t('Gross pay by rate')}>
      <p className="quiet">
        {gross.overtime_pay === 'regular_rate'
          ? t('Overtime adds its premium on the average rate of the workweek to each hour’s own rate.')
          : t('Overtime is paid by the rate of the overtime hours.')}{' '}
        {t('A yearly rate counts for 2,080 hours a year.')}
      </p>
      <div className="scroll">
        <table className="reports-table" aria-label={t('Gross pay by rate')}>
          <thead>
            <tr>
              <th scope="col">{t('Person and rate')}</th>
              <th scope="col" className="number">
                {t('Hours')}
              </th>
              <th scope="col" className="number">
                {t('Pay')}
              </th>
            </tr>
          </thead>
          {people.map((row) => (
            <Person
              key={row.user_id}
              row={row}
              name={nameOf(row.user_id)}
              totals={hoursOf(row.user_id)}
              isAverage={gross.overtime_pay === 'regular_rate'}
            />
          ))}
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <td />
              <td className="number">{centsText(total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

type PersonProps = { row: GrossRow; name: string; totals: ReadonlyMap<string, number>; isAverage: boolean }

function Person({ row, name, totals, isAverage }: PersonProps) {
  const hours = useSums()
  const shown = sharesByKind(row.lines, grossKey, useShownUnit(), totals)
  const averages = isAverage ? averagesOf(row) : []
  return (
    <tbody>
      <tr>
        <th scope="row">{name}</th>
        <td />
        <td className="number">
          <strong>{centsText(row.gross_cents)}</strong>
        </td>
      </tr>
      {row.lines.map((line, index) => (
        <tr key={`${line.kind} ${line.rate} ${line.per} ${line.multiplier}`}>
          <td>{lineText(line)}</td>
          <td className="number">{hours(shown[index]!)}</td>
          <td className="number">{line.rate === null ? '–' : centsText(line.amount_cents)}</td>
        </tr>
      ))}
      {averages.map(({ week, rate }) => (
        <tr key={week}>
          <td colSpan={3} className="quiet">
            {t('Average rate of the workweek from {date}: {amount} an hour', {
              date: dateText(week),
              amount: rateOf(rate),
            })}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** The average rates by which a person’s overtime is paid, if their work has several rates (29 CFR 778.115). */
function averagesOf({ lines, regular_rates }: GrossRow): GrossRow['regular_rates'] {
  const rates = new Set(lines.filter(({ kind }) => kind === 'work').map(({ rate, per }) => `${rate} ${per}`))
  const isUsed = lines.some(({ kind, multiplier }) => kind === 'break_premium' || multiplier !== 1)
  return rates.size > 1 && isUsed ? regular_rates : []
}

function lineText({ kind, rate, per, multiplier }: GrossRow['lines'][number]): string {
  const amount = rate === null ? '' : rateOf(rate)
  if (kind === 'break_premium')
    return rate === null ? t('Breaks not provided at no pay rate') : t('Breaks not provided at {amount}', { amount })
  const words = lineWords[kind === 'time_off' ? 'time_off' : multiplier === 1 ? 'regular' : 'overtime']
  return t(words[rate === null ? 'none' : per], { amount, factor: factorText(multiplier) })
}

const lineWords = {
  regular: { none: msg('no pay rate'), year: msg('{amount} a year'), hour: msg('{amount} an hour') },
  time_off: {
    none: msg('Time off at no pay rate'),
    year: msg('Time off at {amount} a year'),
    hour: msg('Time off at {amount} an hour'),
  },
  overtime: {
    none: msg('Overtime {factor} × at no pay rate'),
    year: msg('Overtime {factor} × at {amount} a year'),
    hour: msg('Overtime {factor} × at {amount} an hour'),
  },
}

/** The factor of a rate as text: `1.5`. */
export function factorText(factor: number): string {
  return factor.toLocaleString(locale(), { maximumFractionDigits: 6 })
}
