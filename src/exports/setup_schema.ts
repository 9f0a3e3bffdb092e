import { type Static, Type } from 'typebox'

const codeMax = 64

/** Texts by kind of hour (`regular`, `overtime`, `double`, `rate_1.25`, `pto`, `pto_7003`). */
const byKind = (about: string) =>
  Type.Record(Type.String({ pattern: '^(regular|overtime|double|rate_[0-9.]{1,8}|pto|pto_[0-9]{1,10})$' }), code(), {
    maxProperties: 500,
    description: `${about} By kind of hour: regular, overtime, double, rate_1.25, pto for all time off, pto_ and the number of a time off job for that one.`,
  })

/** What is remembered for payroll files. Sections are named as the targets that read them. */
export const setupSchema = Type.Object(
  {
    payroll: section({ codes: Type.Optional(byKind('What payroll calls the hours.')) }),
  },
  { additionalProperties: false },
)

/** What is remembered for payroll files. */
export type Setup = Static<typeof setupSchema>

function section<P extends Parameters<typeof Type.Object>[0]>(properties: P) {
  return Type.Optional(Type.Object(properties, { additionalProperties: false }))
}

function code(options: { pattern?: string } = {}) {
  return Type.String({ maxLength: codeMax, ...options })
}
