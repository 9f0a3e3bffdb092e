import { managedGroups, permissions } from '../../company/rights/rights.ts'
import { withClearance } from '../../company/rights/visible.ts'
import { Refusal } from '../../engine/errors.ts'
import {
  bool,
  date,
  decimal,
  derived,
  type Field,
  fieldNamed,
  hidden,
  id,
  instant,
  integer,
  isRecord,
  map,
  oneOf,
  ref,
  type TextOptions,
  text,
  type ValuesOf,
} from '../../engine/fields.ts'
import { emailAddress } from '../../rules/formats.ts'
import { vouchers } from '../../rules/people/vouching.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'

/** Maximum pay per hour or year. */
export const payRateMax = 999999.99

/** Maximum length of a password set over the API, in characters. */
export const passwordMax = 256

/** The fields of a user, in the order of the API. */
export const fields = withClearance({
  id: id(),
  first_name: text({ required: true, min: 1, max: 64, trim: true, folded: true }),
  last_name: text({ required: true, max: 64, trim: true, folded: true }),
  display_name: text({ max: 128 }),
  pronouns: derived({ type: 'string' }, () => '""'),
  group_id: ref('groups'),
  active: bool({ initial: () => true, about: 'False: archived.' }),
  employee_number: integer({ about: 'Unique unless 0.' }),
  salaried: bool(),
  exempt: bool(),
  username: text({
    required: true,
    min: 1,
    max: 128,
    trim: true,
    folded: 'identity',
    identifies: true,
    about: 'Unique in the company, ignoring case.',
  }),
  email: text({
    max: 254,
    trim: true,
    folded: 'identity',
    pattern: /^[^\s@,;<>]+@[^\s@,;<>]+$/,
    expect: emailAddress,
  }),
  email_verified: bool({ access: 'read-only' }),
  email_vouched_by: { ...hidden(oneOf(vouchers)), secret: true },
  email_vouched_at: hidden(instant()),
  payroll_id: text({ max: 64, trim: true, about: 'Unique unless empty.' }),
  mobile_number: text({ max: 32 }),
  hire_date: date({ unset: '0000-00-00' }),
  term_date: date({ unset: '0000-00-00' }),
  job_title: text({ max: 128 }),
  gender: text({ max: 32 }),
  last_modified: instant({ access: 'read-only' }),
  last_active: instant({ access: 'read-only', about: 'Last activity, to the nearest quarter hour.' }),
  created: instant({ access: 'read-only' }),
  client_url: derived({ type: 'string' }, (_, { company }) => JSON.stringify(company.row.client_url)),
  company_name: derived({ type: 'string' }, (_, { company }) => JSON.stringify(company.row.name)),
  profile_image_url: derived({ type: 'string' }, () => '""'),
  pto_balances: map<Record<string, number>>({
    access: 'read-only',
    parse: () => ({}),
    print: (value, _, { company }) =>
      JSON.stringify(Object.fromEntries(company.valueNow<number[]>('ptoJobcodes').map((id) => [id, value[id] ?? 0]))),
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    about: 'Seconds by PTO jobcode: time granted less time taken.',
  }),
  submitted_to: date({ unset: startOfTime, about: 'Time through this date is submitted.' }),
  approved_to: date({ unset: startOfTime, about: 'Time through this date is approved.' }),
  manager_of_group_ids: derived({ type: 'array', items: { type: 'integer' } }, (row, { company }): string =>
    JSON.stringify(managedGroups(company.listed('groups'), row.id)),
  ),
  require_password_change: bool({ initial: () => true }),
  password: secret({ access: 'write-only', max: passwordMax, about: 'Only on your own record.' }),
  // Nothing uses it, so it is checked and then discarded; if it were stored, it would be a secret that is easy to
  // guess.
  login_pin: secret({
    access: 'write-only',
    max: 16,
    pattern: /^\d+$/,
    expect: 'digits',
    about: 'Accepted, not kept.',
  }),
  pay_rate: decimal({ access: 'read-only', max: payRateMax }),
  pay_interval: oneOf(['hour', 'year'], { access: 'read-only' }),
  permissions: permissions({}),
  customfields: map<Record<string, string>>({
    parse: parseCustomfields,
    print: (value) => (Object.keys(value).length === 0 ? '""' : JSON.stringify(value)),
  }),
})

/** Whether a value is written only and never shown. */
export function isSecret(name: string): boolean {
  return fieldNamed(fields, name).access === 'write-only'
}

/** A person in the company. */
export type User = ValuesOf<typeof fields>

declare module '../../engine/table.ts' {
  interface Tables {
    users: User
  }
}

/** A text that is never shown. The .NET client sends a truth value for it, which is ignored. */
function secret(options: TextOptions): Field<string> {
  const kind = text(options)
  const parse = (value: unknown, name: string) => (typeof value === 'boolean' ? '' : kind.parse(value, name))
  return { ...kind, secret: true, parse }
}

function parseCustomfields(value: unknown, name: string): Record<string, string> {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw new Refusal(417, 'not_texts_by_field', { field: name })
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, text().parse(entry, `${name}.${key}`)]))
}
