import type { PersonTime, Tell } from './time.ts'

/** What a cell shows: text, or a number that a spreadsheet can add up. */
export type Cell = string | number

/**
 * One column. `kind` says how a spreadsheet shows it, `width` is in characters, `paper` its heading on paper, where
 * columns without one are left out.
 */
export type Column = { header: string; kind: 'text' | 'date' | 'whole' | 'hours'; width: number; paper?: string }

/** A file of rows: what stands above the columns, the columns, and what a person's time gives. Problems go to `tell`. */
export type Table = {
  above?: readonly (readonly string[])[]
  columns: readonly Column[]
  rows: (time: PersonTime, tell: Tell) => Cell[][]
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

/** A column of hours with two decimals. */
export function hours(header: string, width = 10, paper?: string): Column {
  return { header, kind: 'hours', width, ...(paper ? { paper } : {}) }
}
