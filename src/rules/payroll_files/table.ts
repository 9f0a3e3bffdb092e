import { msg } from '../language/messages.ts'
import type { PersonTime, Tell } from './time.ts'

/** The value of a cell: text, or a number that a spreadsheet can add up. */
export type Cell = string | number

/**
 * One column. `kind` is its format in a spreadsheet: `clock` is seconds, shown as hours and minutes. `width` is in
 * characters, `paper` is its heading in print, in English; columns without one are not printed.
 */
export type Column = {
  header: string
  kind: 'text' | 'date' | 'whole' | 'hours' | 'clock' | 'money'
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
  /** Whether the printed table ends with a line to sign. */
  signed?: boolean
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

/** A column of whole numbers. */
export function whole(header: string, width = 10, paper?: string): Column {
  return { header, kind: 'whole', width, ...(paper ? { paper } : {}) }
}

/** The columns of money in files that show it. */
export const moneyColumns: readonly Column[] = [
  moneyColumn('cost', msg('Cost')),
  moneyColumn('billable_amount', msg('Billable')),
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
