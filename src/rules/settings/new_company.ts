import { msg, type Translate } from '../language/messages.ts'
import { passwordMin, passwordProblem, passwordText } from '../people/passwords.ts'
import type { Reason } from '../refusals/reason.ts'
import { folded } from '../text/folded.ts'
import { zoneMeant } from '../time/zone_names.ts'

/** The fields of the form for a new company, as typed. */
type NewCompanyFields = Readonly<Record<string, string | undefined>>

const lengthMax = 100

const required: Readonly<Record<string, { missing: string; wrong: string }>> = {
  company_name: { missing: msg('Enter the company name.'), wrong: msg('Shorten or correct the company name.') },
  tz: { missing: msg('Enter a time zone.'), wrong: msg('Shorten or correct a time zone.') },
  first_name: { missing: msg('Enter your first name.'), wrong: msg('Shorten or correct your first name.') },
  last_name: { missing: msg('Enter your last name.'), wrong: msg('Shorten or correct your last name.') },
  email: { missing: msg('Enter your email address.'), wrong: msg('Shorten or correct your email address.') },
  username: { missing: msg('Enter a username.'), wrong: msg('Shorten or correct a username.') },
}

/**
 * The problems to correct before the company can be created: a sentence for each invalid field, in order. `isCommon`
 * says why a password is too common; only the server has the list.
 */
export function newCompanyProblems(
  fields: NewCompanyFields,
  t: Translate,
  isCommon: (password: string, names: readonly string[]) => Reason | undefined = () => undefined,
): Readonly<Record<string, string>> {
  const { password = '', username = '', email = '', company_name = '' } = fields
  const unfit = passwordProblem(password)
  const common = () => isCommon(password, [username, email, company_name])
  const worded = (problem: Reason | undefined) => problem && passwordText(problem, t)
  const found = [
    ...Object.keys(required).map((name) => [name, textProblem(name, fields[name] ?? '', t)] as const),
    ['password', worded(unfit) ?? obviousProblem(fields, t) ?? worded(common())] as const,
  ]
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function textProblem(name: string, typed: string, t: Translate): string | undefined {
  const { missing, wrong } = required[name]!
  const value = typed.trim()
  if (value === '') return t(missing)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects.
  if (value.length > lengthMax || /[\x00-\x1f\x7f]/.test(value) || !value.isWellFormed()) return t(wrong)
  const misshapen = shapes[name]?.(value)
  return misshapen && t(misshapen)
}

const shapes: Readonly<Record<string, (value: string) => string | undefined>> = {
  email: (value) =>
    isEmailAddress(value) ? undefined : msg('Enter a complete email address, such as ana@example.com.'),
  username: (value) => (/\s/.test(value) ? msg('A username has no spaces.') : undefined),
  tz: (value) =>
    zoneMeant(value) === undefined
      ? msg('Choose a time zone: type the nearest large city, such as Berlin or Denver.')
      : undefined,
}

/** Whether a text looks like an email address on the internet: `anna@weber` does not. */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(text)
}

function obviousProblem(fields: NewCompanyFields, t: Translate): string | undefined {
  const password = folded(fields.password)
  const names = [fields.username, fields.email, fields.company_name].map(folded)
  if (names.some((name) => name.length >= passwordMin && name === password))
    return t('The password must not be your username, email address or company name.')
  return undefined
}
