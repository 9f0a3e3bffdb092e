import { type Static, Type } from 'typebox'
import { keysOf } from '../rules/elements.ts'
import { amountKindNames } from '../rules/pay/amounts.ts'
import { restKind } from '../rules/payroll_files/kinds.ts'

const codeMax = 64

/** A name or code in another program, on one line. */
const code = (about: string, pattern = '^[^\\t\\r\\n]*$', maxLength = codeMax) =>
  Type.Optional(Type.String({ description: about, pattern, maxLength }))

const oneOf = <Words extends string[]>(about: string, words: readonly [...Words]) =>
  Type.Optional(Type.Enum(words, { description: about }))

/** The kinds of amounts, as a pattern. */
const amountsPattern = [...amountKindNames, restKind].join('|')

/** Texts by kind of hours; `andAmounts`: by kind of amount, too. */
const byKind = (about: string, maxLength = codeMax, andAmounts = false) =>
  Type.Optional(
    Type.Record(
      Type.String({
        pattern: `^(regular|overtime|double|rate_[0-9.]{1,8}|break_premium|pto|pto_[0-9]{1,16}${andAmounts ? `|${amountsPattern}` : ''})$`,
      }),
      Type.String({ pattern: '^[^\\t\\r\\n]*$', maxLength }),
      {
        maxProperties: 500,
        additionalProperties: false,
        description: `${about} By kind of hours: regular, overtime, double, rate_1.25 for other rates, break_premium for hours paid because breaks were not provided, pto for all time off, pto_ and the id of a time off job for that job only.${andAmounts ? ` By kind of amount: ${amountKindNames.join(', ')}, and ${restKind} of piece work.` : ''}`,
      },
    ),
  )

/** Codes by kind of amount. */
const byAmount = (about: string) =>
  Type.Optional(
    Type.Record(
      Type.String({ pattern: `^(${amountsPattern})$` }),
      Type.String({ pattern: '^[^\\t\\r\\n]*$', maxLength: codeMax }),
      {
        additionalProperties: false,
        description: `${about} By kind of amount: ${amountKindNames.join(', ')}, and ${restKind} of piece work.`,
      },
    ),
  )

/** Texts by record id. */
const byId = (about: string, pattern: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern }), Type.String({ pattern: '^[^\\t\\r\\n]*$', maxLength: 160 }), {
      maxProperties: 5000,
      additionalProperties: false,
      description: about,
    }),
  )

const byJob = (about: string) =>
  byId(`${about} By job id (including all jobs below it), and default.`, '^(default|[0-9]{1,16})$')

const section = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Optional(Type.Object(properties, { additionalProperties: false }))

const quickBooks = {
  employee_name: oneOf('How employee names are written in QuickBooks.', ['first_last', 'last_first']),
  payroll_items: byKind('Payroll items.'),
  items: byJob('Service items.'),
  classes: byJob('Classes.'),
}

const whichNumber = ['payroll_id', 'employee_number'] as const

/** Settings for payroll programs. Sections are named after the targets that read them. */
export const exportSettingsSchema = Type.Object({
  payroll: section({ codes: byKind('Payroll item names.', codeMax, true) }),
  quickbooks_desktop: section({
    company_name: code('Company name in its timer export.'),
    company_create_time: code('COMPANYCREATETIME of its timer export.', '^[0-9]*$', 20),
    ...quickBooks,
  }),
  quickbooks_online: section(quickBooks),
  adp_workforce_now: section({
    company_code: code('Two or three letters or digits.', '^([A-Za-z0-9]{2,3})?$'),
    batch_id: code('Name of the batch.', '^[A-Za-z0-9 _-]*$', 10),
    file_number: oneOf('Which number of a person is used as the file number.', whichNumber),
    hours_3: byKind('Codes of the field Hours 3.'),
    hours_4: byKind('Codes of the field Hours 4.'),
    earnings_3: byAmount('Codes of the field Earnings 3.'),
    earnings_4: byAmount('Codes of the field Earnings 4.'),
    earnings_5: byAmount('Codes of the field Earnings 5.'),
    departments: byId('Temporary departments by group id.', '^[0-9]{1,16}$'),
  }),
  paychex_spi: section({
    client_id: code('At most 8 letters and digits.', '^[A-Za-z0-9]*$', 8),
    worker_id: oneOf('Which number of a person is used as the worker id.', whichNumber),
    pay_components: byKind(
      'Pay components, with the same capitalization as in Paychex, at most 20 characters.',
      20,
      true,
    ),
    job_number: oneOf('Whether lines include the job’s short code.', ['none', 'short_code']),
    line_date: oneOf('Whether there is a line per day.', ['none', 'day']),
  }),
  gusto: section({
    columns: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^(double|rate_[0-9.]{1,8}|pto|pto_[0-9]{1,16})$' }),
        Type.Enum(['overtime_hours', 'double_overtime_hours', 'vacation_hours', 'sick_hours']),
        {
          maxProperties: 500,
          additionalProperties: false,
          description: 'The column of each kind of hours except regular and overtime.',
        },
      ),
    ),
  }),
})

/** The names of the sections. */
export const exportSections = keysOf(exportSettingsSchema.properties)

/** The company's settings for payroll programs. */
export type ExportSettings = Static<typeof exportSettingsSchema>
