import { msg } from '../../../src/rules/language/messages.ts'
import { isEmailAddress } from '../../../src/rules/settings/new_company.ts'
import type { Item, Records } from '../../api/records.ts'
import { FieldProblems, type Labels } from '../../components/page/refusals.ts'
import { typedRate } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import type { Permissions } from './permission_words.ts'

type User = Records['users']

/** The values of a person's form, as typed. */
export type PersonValues = {
  first_name: string
  last_name: string
  display_name: string
  username: string
  email: string
  mobile_number: string
  employee_number: string
  payroll_id: string
  job_title: string
  group_id: string
  hire_date: string
  term_date: string
  salaried: boolean
  exempt: boolean
  pay_rate: string
  pay_interval: string
  permissions: Permissions
  customfields: Readonly<Record<string, string>>
}

/** The fields' labels. */
export const personLabels: Labels = {
  first_name: msg('First name'),
  last_name: msg('Last name'),
  display_name: msg('Display name'),
  username: msg('Username'),
  email: msg('Email'),
  mobile_number: msg('Mobile phone'),
  employee_number: msg('Employee number'),
  payroll_id: msg('Payroll ID'),
  job_title: msg('Job title'),
  group_id: msg('Group'),
  hire_date: msg('Hire date'),
  term_date: msg('Termination date'),
  salaried: msg('Salaried'),
  exempt: msg('Exempt from overtime'),
  pay_rate: msg('Pay'),
  pay_interval: msg('Pay per'),
}

const noDate = '0000-00-00'

/** The form's values for a person, or for a new one with a proposed username. */
export function valuesOf(user: User | undefined, permissions: Permissions, username = ''): PersonValues {
  const { customfields } = user ?? {}
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    display_name: user?.display_name ?? '',
    username: user?.username ?? username,
    email: user?.email ?? '',
    mobile_number: user?.mobile_number ?? '',
    employee_number: user?.employee_number ? String(user.employee_number) : '',
    payroll_id: user?.payroll_id ?? '',
    job_title: user?.job_title ?? '',
    group_id: String(user?.group_id ?? 0),
    hire_date: dateOf(user?.hire_date),
    term_date: dateOf(user?.term_date),
    salaried: user?.salaried ?? false,
    exempt: user?.exempt ?? false,
    pay_rate: user?.pay_rate ? typedRate(user.pay_rate) : '',
    pay_interval: user?.pay_interval ?? 'hour',
    permissions: user?.permissions ?? permissions,
    customfields: typeof customfields === 'object' ? customfields : {},
  }
}

/** What must be corrected before a new person can be added: a sentence for each invalid field. */
export function newPersonProblems(values: PersonValues): Readonly<Record<string, string>> {
  const { first_name, last_name, username, email, pay_rate } = values
  const problems = {
    first_name: first_name.trim() === '' && t('Enter a first name.'),
    last_name: last_name.trim() === '' && t('Enter a last name.'),
    username: username.trim() === '' && t('Enter a username.'),
    email:
      email.trim() !== '' &&
      !isEmailAddress(email.trim()) &&
      t('Enter a complete email address, such as ana@example.com.'),
    pay_rate: !isPayRate(pay_rate) && t('Enter a number, such as 24.50.'),
  }
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== false))
}

/** The changes as the API takes them, without pay, which has its own endpoint. */
export function itemOf(changes: Partial<PersonValues>): Item {
  const { pay_rate, pay_interval, ...item } = changes
  const { employee_number, group_id, hire_date, term_date } = item
  return {
    ...item,
    ...(employee_number !== undefined && { employee_number: employee_number.trim() || 0 }),
    ...(group_id !== undefined && { group_id: Number(group_id) }),
    ...(hire_date !== undefined && { hire_date: hire_date || noDate }),
    ...(term_date !== undefined && { term_date: term_date || noDate }),
  }
}

/** The pay to save, if it was changed. Throws if it is not a number. */
export function payOf(changes: Partial<PersonValues>, values: PersonValues) {
  if (changes.pay_rate === undefined && changes.pay_interval === undefined) return undefined
  const text = values.pay_rate.trim().replace(',', '.')
  if (!isPayRate(text))
    throw new FieldProblems({ pay_rate: t('{field} must be a number, like 24.50.', { field: t('Pay') }) })
  const pay_interval: 'hour' | 'year' = values.pay_interval === 'year' ? 'year' : 'hour'
  return { pay_rate: Number(text), pay_interval }
}

/** Whether a typed pay is a number, or nothing. */
export function isPayRate(text: string): boolean {
  return /^\d*[.,]?\d*$/.test(text.trim())
}

function dateOf(date: string | undefined): string {
  return date === undefined || date === noDate ? '' : date
}
