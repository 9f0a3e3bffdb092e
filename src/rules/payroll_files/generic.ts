import { firstOf } from '../elements.ts'
import type { Translate } from '../language/messages.ts'
import { hoursText, type Range } from '../pay/payroll.ts'
import { byKind, kindInWords } from './kinds.ts'
import { type Cell, dates, hours, moneyColumns, type Table, whole, words } from './table.ts'
import { codeFor, moneyOf, type PersonTime } from './time.ts'

/**
 * The CSV file for payroll: one row per person, pay period and kind of hour. A pay period is cut to the range. `codes`
 * are the company's own names for kinds of hours, shown next to ours. With `money`, rows end with cost and billed amount.
 */
export function genericTable(
  range: Range,
  codes: Readonly<Record<string, string>>,
  money: boolean,
  t: Translate,
): Table {
  return {
    columns: [
      whole('user_id'),
      whole('employee_number'),
      words('payroll_id', 16),
      words('last_name', 20),
      words('first_name', 20),
      words('group', 20),
      dates('period_start'),
      dates('period_end'),
      words('kind', 14),
      words('description', 28),
      words('code', 14),
      hours('hours', 10),
      whole('seconds'),
      ...(money ? moneyColumns : []),
    ],
    rows: (time) => rowsOf(time, range, codes, money, t),
  }
}

function rowsOf(
  { person, lines, periodOf, jobOf }: PersonTime,
  range: Range,
  codes: Readonly<Record<string, string>>,
  money: boolean,
  t: Translate,
): Cell[][] {
  const periods = Map.groupBy(lines, ({ date }) => periodOf(date).start)
  const { id, employee_number, payroll_id, last_name, first_name, group } = person
  return [...periods.values()].flatMap((own) => {
    const { start, end } = periodOf(firstOf(own).date)
    // Adjustments belong to earlier periods as a whole.
    const isWithin = start <= range.end_date && end >= range.start_date
    const from = isWithin && start < range.start_date ? range.start_date : start
    const to = isWithin && end > range.end_date ? range.end_date : end
    return [...Map.groupBy(own, (line) => line.kind)]
      .sort(([a], [b]) => byKind(a, b))
      .map(([kind, lines]) => ({
        kind,
        lines,
        seconds: lines.reduce((sum, { seconds }) => sum + seconds, 0),
        shown: lines.reduce((sum, { shown }) => sum + shown, 0),
      }))
      .map(({ kind, lines, seconds, shown }) => [
        id,
        employee_number || '',
        payroll_id,
        last_name,
        first_name,
        group,
        from,
        to,
        kind.startsWith('pto_') ? 'pto' : kind,
        kindInWords(kind, jobOf, t),
        codeFor(codes, kind) ?? '',
        Number(hoursText(shown)),
        seconds,
        ...(money ? moneyOf(lines) : []),
      ])
  })
}
