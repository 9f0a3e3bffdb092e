import { elementAt } from '../elements.ts'
import { msg, type Translate } from '../language/messages.ts'
import type { Tell } from './problems.ts'
import type { PersonTime } from './time.ts'

/** The value of a cell: text, or a number that a spreadsheet can add up. */
export type Cell = string | number

/**
 * One column. `kind` is its format in a spreadsheet: `clock` is seconds, shown as hours and minutes, and `time` is text
 * such as `2026-02-16 08:00:00`, a Z after it or not. `width` is in characters, `paper` is its heading in print, in
 * English; columns without one are not printed.
 */
export type Column = {
  header: string
  kind: 'text' | 'date' | 'time' | 'whole' | 'hours' | 'clock' | 'money'
  width: number
  paper?: string
  /** Whether its heading is shown as it is: people of the company typed it, or it is translated already. */
  own?: boolean
}

/**
 * A file of rows: the lines above the columns, the columns, and the rows for one person's time. Problems are passed to
 * `tell`.
 */
export type Table = {
  above?: readonly (readonly string[])[]
  columns: readonly Column[]
  rows: (time: PersonTime, tell: Tell) => Cell[][]
  /** The last row, of totals. */
  foot?: Cell[]
  /** Rows that are sums of others, by identity; they are printed in bold. */
  sums?: ReadonlySet<readonly Cell[]>
  /**
   * If given, the printed table ends with totals: money of all rows, and hours of the rows for which this is true. If
   * there are `sums`, only those are added up.
   */
  counts?: (row: readonly Cell[]) => boolean
}

/** A complete table: its rows, and the heading above it if it follows another table. */
export type Part = { title?: string; table: Table; rows: Cell[][] }

/** The heading of a column for people: as in print, or else its name in words, such as `User ID` for `user_id`. */
export function headingOf({ header, paper, own }: Column, t: Translate): string {
  return own ? header : t(paper ?? headings[header] ?? header)
}

const headings: Readonly<Record<string, string>> = {
  id: msg('ID'),
  user_id: msg('User ID'),
  employee_number: msg('Employee number'),
  payroll_id: msg('Payroll ID'),
  last_name: msg('Last name'),
  first_name: msg('First name'),
  group: msg('Group'),
  period_start: msg('From'),
  period_end: msg('To'),
  date: msg('Date'),
  start: msg('Start'),
  end: msg('End'),
  zone: msg('Zone'),
  start_utc: msg('Start UTC'),
  end_utc: msg('End UTC'),
  hours: msg('Hours'),
  seconds: msg('Seconds'),
  regular_seconds: msg('Regular seconds'),
  overtime_seconds: msg('Overtime seconds'),
  time_off_seconds: msg('Time off seconds'),
  overtime: msg('Overtime'),
  job: msg('Job'),
  jobcode_id: msg('Jobcode ID'),
  type: msg('Type'),
  billable: msg('Billable'),
  approved: msg('Approved'),
  notes: msg('Notes'),
  kind: msg('Kind'),
  code: msg('Code'),
  project_id: msg('Project ID'),
  tracked_seconds: msg('Tracked seconds'),
  estimated_seconds: msg('Estimated seconds'),
}

/** Adds up columns of hours and money, row by row. */
export class Sums {
  readonly #columns: readonly Column[]
  readonly #sums: number[]

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    this.#sums = columns.map(() => 0)
  }

  /** `counted`: whether its hours are added, too. */
  add(row: readonly Cell[], counted: boolean): void {
    for (const [index, cell] of row.entries())
      if (
        this.#adds(index) &&
        typeof cell === 'number' &&
        (counted || elementAt(this.#columns, index).kind === 'money')
      )
        this.#sums[index] = elementAt(this.#sums, index) + cell
  }

  /** A row of totals, named in the first of the given columns. */
  row(named: number, t: Translate): Cell[] {
    // Two decimals, as in the rows: sums of them drift.
    return this.#sums.map((sum, index) => {
      if (this.#adds(index)) return Math.round(sum * 100) / 100
      return index === named ? t('Total') : ''
    })
  }

  #adds(index: number): boolean {
    const { kind } = elementAt(this.#columns, index)
    return kind === 'hours' || kind === 'clock' || kind === 'money'
  }
}

/** Seconds as hours and minutes: `7:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`
}

/** A column of text. */
export function words(header: string, width = 16, paper?: string): Column {
  return { header, kind: 'text', width, ...(paper ? { paper } : {}) }
}

/** A column of dates, as YYYY-MM-DD. */
export function dates(header: string, paper?: string): Column {
  return { header, kind: 'date', width: 12, ...(paper ? { paper } : {}) }
}

/** A column of times, as YYYY-MM-DD HH:MM:SS. */
export function times(header: string): Column {
  return { header, kind: 'time', width: 20 }
}

/** A column of whole numbers. */
export function whole(header: string, width = 10, paper?: string): Column {
  return { header, kind: 'whole', width, ...(paper ? { paper } : {}) }
}

/** The columns of money in files that show it. */
export const moneyColumns: readonly Column[] = [
  moneyColumn('cost', msg('Cost')),
  moneyColumn('billable_amount', msg('Billable amount')),
]

/** A column of amounts in currency units. */
export function moneyColumn(header: string, paper: string): Column {
  return { header, kind: 'money', width: Math.max(12, header.length + 1), paper }
}

/** A column of seconds that are shown as hours and minutes. */
export function clock(header: string, width = 10, paper?: string): Column {
  return { header, kind: 'clock', width, ...(paper ? { paper } : {}) }
}

/** A column of hours with two decimals. */
export function hours(header: string, width = 10, paper?: string): Column {
  return { header, kind: 'hours', width, ...(paper ? { paper } : {}) }
}
