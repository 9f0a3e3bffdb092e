import { elementAt, paired } from '../elements.ts'
import { msg, type Translate } from '../language/messages.ts'
import {
  exactHours,
  explainsItself,
  type GrossLine,
  type GrossPart,
  grossKey,
  isAmountLine,
} from '../pay/gross_lines.ts'
import { ratesPerUnit } from '../pay/pay.ts'
import { hoursText } from '../pay/payroll.ts'
import { sharesByKind } from '../pay/shown_hours.ts'
import { shownUnits } from '../pay/shown_units.ts'
import { amountNames, breakPremiumKind, type Kind, multiplierOf, overtimeAt, timeOffJobcode } from './kinds.ts'
import { type Cell, hours, moneyColumn, type Table, words } from './table.ts'
import { displayedLines, moneyOf, type PaidLine, shownLines, sumBy } from './time.ts'

/** Gross pay by rate for print: one row per person, kind of hours and rate, and a row with their sum. */
export function grossTable(t: Translate): Table {
  const sums = new Set<readonly Cell[]>()
  return {
    columns: [
      words('last_name', 20, msg('Last name')),
      words('first_name', 20, msg('First name')),
      words('description', 28, msg('Kind of hours')),
      words('rate', 22, msg('Rate')),
      hours('hours', 10, msg('Hours')),
      moneyColumn('gross_pay', msg('Gross pay')),
      moneyColumn('billable_amount', msg('Billable')),
    ],
    rows: ({ person: { last_name, first_name }, lines, unit, gross = [] }) => {
      // The hours of other pages and files, here divided by rate.
      const totals = (of: readonly PaidLine[]) => sumBy(of, ({ kind }) => grossKey(grossKindOf(kind)))
      const displayed = sharesByKind(gross, grossKey, unit, totals(displayedLines({ lines })))
      const asDisplayed = paired(gross, displayed).map(([line, seconds]) => ({ ...line, seconds }))
      const shown = sharesByKind(asDisplayed, grossKey, shownUnits.decimal, totals(shownLines({ lines })))
      const rows = gross.flatMap((line, index) => {
        const hours = isTime(line) ? Number(hoursText(elementAt(shown, index))) : ''
        const own = [last_name, first_name, grossWords(line, t), rateText(line, t), hours, line.amount_cents / 100, '']
        return [own, ...partRows(line, t).map((part) => [last_name, first_name, ...part])]
      })
      const all = paired(gross, shown).reduce(
        (sum, [{ kind }, seconds]) => sum + (kind === 'break_premium' || kind === 'rest_periods' ? 0 : seconds),
        0,
      )
      const cents = gross.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      const [, billed] = moneyOf(lines)
      const total = [last_name, first_name, t('Total'), '', Number(hoursText(all)), cents / 100, billed || '']
      sums.add(total)
      return [...rows, total]
    },
    sums,
    counts: () => true,
  }
}

/** How gross pay calls a kind of paid hour. */
function grossKindOf(kind: Kind): Pick<GrossLine, 'kind' | 'multiplier'> {
  if (kind === breakPremiumKind) return { kind: 'break_premium', multiplier: 1 }
  return timeOffJobcode(kind) === undefined
    ? { kind: 'work', multiplier: multiplierOf(kind) }
    : { kind: 'time_off', multiplier: 1 }
}

/** The parts of a line, unless its hours and its rate explain it. */
function partRows(line: GrossLine, t: Translate): Cell[][] {
  if (explainsItself(line.parts, shownUnits.decimal)) return []
  return line.parts.map((part) => {
    const hours = part.seconds === undefined ? '' : Number(hoursText(part.seconds))
    return [partName(part, t), partRate(part, t), hours, part.amount_cents / 100, '']
  })
}

/** What a part is, with the dates or the workweek that it is about. */
function partName({ part, from = '', to = '', date = '', week }: GrossPart, t: Translate): string {
  if (part === 'salary' || part === 'unpaid_days') return t('{start} to {end}', { start: from, end: to })
  if (part === 'amount' || part === 'rest_periods') return date
  if (part === 'straight') return t('Straight time')
  if (part === 'loading') return t('Loading@@pay')
  return week === undefined ? t('Premium@@overtime') : t('Premium, workweek from {date}', { date: week })
}

/** How the amount of a part comes about: `5.004167 × 20.50 × 0.5`, `1000.00 × 4/5`. */
function partRate(
  { seconds, part, rate, factor, salary = 0, days, of_days, quantity }: GrossPart,
  t: Translate,
): string {
  const number = (value: number, least: number, most: number) =>
    value.toLocaleString(t.locale ?? 'en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
  if (part === 'salary' || part === 'unpaid_days') return `${number(salary, 2, 4)} × ${days}/${of_days}`
  if (rate === undefined) return ''
  if (part === 'amount') return `${number(quantity ?? 1, 0, 4)} × ${number(rate, 2, 4)}`
  const hours = seconds === undefined ? [] : [number(exactHours(seconds), 2, 6)]
  return [...hours, number(rate, 2, 8), ...(factor === 1 ? [] : [number(factor ?? 1, 0, 6)])].join(' × ')
}

function grossWords(line: GrossLine, t: Translate): string {
  const { kind, multiplier } = line
  if (kind === 'salary') return t('Salary')
  if (kind === 'deduction') return t('Unpaid days')
  if (kind === 'rest_periods') return t('Rest periods of piece work')
  if (isAmountLine(line)) return t(amountNames[line.kind])
  if (kind === 'break_premium') return t('Breaks not provided')
  if (kind === 'time_off') return t('Time off')
  if (multiplier === 1) return t('Regular')
  if (multiplier === 1.5) return t('Overtime')
  return multiplier === 2 ? t('Double time') : overtimeAt(multiplier, t)
}

/** Whether a line shows hours. */
function isTime(line: GrossLine): boolean {
  return !isAmountLine(line) && line.kind !== 'deduction'
}

/** Such as `20.00` and `41600.00 a year`. */
function rateText(line: GrossLine, t: Translate): string {
  const { rate, per } = line
  if (rate === null) return isAmountLine(line) ? '' : t('none@@rate')
  const amount = (rate / ratesPerUnit).toFixed(4).replace(/0{1,2}$/, '')
  const words = { week: t('{amount} a week', { amount }), month: t('{amount} a month', { amount }) }
  if (per === 'week' || per === 'month') return words[per]
  return per === 'year' ? t('{amount} a year', { amount }) : amount
}
