/** What is remembered for payroll programs, section by section. */
export type Setup = Record<
  'payroll' | 'quickbooks_desktop' | 'quickbooks_online' | 'adp_workforce_now' | 'paychex_spi' | 'gusto',
  Section | undefined
>

/** A value of a section: a text, or texts by kind of hour, job or group. */
export type Section = Record<string, string | Record<string, string>>

/** What a form asks for: a text, a choice, or a text for each kind of hour, job or group. */
export type SetupField = { key: string; label: string; hint?: string } & (
  | { kind: 'text'; maxLength?: number }
  | { kind: 'choice'; words: Record<string, string> }
  | { kind: 'hours'; choices?: Record<string, string>; without?: readonly string[] }
  | { kind: 'jobs' | 'groups'; choices?: never; without?: never }
)

const whichNumber = { payroll_id: 'the payroll id', employee_number: 'the employee number' }

const quickBooks: readonly SetupField[] = [
  {
    key: 'employee_name',
    label: 'Names of employees are written',
    kind: 'choice',
    words: { first_last: 'Maya Torres', last_first: 'Torres, Maya' },
  },
  { key: 'payroll_items', label: 'Payroll items', kind: 'hours' },
  { key: 'items', label: 'Service items', kind: 'jobs' },
  { key: 'classes', label: 'Classes', kind: 'jobs' },
]

/** What the form of each section asks for. */
export const setupFields: Record<keyof Setup, readonly SetupField[]> = {
  payroll: [{ key: 'codes', label: 'What your payroll calls the hours', kind: 'hours' }],
  quickbooks_desktop: [
    {
      key: 'company_name',
      label: 'Company name',
      hint: 'As it stands behind COMPANYNAME in a file that QuickBooks exports for its timer.',
      kind: 'text',
      maxLength: 64,
    },
    { key: 'company_create_time', label: 'COMPANYCREATETIME of that file', kind: 'text', maxLength: 20 },
    ...quickBooks,
  ],
  quickbooks_online: quickBooks,
  adp_workforce_now: [
    { key: 'company_code', label: 'Company code', kind: 'text', maxLength: 3 },
    { key: 'batch_id', label: 'Batch id', kind: 'text', maxLength: 10 },
    { key: 'file_number', label: 'The file number of a person is', kind: 'choice', words: whichNumber },
    { key: 'hours_3', label: 'Codes in Hours 3', kind: 'hours', without: ['regular', 'overtime'] },
    { key: 'hours_4', label: 'Codes in Hours 4', kind: 'hours', without: ['regular', 'overtime'] },
    { key: 'departments', label: 'Temporary departments', kind: 'groups' },
  ],
  paychex_spi: [
    { key: 'client_id', label: 'Client id', kind: 'text', maxLength: 8 },
    { key: 'worker_id', label: 'The worker id of a person is', kind: 'choice', words: whichNumber },
    { key: 'pay_components', label: 'Pay components', hint: 'Upper and lower case as in Paychex.', kind: 'hours' },
    {
      key: 'job_number',
      label: 'Lines name jobs',
      kind: 'choice',
      words: { none: 'no', short_code: 'by their short codes' },
    },
    { key: 'line_date', label: 'One line', kind: 'choice', words: { none: 'for the whole period', day: 'a day' } },
  ],
  gusto: [
    {
      key: 'columns',
      label: 'The column of',
      kind: 'hours',
      without: ['regular', 'overtime'],
      choices: {
        overtime_hours: 'Overtime hours',
        double_overtime_hours: 'Double overtime hours',
        vacation_hours: 'Vacation hours',
        sick_hours: 'Sick hours',
      },
    },
  ],
}

/** Kinds of hour that every company has; time off by its job comes beside them. */
export const kindsOfHour: Record<string, string> = {
  regular: 'Regular hours',
  overtime: 'Overtime, 1.5 ×',
  double: 'Overtime, 2 ×',
  pto: 'Time off',
}
