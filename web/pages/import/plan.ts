import type { Outcome, WriteOptions } from '../../api/records.ts'
import { t } from '../../language.ts'
import type { Reading } from './file/columns.ts'

/** A column of an import. */
export type ColumnSpec = {
  key: string
  name: string
  /** Other headings that it is recognized by, normalized. */
  words: readonly string[]
  /** Example values, for the template. */
  examples: readonly [string, string]
  /**
   * What the import needs the column for, such as `a name`. If several columns have the same `needs`, one of them is
   * enough.
   */
  needed?: string
}

/** A row's values by column; '' for columns that the file lacks. */
export type Row = { line: number; value: (key: string) => string }

/** A problem with a row; `column` is '' if it concerns the entire row. */
export type Mistake = { line: number; column: string; text: string }

/** Up to 50 items that are sent together, and the rows they come from (0 for none). */
export type Batch = {
  lines: readonly number[]
  send: (options: WriteOptions) => Promise<readonly Outcome<unknown>[]>
}

/** Consecutive batches; each receives the outcomes of the previous one. */
export type Steps = Generator<Batch, void, readonly Outcome<unknown>[]>

/** The plan of an import. */
export type Plan = {
  /** The numbers of rows by outcome. */
  added: readonly number[]
  changed: readonly number[]
  same: readonly number[]
  mistakes: readonly Mistake[]
  /** Sentences about what else comes of the import without the given rows, such as records that are created in addition. */
  besides: (without: ReadonlySet<number>) => readonly string[]
  /** A dry run of every row, including the first ones with problems. */
  check: () => { steps: Steps; count: number }
  /** Runs the import without the given rows. `count` is the number of items. */
  run: (without: ReadonlySet<number>) => { steps: Steps; count: number }
}

/** How to import: whether records that exist are updated, and how columns are read. */
export type Choices = Reading & { update: boolean }

/** What a kind of import says, as messages. */
export type KindWords = {
  title: string
  /** The page with all of them. */
  home: string
  all: string
  /** The text above the file field; `lines` and `megabytes` are limits. */
  about: string
  /** The names of the template and of the file with what was not imported. */
  template: string
  toFix: string
  update: string
  updateHint: string
  /** The button that imports `count` of them. */
  go: string
  importing: string
  /** How many were `added` and `changed`, at the end or until it was canceled. */
  done: string
  canceled: string
}

/** A kind of import. `Known` is the company's existing data. */
export type Kind<Known> = {
  words: KindWords
  home: string
  columns: readonly ColumnSpec[]
  /** Columns whose cells are dates, and numbers. */
  dates: readonly string[]
  numbers: readonly string[]
  /** Columns that are stored as whole numbers, without the zeros before them. */
  wholes: readonly string[]
  /** API fields that have another name than their column, and that column. */
  fields: Readonly<Record<string, string>>
  load: (signal: AbortSignal) => Promise<Known>
  /** `found` are problems of the rows that are known already. */
  plan: (rows: readonly Row[], known: Known, choices: Choices, found: readonly Mistake[]) => Plan
}

/** Declares a column: its heading, other headings it is recognized by, and examples. */
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
  return t(columns.find((one) => one.key === key)?.name ?? '')
}

/** The headings of the columns, as messages, by the names of API fields. */
export function labelsOf({
  columns,
  fields,
}: Pick<Kind<never>, 'columns' | 'fields'>): Readonly<Record<string, string>> {
  const own = Object.fromEntries(columns.map(({ key, name }) => [key, name]))
  return { ...own, ...Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, own[key]!])) }
}

/** The row number of a result. */
export function lineOf({ line }: { line: number }): number {
  return line
}

/** At most this many rows with problems are checked on the server too. */
export const suspectsMax = 500

const batchMax = 50

/** Splits into parts of 50. */
export function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / batchMax)
  return Array.from({ length: count }, (_, index) => items.slice(index * batchMax, (index + 1) * batchMax))
}
