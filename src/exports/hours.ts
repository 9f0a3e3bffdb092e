import { settingsFor } from '../company/settings/settings.ts'
import { translateTo } from '../company/translate.ts'
import type { ReadContext } from '../engine/context.ts'
import type { Handle } from '../engine/sql.ts'
import { readHours } from '../reports/hours.ts'
import { elementAt } from '../rules/elements.ts'
import { msg, type Translate } from '../rules/language/messages.ts'
import { shownUnits } from '../rules/pay/shown_units.ts'
import {
  type Cell,
  type Column,
  clock,
  dates,
  hours,
  moneyColumn,
  type Table,
  words,
} from '../rules/payroll_files/table.ts'
import type { Grouping, HoursReport, HoursRow } from '../rules/reports/hours.ts'
import { writtenDate } from '../rules/time/calendar.ts'
import type { Question } from './question.ts'

/** A complete table: its rows, and the seconds that they add up to. */
type Whole = { table: Table; rows: Cell[][]; seconds: number }

const headings: Record<Grouping, string> = {
  job: msg('Job'),
  customer: msg('Customer'),
  person: msg('Person'),
  group: msg('Group'),
  day: msg('Day'),
  week: msg('Week of'),
  month: msg('Month of'),
}

/** The report Hours as a file, with the same rows, columns and sums as on the page. */
export async function hoursWhole(question: Question, ctx: ReadContext, handle: Handle): Promise<Whole> {
  const { money, format } = question
  const t = translateTo(question.language)
  const layout = question.hours ?? { billable: 'both', group_by: ['job' as const], sort: 'name' }
  const report = await readHours({ ...question, ...layout, money }, ctx, handle)
  const dates = settingsFor(ctx.company).general.settings.date_locale
  const isPaper = format === 'pdf'
  const names = layout.group_by.map((by) => nameColumn(by, isPaper, t))
  const figures = report.columns.map(({ name, unit }) => {
    const heading = t(name)
    const width = Math.max(11, heading.length + 2)
    if (unit === 'cents') return moneyColumn(heading, name)
    return report.unit === shownUnits.decimal ? hours(heading, width, name) : clock(heading, width, name)
  })
  const nested = report.rows.some(({ parent }) => parent)
  const marks = nested && !isPaper ? [words(t('Row'), 10)] : []
  const share = hours(t('Share %'), 9, msg('Share %'))
  const mark = (text: string) => (marks.length > 0 ? [text] : [])
  const sums = new Set<readonly Cell[]>()
  const namer = new Namer(layout.group_by, { isPaper, dates, t })
  const rows = report.rows.map((row) => {
    const cells = [...namer.cells(row), ...mark(row.parent ? t('Subtotal') : ''), ...figuresOf(row.values, report)]
    if (row.parent) sums.add(cells)
    return cells
  })
  const foot = [t('Total'), ...names.slice(1).map(() => ''), ...mark(''), ...figuresOf(report.total, report)]
  const columns = [...names, ...marks, ...figures, share]
  const table: Table = { columns, rows: () => [], foot, sums }
  return { table, rows, seconds: elementAt(report.total, placeOfTotal(report)) }
}

function nameColumn(by: Grouping, isPaper: boolean, t: Translate): Column {
  const isDated = by === 'day' || by === 'week' || by === 'month'
  const heading = headings[by]
  if (isDated && !isPaper) return dates(t(heading), heading)
  return words(t(heading), by === 'job' ? 40 : 24, heading)
}

function placeOfTotal({ columns }: HoursReport): number {
  return columns.findIndex(({ key }) => key === 'total')
}

/** Figures in the units of files, and the share of the total in percent. */
function figuresOf(values: readonly number[], report: HoursReport & { unit: number }): Cell[] {
  const isDecimal = report.unit === shownUnits.decimal
  const place = placeOfTotal(report)
  const all = elementAt(report.total, place)
  const cells = values.map((value, index) => {
    if (elementAt(report.columns, index).unit === 'cents') return value / 100
    return isDecimal ? value / 36 / 100 : value
  })
  return [...cells, all === 0 ? 0 : Math.round((1000 * elementAt(values, place)) / all) / 10]
}

type How = { isPaper: boolean; dates: unknown; t: Translate }

/** The cells that name rows: each grouping has its own column, and jobs have their path; on paper, they are indented. */
class Namer {
  readonly #group_by: readonly Grouping[]
  readonly #how: How
  #line: HoursRow[] = []

  constructor(group_by: readonly Grouping[], how: How) {
    this.#group_by = group_by
    this.#how = how
  }

  /** Call it for all rows, in order. */
  cells(row: HoursRow): Cell[] {
    this.#line = [...this.#line.slice(0, row.level), row]
    return this.#group_by.map((by) => {
      const own = this.#line.filter((one) => one.by === by)
      const last = own.at(-1)
      if (!last) return ''
      if (!this.#how.isPaper) return last.date || own.map((one) => this.#name(one)).join(' › ')
      // On paper, the names in the rows above are not repeated.
      if (row.by !== by) return ''
      return '\u00a0\u00a0\u00a0'.repeat(own.length - 1) + this.#written(last)
    })
  }

  /** Names of records are shown as people wrote them; rows without a record get our own names. */
  #name({ id, key, date, name }: HoursRow): string {
    return date === '' && (id === 0 || key.endsWith('/own')) ? this.#how.t(name) : name
  }

  #written(row: HoursRow): string {
    const { date } = row
    if (date === '') return this.#name(row)
    return writtenDate(date, this.#how.dates)
  }
}
