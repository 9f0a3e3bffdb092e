import type { Actor } from '../engine/context.ts'
import type { HoursQuestion } from '../reports/hours.ts'
import type { Problem } from '../rules/payroll_files/problems.ts'

/** File formats. */
export const formats = ['csv', 'xlsx', 'pdf', 'iif'] as const

/** A file format. */
export type Format = (typeof formats)[number]

/** Decimal marks of CSV files. */
export const decimalMarks = ['point', 'comma'] as const

/** A decimal mark of CSV files. */
export type DecimalMark = (typeof decimalMarks)[number]

/** A requested export, as sent to the thread. */
export type Question = {
  target: string
  format: Format
  /** True to only report problems, without making a file. */
  check: boolean
  actor: Actor
  /** Microseconds since the epoch. */
  now: number
  start_date: string
  end_date: string
  user_ids: number[] | undefined
  group_ids: number[] | undefined
  /** Including all jobcodes below them; 0 is time without a jobcode. */
  jobcode_ids: number[] | undefined
  /** How to handle notes that are too long for the file. */
  long_notes: 'refuse' | 'cut'
  /** The language of the file. */
  language: string
  /** Whether the file shows costs and billed amounts. */
  money: boolean
  /** The decimal mark of a CSV file. With commas, semicolons separate its columns. */
  decimal_mark: DecimalMark
  /** The pay run whose pay the file shows, and nothing else. */
  run?: number
  /** The layout and further filters of the report Hours; only for its file. */
  hours?: Pick<HoursQuestion, 'item_ids' | 'billable' | 'group_by' | 'sort'>
}

/** Whether the file has gross pay by rate. */
export function showsGross({ target, format, money }: Question): boolean {
  return target === 'payroll' && format === 'pdf' && money
}

/** Totals of an export, in seconds. */
export type Totals = {
  people: number
  regular_seconds: number
  overtime_seconds: number
  double_seconds: number
  /** Overtime at other rates than 1.5 and 2. */
  other_overtime_seconds: number
  pto_seconds: number
  total_seconds: number
  /** Paid because breaks were not provided; not part of the total. */
  break_premium_seconds: number
  /** The total that pages show. */
  shown_seconds: number
  /** The sum of the file’s decimals; null for a file without decimals that could differ. */
  file_seconds: number | null
}

/** How many problems one field has, and how many people they concern; 0 people if they concern the company. */
export type ProblemSum = Pick<Problem, 'field' | 'blocking'> & { problems: number; people: number }

/**
 * The result of an export: the number of rows, totals, the first problems of each field, those that block the file
 * first, and the sums of all problems by field in the same order.
 */
export type Outcome = {
  rows: number
  totals: Totals
  problems: Problem[]
  problem_count: number
  problem_sums: ProblemSum[]
}

/** The progress of an export: timesheets read, out of how many. */
export type Progress = { done: number; of: number }

/** The most days per export: five years. */
export const daysMax = 1830

/** The most problems to list for each field; the others are only counted. */
export const problemsMax = 1000
