import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { msg, type Translate } from '../rules/language/messages.ts'
import { adpFileName, adpTable } from '../rules/payroll_files/adp.ts'
import { PayrollByPerson } from '../rules/payroll_files/by_person.ts'
import { entriesTable } from '../rules/payroll_files/entries.ts'
import { genericTable } from '../rules/payroll_files/generic.ts'
import { gustoTable } from '../rules/payroll_files/gusto.ts'
import { jobsTable } from '../rules/payroll_files/jobs.ts'
import { paychexTable } from '../rules/payroll_files/paychex.ts'
import type { Tell } from '../rules/payroll_files/problems.ts'
import { iifTable, onlineTable } from '../rules/payroll_files/quickbooks.ts'
import type { Part, Table } from '../rules/payroll_files/table.ts'
import type { PersonTime } from '../rules/payroll_files/time.ts'
import { exportTitles } from '../rules/reports/export_titles.ts'
import type { ExportSettings } from './export_settings_schema.ts'
import { hoursWhole } from './hours.ts'
import { projectParts, projectsTable } from './projects.ts'
import { type Format, type Question, showsGross } from './question.ts'
import type { Detail } from './source.ts'

/** A program or file type that hours can be exported to. */
export type Target = {
  readonly name: string
  readonly title: string
  readonly about: string
  /** Available file formats; the first one is the default. */
  readonly formats: readonly Format[]
  /** Options besides the dates. */
  readonly options: readonly OptionName[]
  readonly detail: Detail
  /** The formats in which its hours have two decimals even if pages show hours and minutes. */
  readonly decimals?: readonly Format[]
  /** True for a file that another program reads, without additions for spreadsheets. */
  readonly machine: boolean
  /** True for a file for payroll that carries amounts, or names those for which it has no place. */
  readonly carriesAmounts?: true
  /** The section of export settings that the target reads. */
  readonly settings?: keyof ExportSettings
  /** File name without extension. */
  readonly file: (question: Question, settings: ExportSettings) => string
  /** Produces the rows if they are not made from people's time. */
  readonly parts?: typeof projectParts
  /** Produces the whole table at once, if its columns depend on the data. */
  readonly whole?: typeof hoursWhole
  /** Collects people’s time for a file whose columns depend on it; undefined for a format that has fixed columns. */
  readonly gathered?: (question: Question, settings: ExportSettings, t: Translate) => Gathering | undefined
  readonly table: (
    question: Question,
    settings: ExportSettings,
    given: { company: CompanySnapshot; tell: Tell; t: Translate },
  ) => Table
}

/** Takes people’s time, one by one, then makes the tables of the file. */
type Gathering = { add: (time: PersonTime) => void; parts: () => Part[] }

/** An option of a target besides the dates. */
export type OptionName =
  | 'user_ids'
  | 'group_ids'
  | 'jobcode_ids'
  | 'long_notes'
  | 'money'
  | 'decimal_mark'
  | 'item_ids'
  | 'billable'
  | 'group_by'
  | 'sort'

const people = ['user_ids', 'group_ids'] as const

/** Media types by format. */
export const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  iif: 'text/plain; charset=windows-1252',
}

