import type { PersonTime, Tell } from './time.ts'

/** The value of a cell: text, or a number that a spreadsheet can add up. */
export type Cell = string | number

/**
 * One column. `kind` is its format in a spreadsheet: `clock` is seconds, shown as hours and minutes, and `time` is text
 * such as `2026-02-16 08:00:00`, a Z after it or not. `width` is in characters, `paper` is its heading in print; columns without one are not printed.
 */
export type Column = {
  header: string
  kind: 'text' | 'date' | 'time' | 'whole' | 'hours' | 'clock' | 'money'
  width: number
  paper?: string
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
  /** Rows that are sums of others, by identity; they are bold. */
  sums?: ReadonlySet<readonly Cell[]>
  /** If given, the printed table ends with totals: money of all rows, and hours of those for which this is true. */
  counts?: (row: readonly Cell[]) => boolean
}

/** The heading of a column in a spreadsheet: as in print, or else its name in words, such as `User ID` for `user_id`. */
export function headingOf({ header, paper }: Column): string {
  if (paper) return paper
  const words = header.replaceAll('_', ' ').replaceAll(/\b(id|utc)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
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
      if (this.#adds(index) && typeof cell === 'number' && (counted || this.#columns[index]!.kind === 'money'))
        this.#sums[index]! += cell
  }

  /** A row of totals, named in the first of the given columns. */
  row(named: number): Cell[] {
    // Two decimals, as in the rows: sums of them drift.
    return this.#sums.map((sum, index) => {
      if (this.#adds(index)) return Math.round(sum * 100) / 100
      return index === named ? 'Total' : ''
    })
  }

  #adds(index: number): boolean {
    const { kind } = this.#columns[index]!
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
export const moneyColumns: readonly Column[] = [moneyColumn('cost', 'Cost'), moneyColumn('billable_amount', 'Billable')]

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
