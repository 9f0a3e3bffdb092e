import { type GrossLine, ratesPerUnit } from '../pay.ts'
import { hoursText } from '../payroll.ts'
import { sharesByKind, shownUnits } from '../shown_hours.ts'
import { hours, moneyColumn, type Table, words } from './table.ts'
import { moneyOf } from './time.ts'

/** Gross pay by rate for print: one row per person, kind of hours and rate, and a row with their sum. */
export function grossTable(): Table {
  return {
    columns: [
      words('last_name', 20, 'Last name'),
      words('first_name', 20, 'First name'),
      words('description', 28, 'Kind of hours'),
      words('rate', 16, 'Rate'),
      hours('hours', 10, 'Hours'),
      moneyColumn('gross_pay', 'Gross pay'),
      moneyColumn('billable_amount', 'Billable'),
    ],
    rows: ({ person: { last_name, first_name }, lines, gross = [] }) => {
      const shown = sharesByKind(gross, ({ kind, multiplier }) => `${kind} ${multiplier}`, shownUnits.decimal)
      const rows = gross.map((line, index) => [
        ...[last_name, first_name, grossWords(line), rateText(line)],
        ...[Number(hoursText(shown[index]!)), line.amount_cents / 100, ''],
      ])
      const all = shown.reduce((sum, seconds, index) => sum + (gross[index]!.kind === 'break_premium' ? 0 : seconds), 0)
      const cents = gross.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      const [, billed] = moneyOf(lines)
      return [...rows, [last_name, first_name, 'Total', '', Number(hoursText(all)), cents / 100, billed || '']]
    },
  }
}

function grossWords({ kind, multiplier }: GrossLine): string {
  if (kind === 'break_premium') return 'Breaks not provided'
  if (kind === 'time_off') return 'Time off'
  if (multiplier === 1) return 'Regular'
  return multiplier === 1.5 ? 'Overtime' : multiplier === 2 ? 'Double time' : `Overtime at ${multiplier} times`
}

/** Such as `20.00` and `41600.00 a year`. */
function rateText({ rate, per }: GrossLine): string {
  if (rate === null) return 'none'
  const text = (rate / ratesPerUnit).toFixed(4).replace(/0{1,2}$/, '')
  return per === 'year' ? `${text} a year` : text
}
