import { elementAt, paired } from '../elements.ts'
import { msg, type Translate } from '../language/messages.ts'
import { type GrossLine, grossKey, ratesPerUnit } from '../pay/pay.ts'
import { hoursText } from '../pay/payroll.ts'
import { sharesByKind, shownUnits } from '../pay/shown_hours.ts'
import { type Cell, hours, moneyColumn, type Table, words } from './table.ts'
import {
  breakPremiumKind,
  displayedLines,
  type Kind,
  moneyOf,
  multiplierOf,
  overtimeAt,
  type PaidLine,
  shownLines,
  sumBy,
  timeOffJobcode,
} from './time.ts'

/** Gross pay by rate for print: one row per person, kind of hours and rate, and a row with their sum. */
export function grossTable(t: Translate): Table {
  const sums = new Set<readonly Cell[]>()
  return {
    columns: [
      words('last_name', 20, msg('Last name')),
      words('first_name', 20, msg('First name')),
      words('description', 28, msg('Kind of hours')),
      words('rate', 16, msg('Rate')),
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
      const rows = gross.map((line, index) => [
        ...[last_name, first_name, grossWords(line, t), rateText(line, t)],
        ...[Number(hoursText(elementAt(shown, index))), line.amount_cents / 100, ''],
      ])
      const all = paired(gross, shown).reduce(
        (sum, [{ kind }, seconds]) => sum + (kind === 'break_premium' ? 0 : seconds),
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

function grossWords({ kind, multiplier }: GrossLine, t: Translate): string {
  if (kind === 'break_premium') return t('Breaks not provided')
  if (kind === 'time_off') return t('Time off')
  if (multiplier === 1) return t('Regular')
  if (multiplier === 1.5) return t('Overtime')
  return multiplier === 2 ? t('Double time') : overtimeAt(multiplier, t)
}

/** Such as `20.00` and `41600.00 a year`. */
function rateText({ rate, per }: GrossLine, t: Translate): string {
  if (rate === null) return t('none@@rate')
  const text = (rate / ratesPerUnit).toFixed(4).replace(/0{1,2}$/, '')
  return per === 'year' ? t('{amount} a year', { amount: text }) : text
}
