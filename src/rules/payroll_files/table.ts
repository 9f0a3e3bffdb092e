import type { PersonTime, Tell } from './time.ts'

/** What a cell shows: text, or a number that a spreadsheet can add up. */
export type Cell = string | number

/** One column. `kind` says how a spreadsheet shows it; `width` is in characters. */
export type Column = { header: string; kind: 'text' | 'whole' | 'hours'; width: number }

/** A file of rows: its columns, and what a person's time gives. Problems go to `tell`. */
export type Table = {
  columns: readonly Column[]
  rows: (time: PersonTime, tell: Tell) => Cell[][]
}

/** A column of text. */
export function words(header: string, width = 16): Column {
  return { header, kind: 'text', width }
}

/** A column of whole numbers. */
export function whole(header: string, width = 10): Column {
  return { header, kind: 'whole', width }
}

/** A column of hours with two decimals. */
export function hours(header: string, width = 10): Column {
  return { header, kind: 'hours', width }
}
