import { msg } from '../../../src/rules/language/messages.ts'

/** The settings of payroll programs, by section. */
export type Setup = Record<
  'payroll' | 'quickbooks_desktop' | 'quickbooks_online' | 'adp_workforce_now' | 'paychex_spi' | 'gusto',
  Section | undefined
>

/** A value of a section: a text, or texts by kind of hour, job or group. */
export type Section = Record<string, string | Record<string, string>>

/** A field of the form: a text, a choice, or a text for each kind of hour or amount, job or group. */
export type SetupField = { key: string; label: string; hint?: string } & (
  | { kind: 'text'; maxLength?: number }
  | { kind: 'choice'; words: Record<string, string> }
  | { kind: 'hours'; choices?: Record<string, string>; without?: readonly string[] }
  | { kind: 'amounts' | 'jobs' | 'groups'; choices?: never; without?: never }
)

const whichNumber = { payroll_id: msg('Payroll ID'), employee_number: msg('Employee number') }

const quickBooks: readonly SetupField[] = [
  {
    key: 'employee_name',
    label: msg('Employee name format'),
    kind: 'choice',
    words: { first_last: msg('Maya Torres'), last_first: msg('Torres, Maya') },
  },
  { key: 'payroll_items', label: msg('Payroll items'), kind: 'hours' },
  { key: 'items', label: msg('Service items'), kind: 'jobs' },
  { key: 'classes', label: msg('Classes'), kind: 'jobs' },
]

/** The form fields of each section. */
export const setupFields: Record<keyof Setup, readonly SetupField[]> = {
  payroll: [{ key: 'codes', label: msg('Payroll item names'), kind: 'hours' }],
  quickbooks_desktop: [
    {
      key: 'company_name',
      label: msg('Company name'),
      hint: msg('The value after COMPANYNAME in a timer list file exported from QuickBooks.'),
      kind: 'text',
      maxLength: 64,
    },
    { key: 'company_create_time', label: msg('COMPANYCREATETIME from the same file'), kind: 'text', maxLength: 20 },
    ...quickBooks,
  ],
  quickbooks_online: quickBooks,
  adp_workforce_now: [
    { key: 'company_code', label: msg('Company code'), kind: 'text', maxLength: 3 },
    { key: 'batch_id', label: msg('Batch ID'), kind: 'text', maxLength: 10 },
    { key: 'file_number', label: msg('File number'), kind: 'choice', words: whichNumber },
    { key: 'hours_3', label: msg('Codes in Hours 3'), kind: 'hours', without: ['regular', 'overtime'] },
    { key: 'hours_4', label: msg('Codes in Hours 4'), kind: 'hours', without: ['regular', 'overtime'] },
    { key: 'earnings_3', label: msg('Codes in Earnings 3'), kind: 'amounts' },
    { key: 'earnings_4', label: msg('Codes in Earnings 4'), kind: 'amounts' },
    { key: 'earnings_5', label: msg('Codes in Earnings 5'), kind: 'amounts' },
    { key: 'departments', label: msg('Temporary departments'), kind: 'groups' },
  ],
  paychex_spi: [
    { key: 'client_id', label: msg('Client ID'), kind: 'text', maxLength: 8 },
    { key: 'worker_id', label: msg('Worker ID'), kind: 'choice', words: whichNumber },
    {
      key: 'pay_components',
      label: msg('Pay components'),
      hint: msg('Match uppercase and lowercase exactly as in Paychex.'),
      kind: 'hours',
    },
    {
      key: 'job_number',
      label: msg('Job number'),
      kind: 'choice',
      words: { none: msg('None@@choice'), short_code: msg('Short code') },
    },
    {
      key: 'line_date',
      label: msg('One line per'),
      kind: 'choice',
      words: { none: msg('Pay period'), day: msg('Day') },
    },
  ],
  gusto: [
    {
      key: 'columns',
      label: msg('Column for'),
      kind: 'hours',
      without: ['regular', 'overtime', 'break_premium'],
      choices: {
        overtime_hours: msg('Overtime hours'),
        double_overtime_hours: msg('Double overtime hours'),
        vacation_hours: msg('Vacation hours'),
        sick_hours: msg('Sick hours'),
      },
    },
  ],
}

/** The kinds of hours that every company has. Each time off job adds another kind. */
export const kindsOfHour: Record<string, string> = {
  regular: msg('Regular hours'),
  overtime: msg('Overtime, 1.5 ×'),
  double: msg('Overtime, 2 ×'),
  break_premium: msg('Breaks not provided'),
  pto: msg('Time off'),
}
