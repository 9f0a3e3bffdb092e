import { msg } from '../../../src/rules/language/messages.ts'
import { grossKey, isAmountLine, isUnpriced } from '../../../src/rules/pay/gross_lines.ts'
import { sharesByKind } from '../../../src/rules/pay/shown_hours.ts'
import { amountNames } from '../../../src/rules/payroll_files/kinds.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { inOrder } from '../../components/listing/order.ts'
import { Card } from '../../components/page/page.tsx'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText, rateOf } from '../../components/time/money.ts'
import { payWords } from '../../components/time/pay_rates.ts'
import { locale, t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { type Filters, questionOfFilters } from './filters.tsx'
import { partWords } from './part_words.ts'

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
  const people = [...gross.people].sort((a, b) => inOrder(nameOf(a.user_id), nameOf(b.user_id)))
  if (people.length === 0) return null
  const total = people.reduce((sum, { gross_cents }) => sum + gross_cents, 0)
  return (
    <Card title={t('Gross pay by rate')}>
      <p className="quiet">
        {gross.overtime_pay === 'regular_rate'
          ? t('Overtime adds its premium on the average rate of the workweek to each hour’s own rate.')
          : t('Overtime is paid by the rate of the overtime hours.')}{' '}
        {t('A salary is the same for every week with work, less whole days of unpaid time off.')}
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
          <td>
            <span>{lineText(line)}</span>
            {partsOf(line).map((text) => (
              <small key={text} className="hint">
                {text}
              </small>
            ))}
          </td>
          <td className="number">{line.seconds > 0 ? hours(shown[index]!) : ''}</td>
          <td className="number">{isUnpriced(line) ? '–' : centsText(line.amount_cents)}</td>
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

type Line = GrossRow['lines'][number]

/** The parts of a line from which it can be reckoned by hand; none if its hours and rate show that. */
function partsOf({ parts }: Line): string[] {
  if (parts.length === 1 && parts[0]?.part === 'straight') return []
  return parts.map(partWords)
}

function lineText(line: Line): string {
  const { kind, rate, per, multiplier } = line
  const amount = rate === null ? '' : rateOf(rate)
  if (isAmountLine(line)) return t(amountNames[line.kind])
  if (kind === 'rest_periods') return t('Rest periods of piece work')
  if (per === 'piece' || per === 'once') return amount
  const salary = t(payWords[per], { amount })
  if (kind === 'salary') return t('Salary of {salary}', { salary })
  if (kind === 'deduction') return t('Unpaid days of {salary}', { salary })
  if (kind === 'break_premium')
    return rate === null ? t('Breaks not provided at no pay rate') : t('Breaks not provided at {amount}', { amount })
  if (kind === 'time_off' && per !== 'hour') return t('Time off within the salary')
  if (kind !== 'time_off' && multiplier === 1) return rate === null ? t('no pay rate') : salary
  const words = lineWords[kind === 'time_off' ? 'time_off' : 'overtime']
  if (rate === null) return t(words.none, { factor: factorText(multiplier) })
  return t(words.paid, { amount: salary, factor: factorText(multiplier) })
}

const lineWords = {
  time_off: { none: msg('Time off at no pay rate'), paid: msg('Time off at {amount}') },
  overtime: { none: msg('Overtime {factor} × at no pay rate'), paid: msg('Overtime {factor} × at {amount}') },
}

/** The factor of a rate as text: `1.5`. */
export function factorText(factor: number): string {
  return factor.toLocaleString(locale(), { maximumFractionDigits: 6 })
}
