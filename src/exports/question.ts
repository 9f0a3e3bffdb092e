import type { Actor } from '../engine/context.ts'
import type { Problem } from '../rules/payroll_files/time.ts'

/** Forms that a file can have. */
export const formats = ['csv', 'xlsx', 'pdf', 'iif'] as const

/** Form of a file. */
export type Format = (typeof formats)[number]

/** An export that is asked for, in a form that crosses threads. */
export type Question = {
  target: string
  format: Format
  /** True: no file is made, only what there is to say of it. */
  check: boolean
  actor: Actor
  /** Microseconds since the epoch. */
  now: number
  start_date: string
  end_date: string
  user_ids: number[] | undefined
  group_ids: number[] | undefined
  /** With all jobcodes below; 0 is time without one. */
  jobcode_ids: number[] | undefined
  /** What becomes of notes that are longer than the file takes. */
  long_notes: 'refuse' | 'cut'
}

/** Seconds of everything that an export holds. */
export type Totals = {
  people: number
  regular_seconds: number
  overtime_seconds: number
  double_seconds: number
  /** Overtime at other rates than 1.5 and 2. */
  other_overtime_seconds: number
  pto_seconds: number
  total_seconds: number
}

/** What has come of an export: how many rows, their sums, the first problems and how many there are. */
export type Outcome = { rows: number; totals: Totals; problems: Problem[]; problem_count: number }

/** Tells how far an export is: timesheets read, of how many. */
export type Progress = { done: number; of: number }

/** Most days of one export: five years of records. */
export const daysMax = 1830

/** Most problems that are named; more are counted. */
export const problemsMax = 200
