import { firstOf, lastOf } from '../elements.ts'
import { isObject, property, ScimError, type ScimValues, scimSchemas } from './scim.ts'
import {
  chosenEmail,
  chosenPhone,
  ignoredIn,
  isPrimary,
  singleText,
  singleTruth,
  typeOf,
  valuedItems,
} from './scim_attributes.ts'

// What of a SCIM user is kept as a person.

/** Where an employee number is kept; '' for nowhere. */
export type EmployeeNumberIn = '' | 'payroll_id' | 'employee_number'

/** The values of a person, what the provider calls them, and what is not kept. */
export type Person = {
  item: {
    username: string
    first_name: string
    last_name: string
    display_name: string
    email: string
    mobile_number: string
    job_title: string
    active: boolean
    payroll_id?: string
    employee_number?: number
  }
  note: { externalId: string; emailType: string; phoneType: string }
  ignored: string[]
}

/** A new person, one to be replaced, who is active or not, or one to whom a patch was applied. */
type How = { keeps: EmployeeNumberIn } & ({ kind: 'new' | 'patched' } | { kind: 'replaced'; isActive: boolean })

/** The person that a SCIM user describes. Throws ScimError 400. */
export function personIn(body: unknown, how: How): Person {
  if (!isObject(body)) throw new ScimError(400, 'expected an object', 'invalidSyntax')
  const text = (name: string) => singleText(property(body, name), name)
  const username = text('userName')
  if (username === '') throw new ScimError(400, 'userName: required', 'invalidValue')
  const displayName = text('displayName')
  const names = namesIn(body, { username, displayName, isComplete: how.kind === 'patched' })
  const active = property(body, 'active')
  const emails = onlyOne(body, 'emails', { chosen: chosenEmail, isPatched: how.kind === 'patched' })
  const phones = onlyOne(body, 'phoneNumbers', { chosen: chosenPhone, isPatched: how.kind === 'patched' })
  const number = employeeNumber(body, how.keeps)
  return {
    item: {
      username,
      ...names,
      // Without a display name, the name is shown.
      display_name: displayName === `${names.first_name} ${names.last_name}`.trim() ? '' : displayName,
      email: emails.value,
      mobile_number: phones.value,
      job_title: text('title'),
      active: active === undefined || active === null ? usuallyActive(how) : singleTruth(active, 'active'),
      ...number.kept,
    },
    note: { externalId: text('externalId'), emailType: emails.type, phoneType: phones.type },
    ignored: [
      ...(how.kind === 'patched' ? [] : ignoredIn('users', body)),
      ...emails.ignored,
      ...phones.ignored,
      ...number.ignored,
    ],
  }
}

/** Someone who was deactivated stays so until the provider says otherwise. */
function usuallyActive(how: How): boolean {
  return how.kind === 'replaced' ? how.isActive : true
}

type Names = { first_name: string; last_name: string }

/**
 * First and last name. A whole name helps only where one of them is missing, and no name is invented: a person who has only
 * one has no last name.
 */
function namesIn(
  body: ScimValues,
  { username, displayName, isComplete }: { username: string; displayName: string; isComplete: boolean },
): Names {
  const name = property(body, 'name') ?? {}
  if (!isObject(name)) throw new ScimError(400, 'name: must be an object', 'invalidValue')
  const part = (of: string) => singleText(property(name, of), `name.${of}`)
  const [first, last] = [part('givenName'), part('familyName')]
  if (isComplete) {
    if (first === '') throw new ScimError(400, 'name.givenName: required', 'invalidValue')
    return { first_name: first, last_name: last }
  }
  const whole = (part('formatted') || displayName).replaceAll(/\s+/g, ' ')
  if (first !== '') return { first_name: first, last_name: last || after(first, whole) }
  if (last !== '') {
    const before = whole.endsWith(` ${last}`) ? whole.slice(0, -last.length - 1) : ''
    return before === '' ? { first_name: last, last_name: '' } : { first_name: before, last_name: last }
  }
  return splitName(whole || firstOf(username.split('@')) || username)
}

/** What follows the first name in a whole name; '' if it does not begin with it. */
function after(first: string, whole: string): string {
  return whole.startsWith(`${first} `) ? whole.slice(first.length + 1) : ''
}

/** A whole name, of which the last word is the last name if there are several. */
function splitName(whole: string): Names {
  const words = whole.split(' ')
  return words.length === 1
    ? { first_name: whole, last_name: '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: lastOf(words) }
}

const typeMax = 32

/** The item of a list that is kept, with its type, and the others. */
function onlyOne(
  body: ScimValues,
  name: string,
  { chosen, isPatched }: { chosen: (items: readonly ScimValues[]) => ScimValues | undefined; isPatched: boolean },
): { value: string; type: string; ignored: string[] } {
  const { items, isPartial } = valuedItems(property(body, name), name)
  const kept = chosen(items)
  const value = String(kept?.value ?? '')
  const others = items.filter((item) => item !== kept && item.value !== value)
  const type = kept ? typeOf(kept).slice(0, typeMax) : ''
  // The only item stays the primary one.
  const demoted = isPatched && kept && property(kept, 'primary') !== undefined && !isPrimary(kept)
  const ignored = [
    ...others.map((item) => (typeOf(item) ? `${name}[${typeOf(item).slice(0, typeMax)}]` : name)),
    ...(isPartial ? [`${name} without a value`] : []),
    ...(demoted ? [`${name}.primary`] : []),
  ]
  return { value, type, ignored }
}

/** The employee number of the enterprise extension, where the company keeps it. One that is not given stays. */
function employeeNumber(
  body: ScimValues,
  keeps: EmployeeNumberIn,
): { kept: { payroll_id?: string; employee_number?: number }; ignored: string[] } {
  const extension = property(body, scimSchemas.enterprise)
  const given = isObject(extension) ? property(extension, 'employeeNumber') : undefined
  if (given === undefined) return { kept: {}, ignored: [] }
  const number = typeof given === 'number' ? String(given) : singleText(given, 'employeeNumber')
  if (keeps === '') return { kept: {}, ignored: number === '' ? [] : ['employeeNumber'] }
  if (keeps === 'payroll_id') return { kept: { payroll_id: number }, ignored: [] }
  if (!/^\d{0,9}$/.test(number))
    throw new ScimError(400, 'employeeNumber: must be a whole number of at most 9 digits', 'invalidValue')
  return { kept: { employee_number: Number(number) }, ignored: [] }
}
