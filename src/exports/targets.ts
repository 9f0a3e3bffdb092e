import type { Company } from '../engine/company.ts'
import { genericTable } from '../rules/payroll_files/generic.ts'
import type { Table } from '../rules/payroll_files/table.ts'
import type { Format, Question } from './question.ts'
import type { Setup } from './setup_schema.ts'
import type { Detail } from './source.ts'

/** Somewhere that hours are exported to, as one value. */
export type Target = {
  readonly name: string
  readonly title: string
  readonly about: string
  /** Forms that the file can have; the first one is used when none is asked for. */
  readonly formats: readonly Format[]
  /** What can be asked besides the dates and the people. */
  readonly options: readonly OptionName[]
  readonly detail: Detail
  /** True for a file that another program reads: nothing is added for spreadsheets or people. */
  readonly machine: boolean
  /** Section of the set-up that the target reads. */
  readonly setup?: keyof Setup
  /** Name of the file without its ending. */
  readonly file: (question: Question, setup: Setup) => string
  readonly table: (question: Question, setup: Setup, company: Company) => Table
}

/** Every option of a target besides dates and people. */
export type OptionName = 'jobcode_ids' | 'long_notes'

/** Media types of the files. */
export const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  // The program that reads it takes the letters of Windows only.
  iif: 'text/plain; charset=windows-1252',
}

/** Everything that hours can be exported to, in the order in which it is offered. */
export const targets: readonly Target[] = [
  {
    name: 'payroll',
    title: 'Hours for payroll',
    about: 'One row per person, pay period and kind of hour, for any payroll program or spreadsheet.',
    formats: ['csv'],
    options: ['jobcode_ids'],
    detail: 'days',
    machine: false,
    setup: 'payroll',
    file: (question) => `payroll-${span(question)}`,
    table: (question, setup) => genericTable(question, setup.payroll?.codes ?? {}),
  },
]

/** The dates of an export as part of a file name. */
function span({ start_date, end_date }: Question): string {
  return `${start_date}-to-${end_date}`
}
