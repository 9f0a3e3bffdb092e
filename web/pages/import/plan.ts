import type { Outcome, WriteOptions } from '../../api/records.ts'

/** A column that an import understands. */
export type ColumnSpec = {
  key: string
  name: string
  /** Headings that mean it, folded; its name means it anyway. */
  words: readonly string[]
  /** What may stand in it, for the template. */
  examples: readonly [string, string]
  /** Without it, nothing can be imported; several with the same word: one of them is enough. */
  needed?: string
}

/** A line of a file, with its number as spreadsheets count. */
export type Line = { number: number; cells: readonly string[] }

/** What stands in a line, by column; '' for what the file does not have. */
export type Row = { line: number; value: (key: string) => string }

/** Something wrong in a line; `column` is '' when it is about the line as a whole. */
export type Mistake = { line: number; column: string; text: string }

/** Up to 50 items that go to the server together, and the lines they come from; 0 where there is none. */
export type Batch = {
  lines: readonly number[]
  send: (options: WriteOptions) => Promise<readonly Outcome<unknown>[]>
}

/** Batches one after the other; each gets to know what became of the one before. */
export type Steps = Generator<Batch, void, readonly Outcome<unknown>[]>

/** What an import would do. */
export type Plan = {
  /** Lines by what would become of them. */
  added: readonly number[]
  changed: readonly number[]
  same: readonly number[]
  mistakes: readonly Mistake[]
  /** What is made besides, in sentences. */
  besides: readonly string[]
  /** Asks the server about every line, the first with mistakes too, and saves nothing. */
  check: () => { steps: Steps; count: number }
  /** Does it. Some lines are left out. `count` is how many items that are. */
  run: (without: ReadonlySet<number>) => { steps: Steps; count: number }
}

/** In which order numbers with slashes are read as dates. */
export type DateOrder = 'month' | 'day'

/** What whoever imports chooses. */
export type Choices = { update: boolean; dates: DateOrder }

/** What can be imported. `Known` is what the company has already. */
export type Kind<Known> = {
  things: readonly [one: string, many: string]
  home: string
  columns: readonly ColumnSpec[]
  /** Columns whose cells are dates. */
  dates: readonly string[]
  /** What makes two of them the same: `username`. */
  sameBy: string
  /** Names of fields in the words of the columns. */
  labels: Readonly<Record<string, string>>
  load: (signal: AbortSignal) => Promise<Known>
  plan: (rows: readonly Row[], known: Known, choices: Choices) => Plan
}

/** A column: its heading, other headings that mean it, and what may stand in it. */
export function column(
  key: string,
  name: string,
  words: readonly string[],
  examples: ColumnSpec['examples'],
  needed?: string,
): ColumnSpec {
  return { key, name, words, examples, ...(needed && { needed }) }
}

/** The heading of a column. */
export function headingOf(columns: readonly ColumnSpec[], key: string): string {
  return columns.find((one) => one.key === key)?.name ?? ''
}

/** The number of what a line came to. */
export function lineOf({ line }: { line: number }): number {
  return line
}

/** So many lines with mistakes are looked at further: nobody mends more at a time. */
export const suspectsMax = 500

const batchMax = 50

/** Splits into parts of 50. */
export function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / batchMax)
  return Array.from({ length: count }, (_, index) => items.slice(index * batchMax, (index + 1) * batchMax))
}
