import { passwordMin, passwordProblem } from './passwords.ts'
import { zoneMeant } from './zone_names.ts'

/** What the form of a new company asks for, as typed. */
type NewCompanyFields = Readonly<Record<string, string | undefined>>

const lengthMax = 100

const required: Readonly<Record<string, string>> = {
  company_name: 'the company name',
  tz: 'a time zone',
  first_name: 'your first name',
  last_name: 'your last name',
  email: 'your email address',
  username: 'a username',
}

/** What has to be corrected before the company can be created: a sentence for each field that is wrong, in their order. */
export function newCompanyProblems(fields: NewCompanyFields): Readonly<Record<string, string>> {
  const found = [
    ...Object.entries(required).map(([name, words]) => [name, textProblem(name, fields[name] ?? '', words)] as const),
    ['password', passwordProblem(fields.password ?? '') ?? obviousProblem(fields)] as const,
  ]
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function textProblem(name: string, typed: string, words: string): string | undefined {
  const value = typed.trim()
  if (value === '') return `Enter ${words}.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects.
  if (value.length > lengthMax || /[\x00-\x1f\x7f]/.test(value) || !value.isWellFormed())
    return `Shorten or correct ${words}.`
  return shapes[name]?.(value)
}

const shapes: Readonly<Record<string, (value: string) => string | undefined>> = {
  email: (value) => (isEmailAddress(value) ? undefined : 'Enter a complete email address, such as ana@example.com.'),
  username: (value) => (/\s/.test(value) ? 'A username has no spaces.' : undefined),
  tz: (value) =>
    zoneMeant(value) === undefined
      ? 'Choose a time zone: type the nearest large city, such as Berlin or Denver.'
      : undefined,
}

/** Whether a text looks like an email address on the internet: `anna@weber` does not. */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(text)
}

function obviousProblem(fields: NewCompanyFields): string | undefined {
  const password = folded(fields.password)
  const names = [fields.username, fields.email, fields.company_name].map(folded)
  if (names.some((name) => name.length >= passwordMin && name === password))
    return 'The password must not be your username, email address or company name.'
  return undefined
}

function folded(text = ''): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
