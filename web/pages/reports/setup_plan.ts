/** The settings of payroll programs, by section. */
export type Setup = Record<
  'payroll' | 'quickbooks_desktop' | 'quickbooks_online' | 'adp_workforce_now' | 'paychex_spi' | 'gusto',
  Section | undefined
>

/** A value of a section: a text, or texts by kind of hour, job or group. */
export type Section = Record<string, string | Record<string, string>>

/** A field of the form: a text, a choice, or a text for each kind of hour, job or group. */
export type SetupField = { key: string; label: string; hint?: string } & (
  | { kind: 'text'; maxLength?: number }
  | { kind: 'choice'; words: Record<string, string> }
  | { kind: 'hours'; choices?: Record<string, string>; without?: readonly string[] }
  | { kind: 'jobs' | 'groups'; choices?: never; without?: never }
)

const whichNumber = { payroll_id: 'Payroll ID', employee_number: 'Employee number' }

const quickBooks: readonly SetupField[] = [
  {
    key: 'employee_name',
    label: 'Employee name format',
    kind: 'choice',
    words: { first_last: 'Maya Torres', last_first: 'Torres, Maya' },
  },
  { key: 'payroll_items', label: 'Payroll items', kind: 'hours' },
  { key: 'items', label: 'Service items', kind: 'jobs' },
  { key: 'classes', label: 'Classes', kind: 'jobs' },
]

/** The form fields of each section. */
export const setupFields: Record<keyof Setup, readonly SetupField[]> = {
  payroll: [{ key: 'codes', label: 'Payroll item names', kind: 'hours' }],
  quickbooks_desktop: [
    {
      key: 'company_name',
      label: 'Company name',
      hint: 'The value after COMPANYNAME in a timer list file exported from QuickBooks.',
      kind: 'text',
      maxLength: 64,
    },
    { key: 'company_create_time', label: 'COMPANYCREATETIME from the same file', kind: 'text', maxLength: 20 },
    ...quickBooks,
  ],
  quickbooks_online: quickBooks,
  adp_workforce_now: [
    { key: 'company_code', label: 'Company code', kind: 'text', maxLength: 3 },
    { key: 'batch_id', label: 'Batch ID', kind: 'text', maxLength: 10 },
    { key: 'file_number', label: 'File number', kind: 'choice', words: whichNumber },
    { key: 'hours_3', label: 'Codes in Hours 3', kind: 'hours', without: ['regular', 'overtime'] },
    { key: 'hours_4', label: 'Codes in Hours 4', kind: 'hours', without: ['regular', 'overtime'] },
    { key: 'departments', label: 'Temporary departments', kind: 'groups' },
  ],
  paychex_spi: [
    { key: 'client_id', label: 'Client ID', kind: 'text', maxLength: 8 },
    { key: 'worker_id', label: 'Worker ID', kind: 'choice', words: whichNumber },
    {
      key: 'pay_components',
      label: 'Pay components',
      hint: 'Match uppercase and lowercase exactly as in Paychex.',
      kind: 'hours',
    },
    {
      key: 'job_number',
      label: 'Job number',
      kind: 'choice',
      words: { none: 'Leave out', short_code: 'Short code' },
    },
    { key: 'line_date', label: 'One line per', kind: 'choice', words: { none: 'Pay period', day: 'Day' } },
  ],
  gusto: [
    {
      key: 'columns',
      label: 'Column for',
      kind: 'hours',
      without: ['regular', 'overtime', 'break_premium'],
      choices: {
        overtime_hours: 'Overtime hours',
        double_overtime_hours: 'Double overtime hours',
        vacation_hours: 'Vacation hours',
        sick_hours: 'Sick hours',
      },
    },
  ],
}

/** Kinds of hour that every company has. Time off has one more per job. */
export const kindsOfHour: Record<string, string> = {
  regular: 'Regular hours',
  overtime: 'Overtime, 1.5 ×',
  double: 'Overtime, 2 ×',
  break_premium: 'Breaks not provided',
  pto: 'Time off',
}
