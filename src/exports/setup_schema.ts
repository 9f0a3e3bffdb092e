import { type Static, Type } from 'typebox'

const codeMax = 64

/** A name or code of another program, in one line. */
const code = (about: string, pattern = '^[^\\t\\r\\n]*$', maxLength = codeMax) =>
  Type.Optional(Type.String({ description: about, pattern, maxLength }))

const oneOf = <Words extends string[]>(about: string, words: readonly [...Words]) =>
  Type.Optional(Type.Enum(words, { description: about }))

/** Texts by kind of hour. */
const byKind = (about: string, maxLength = codeMax) =>
  Type.Optional(
    Type.Record(
      Type.String({ pattern: '^(regular|overtime|double|rate_[0-9.]{1,8}|pto|pto_[0-9]{1,10})$' }),
      Type.String({ pattern: '^[^\\t\\r\\n]*$', maxLength }),
      {
        maxProperties: 500,
        additionalProperties: false,
        description: `${about} By kind of hour: regular, overtime, double, rate_1.25 for other rates, pto for all time off, pto_ and the number of a time off job for that one.`,
      },
    ),
  )

/** Texts by number of a record. */
const byNumber = (about: string, pattern: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern }), Type.String({ pattern: '^[^\\t\\r\\n]*$', maxLength: 160 }), {
      maxProperties: 5000,
      additionalProperties: false,
      description: about,
    }),
  )

const byJob = (about: string) =>
  byNumber(`${about} By number of a job, for it and all below it, and default.`, '^(default|[0-9]{1,10})$')

const section = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Optional(Type.Object(properties, { additionalProperties: false }))

const quickBooks = {
  employee_name: oneOf('How names of employees are written there.', ['first_last', 'last_first']),
  payroll_items: byKind('Payroll items.'),
  items: byJob('Service items.'),
  classes: byJob('Classes.'),
}

const whichNumber = ['payroll_id', 'employee_number'] as const

/** What is remembered for payroll programs. Sections are named as the targets that read them. */
export const setupSchema = Type.Object({
  payroll: section({ codes: byKind('What payroll calls the hours.') }),
  quickbooks_desktop: section({
    company_name: code('Name of the company, as its timer export says.'),
    company_create_time: code('COMPANYCREATETIME of its timer export.', '^[0-9]*$', 20),
    ...quickBooks,
  }),
  quickbooks_online: section(quickBooks),
  adp_workforce_now: section({
    company_code: code('Two or three letters or digits.', '^([A-Za-z0-9]{2,3})?$'),
    batch_id: code('Name of the batch.', '^[A-Za-z0-9 _-]*$', 10),
    file_number: oneOf('The number of a person that is the file number.', whichNumber),
    hours_3: byKind('Codes of the field Hours 3.'),
    hours_4: byKind('Codes of the field Hours 4.'),
    departments: byNumber('Temporary departments by number of a group.', '^[0-9]{1,10}$'),
  }),
  paychex_spi: section({
    client_id: code('At most 8 letters and digits.', '^[A-Za-z0-9]*$', 8),
    worker_id: oneOf('The number of a person that is the worker id.', whichNumber),
    pay_components: byKind('Pay components, upper and lower case as there, at most 20 characters.', 20),
    job_number: oneOf('Whether lines name jobs, by their short codes.', ['none', 'short_code']),
    line_date: oneOf('Whether there is a line a day.', ['none', 'day']),
  }),
  gusto: section({
    columns: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^(double|rate_[0-9.]{1,8}|pto|pto_[0-9]{1,10})$' }),
        Type.Enum(['overtime_hours', 'double_overtime_hours', 'vacation_hours', 'sick_hours']),
        {
          maxProperties: 500,
          additionalProperties: false,
          description: 'The column of each kind of hour but regular and overtime.',
        },
      ),
    ),
  }),
})

/** Names of its sections. */
export const setupSections = Object.keys(setupSchema.properties) as (keyof Setup)[]

/** What is remembered for payroll programs. */
export type Setup = Static<typeof setupSchema>
