import { isNone } from '../../engine/batch.ts'
import { Refusal } from '../../engine/errors.ts'
import { differing, type Item } from '../../engine/table.ts'
import { identityKey, isPlain, plainOf } from '../../rules/text/identity.ts'
import type { Change, Write } from './change.ts'
import { accessIsConfirmed, credentialsMayChange, passwordIsAcceptable, usernameIsNoAddress } from './credentials.ts'
import type { User } from './record.ts'
import { fields, isSecret } from './record.ts'
import {
  actorMayChange,
  actorMayCreate,
  administratorsAreProtected,
  anAdministratorRemains,
  fieldsAreSeen,
} from './rights.ts'
import { approvalIsPossible, submittedWith } from './submitting.ts'

/** Checks of a new user. The first one to fail, in this order, determines the answer. */
const ofNew: readonly ((write: Write) => void)[] = [
  actorMayCreate,
  lastNameIsGiven,
  passwordIsNotGiven,
  administratorsAreProtected,
  groupIsActive,
  namesArePlain,
  valuesAreUnique,
  usernameIsNoAddress,
  customfieldsExist,
  approvalIsPossible,
  accessIsConfirmed,
]

/** Checks of a change, in the same way. */
const ofChange: readonly ((change: Change) => void)[] = [
  fieldsAreSeen,
  actorMayChange,
  administratorsAreProtected,
  credentialsMayChange,
  passwordIsAcceptable,
  groupIsActive,
  customfieldsExist,
  namesArePlain,
  valuesAreUnique,
  usernameIsNoAddress,
  approvalIsPossible,
  anAdministratorRemains,
  accessIsConfirmed,
]

/** Runs all checks of a new user. */
export function checkNew(write: Write): void {
  for (const check of ofNew) check(write)
}

/** Runs all checks of a change. */
export function checkChange(change: Change): void {
  for (const check of ofChange) check(change)
}

/** The values that an item gives. Some clients send empty ones for what they leave unset. */
export function givenBy(item: Item, patch: Partial<User>): Partial<User> {
  return Object.fromEntries(Object.entries(patch).filter(([name]) => !isUnset(name, item)))
}

function isUnset(name: string, item: Item): boolean {
  const value = item[name]
  switch (name) {
    case 'hire_date':
    case 'term_date':
      return value === ''
    case 'submitted_to':
    case 'approved_to':
      return value === '' || value === '0000-00-00'
    case 'password':
    case 'login_pin':
      return value === '' || typeof value === 'boolean'
    // A user found by username keeps its spelling, however the item spells it.
    case 'username':
      return isNone(item.id)
    default:
      return false
  }
}

/** Compares a user with the values given. Permissions that are not named stay. */
export function changeOf(before: User, given: Partial<User>, { ctx, hash }: Pick<Change, 'ctx' | 'hash'>): Change {
  const wanted = given.permissions ? { ...given, permissions: { ...before.permissions, ...given.permissions } } : given
  const changed: Partial<User> = Object.fromEntries(
    // Hidden values are not compared: whether one is dropped or refused would reveal it.
    Object.entries(wanted).filter(([name, value]) => isSecret(name) || differs(name, before, value)),
  )
  return { before, after: { ...before, ...changed }, given, changed, ctx, hash }
}

function differs(name: string, before: User, value: unknown): boolean {
  return name in differing(fields, before, { [name]: value })
}

/** The values that follow from a change. */
export function following({ before, changed, hash }: Change): Partial<User> {
  return {
    ...(changed.login_pin !== undefined && { login_pin: '' }),
    ...(changed.password !== undefined && { password: hash! }),
    ...(changed.approved_to !== undefined && { submitted_to: submittedWith(before, changed) }),
    ...(changed.email !== undefined && { email_verified: false }),
  }
}

/** Programs of the server add people as an identity provider knows them, and some have only one name. */
function lastNameIsGiven({ after, ctx: { actor } }: Write): void {
  if (after.last_name === '' && actor.userId !== 0) throw new Refusal(417, 'required', { field: 'last_name' })
}

function passwordIsNotGiven({ after }: Write): void {
  if (after.password !== '') throw new Refusal(417, 'password_of_another_user')
}

function groupIsActive({ changed: { group_id = 0 }, ctx: { work } }: Write): void {
  if (group_id !== 0 && !work.get('groups', group_id)?.active)
    throw new Refusal(417, 'no_active_group', { field: 'group_id', id: group_id })
}

/** Names and addresses are compared as they are, so one that only looks like another is not taken. */
function namesArePlain({ changed }: Write): void {
  for (const field of ['username', 'email'] as const) {
    const value = changed[field]
    if (value !== undefined && !isPlain(value))
      throw new Refusal(417, 'letters_not_plain', { field, plain: plainOf(value) })
  }
}

function valuesAreUnique({ after, ctx: { work } }: Write): void {
  for (const other of work.all('users')) {
    if (other.id === after.id) continue
    if (identityKey(other.username) === identityKey(after.username))
      throw new Refusal(417, 'taken', { field: 'username', value: after.username })
    if (after.employee_number !== 0 && other.employee_number === after.employee_number)
      throw new Refusal(417, 'taken', { field: 'employee_number', value: after.employee_number })
    if (after.payroll_id !== '' && other.payroll_id === after.payroll_id)
      throw new Refusal(417, 'taken', { field: 'payroll_id', value: after.payroll_id })
  }
}

function customfieldsExist({ changed: { customfields = {} }, ctx: { company } }: Write): void {
  const known = company.listed('customfields')
  for (const key of Object.keys(customfields))
    if (!known.some((field) => field.id === Number(key) && field.applies_to === 'user' && field.active))
      throw new Refusal(417, 'no_such_user_field', { id: key })
}