/** All export targets, in the order in which they are offered. */
export const targets: readonly Target[] = [
  {
    name: 'payroll',
    title: exportTitles.payroll,
    about: msg(
      'CSV has one row per person, pay period and kind of hours, for any payroll program. XLSX and PDF have one row per person, with totals.',
    ),
    formats: ['csv', 'xlsx', 'pdf'],
    options: [...people, 'jobcode_ids', 'money', 'decimal_mark'],
    detail: 'days',
    decimals: ['csv', 'xlsx', 'pdf'],
    machine: false,
    settings: 'payroll',
    file: (question) => `payroll-${span(question)}`,
    table: (question, { payroll }, { t }) => genericTable(question, payroll?.codes ?? {}, question.money, t),
    gathered: (question, { payroll }, t) => {
      const { start_date, end_date, money, format } = question
      if (format === 'csv') return undefined
      const codes = payroll?.codes ?? {}
      return new PayrollByPerson({ start_date, end_date, codes, money, byRate: showsGross(question), t })
    },
  },
  {
    name: 'hours',
    title: exportTitles.hours,
    about: msg(
      'The report Hours as shown on its page, with its filters, grouping, columns, order and sums. A PDF ends with a line to sign.',
    ),
    formats: ['csv', 'xlsx', 'pdf'],
    options: [...people, 'jobcode_ids', 'item_ids', 'billable', 'group_by', 'sort', 'money', 'decimal_mark'],
    detail: 'jobs',
    machine: false,
    file: (question) => `hours-${span(question)}`,
    whole: hoursWhole,
    table: () => ({ columns: [], rows: () => [] }),
  },
  {
    name: 'jobs',
    title: exportTitles.jobs,
    about: msg('One row per person, job and kind of hours.'),
    formats: ['csv', 'xlsx', 'pdf'],
    options: [...people, 'jobcode_ids', 'money', 'decimal_mark'],
    detail: 'jobs',
    decimals: ['csv', 'xlsx', 'pdf'],
    machine: false,
    file: (question) => `jobs-${span(question)}`,
    table: ({ money }, _settings, { t }) => jobsTable(money, t),
  },
  {
    name: 'projects',
    title: exportTitles.projects,
    about: msg('One row per project with time between the dates: its total time and its estimate.'),
    formats: ['csv', 'xlsx', 'pdf'],
    options: ['decimal_mark'],
    detail: 'jobs',
    machine: false,
    file: (question) => `projects-${span(question)}`,
    parts: projectParts,
    table: projectsTable,
  },
  {
    name: 'timesheets',
    title: exportTitles.timesheets,
    about: msg(
      'One row per entry and workday, with times, job, notes and custom fields. As PDF, a timesheet to sign for each person and pay period.',
    ),
    formats: ['csv', 'xlsx', 'pdf'],
    options: [...people, 'jobcode_ids', 'money', 'decimal_mark'],
    detail: 'entries',
    decimals: ['csv', 'xlsx'],
    machine: false,
    file: (question) => `timesheets-${span(question)}`,
    table: ({ money }, _settings, { company, t }) => {
      const fields = company.listed('customfields').filter((field) => field.applies_to === 'timesheet')
      return entriesTable(fields, money, t)
    },
  },
  {
    name: 'quickbooks_desktop',
    title: exportTitles.quickbooks_desktop,
    about: msg('An IIF file of time activities. Overtime uses its own payroll item.'),
    formats: ['iif'],
    options: [...people, 'jobcode_ids', 'long_notes'],
    detail: 'entries',
    machine: true,
    carriesAmounts: true,
    settings: 'quickbooks_desktop',
    file: (question) => `quickbooks-${span(question)}`,
    table: ({ long_notes }, { quickbooks_desktop = {} }, { tell }) => iifTable(quickbooks_desktop, long_notes, tell),
  },
  {
    name: 'quickbooks_online',
    title: exportTitles.quickbooks_online,
    about: msg('A CSV file of time activities. Overtime uses its own payroll item.'),
    formats: ['csv'],
    options: [...people, 'jobcode_ids'],
    detail: 'entries',
    machine: true,
    carriesAmounts: true,
    settings: 'quickbooks_online',
    file: (question) => `quickbooks-online-${span(question)}`,
    table: (_question, { quickbooks_online = {} }) => onlineTable(quickbooks_online),
  },
  {
    name: 'adp_workforce_now',
    title: exportTitles.adp_workforce_now,
    about: msg('Paydata of one pay period, with the file name that ADP expects.'),
    formats: ['csv'],
    options: [...people],
    detail: 'days',
    decimals: ['csv'],
    machine: true,
    carriesAmounts: true,
    settings: 'adp_workforce_now',
    file: (_question, { adp_workforce_now = {} }) => adpFileName(adp_workforce_now),
    table: (_question, { adp_workforce_now = {} }, { tell }) => adpTable(adp_workforce_now, tell),
  },
  {
    name: 'paychex_spi',
    title: exportTitles.paychex_spi,
    about: msg('Standard Payroll Import: one line per person and pay component, by job or day if configured.'),
    formats: ['csv'],
    options: [...people],
    detail: 'jobs',
    decimals: ['csv'],
    machine: true,
    carriesAmounts: true,
    settings: 'paychex_spi',
    file: (question) => `paychex-${span(question)}`,
    table: (_question, { paychex_spi = {} }, { tell }) => paychexTable(paychex_spi, tell),
  },
  {
    name: 'gusto',
    title: exportTitles.gusto,
    about: msg('Hours of whole workweeks, one row per person.'),
    formats: ['csv'],
    options: [...people],
    detail: 'days',
    decimals: ['csv'],
    machine: true,
    carriesAmounts: true,
    settings: 'gusto',
    file: (question) => `gusto-${span(question)}`,
    table: (question, { gusto = {} }) => gustoTable(question, gusto),
  },
]

/** The dates of an export as part of a file name. */
function span({ start_date, end_date }: Question): string {
  return `${start_date}-to-${end_date}`
}
