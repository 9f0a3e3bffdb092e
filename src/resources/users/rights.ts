import { whereInSight } from '../../company/rights/visible.ts'
import { settingsFor } from '../../company/settings/settings.ts'
import { type Actor, may } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { fieldNamed } from '../../engine/fields.ts'
import type { Filter } from '../../engine/filters.ts'
import { sql } from '../../engine/sql.ts'
import { mayApprove, mayChangeOwn } from '../../rules/people/access.ts'
import { personFields, seenBy, seesOf, seesPay } from '../../rules/people/sight.ts'
import type { Settings } from '../../rules/settings/settings.ts'
import type { Change, Write } from './change.ts'
import type { User } from './record.ts'
import { fields, isSecret } from './record.ts'

/** Which private fields of a user the actor sees. */
export function clearanceOf(actor: Actor, row: Pick<User, 'id' | 'group_id'>): 0 | 1 | 2 {
  if (seesPay(actor)) return 2
  return seesOf(actor, personFields.private, row) ? 1 : 0
}

/**
 * Restricts a filter on a private field to users whose private fields the actor sees, so it cannot be used to guess
 * values.
 */
export function onPrivate<T>(filter: Filter<T>): Filter<T> {
  return {
    ...filter,
    condition: async (value, ctx) => {
      const condition = await filter.condition(value, ctx)
      if (seenBy(ctx.actor, personFields.private) === 'all') return condition
      return sql`(${condition} and ${whereInSight(personFields.private, ctx.actor)})`
    },
  }
}

/** The fields users may change on their own record. */
const own = [
  'password',
  'email',
  'mobile_number',
  'display_name',
  'login_pin',
  'submitted_to',
  'require_password_change',
]

/** The ones that belong to their profile. */
const inProfile = ['password', 'email', 'mobile_number', 'display_name', 'login_pin']

/**
 * Refuses changes of fields the actor cannot see, in the same words whether the value differs or not, so values cannot
 * be guessed.
 */
export function fieldsAreSeen({ before, given, ctx: { actor } }: Change): void {
  const seen = clearanceOf(actor, before)
  const mayWrite = actor.userId === before.id || may(actor, 'manage_users')
  for (const name of Object.keys(given))
    if (fieldNamed(fields, name).clearance > seen || (isSecret(name) && !mayWrite))
      throw new Refusal(417, 'user_change_not_allowed', { field: name })
}

/** Which values the actor may change. */
export function actorMayChange({ before: user, changed, ctx: { actor, company } }: Change): void {
  if (user.permissions.inspector && changed.permissions) throw new Refusal(417, 'inspector_gets_no_rights')
  const managesUsers = may(actor, 'manage_users')
  const approves = mayApprove(actor, user)
  for (const name of Object.keys(changed)) {
    if (name === 'approved_to') {
      if (!approves) throw new Refusal(417, 'approving_user_needs_rights')
    } else if (name === 'submitted_to') {
      const { employee_approval } = settingsFor(company, user).approvals.settings
      if (String(employee_approval) !== '1' && !approves) throw new Refusal(417, 'submitting_off')
      if (!approves && actor.userId !== user.id) throw new Refusal(417, 'submitting_not_allowed')
    } else if (!managesUsers) {
      if (actor.userId !== user.id || !own.includes(name))
        throw new Refusal(417, 'manage_users_needed', { field: name, doing: 'changing it' })
      checkProfile(name, settingsFor(company, user).general.settings)
    }
  }
}

/** Refuses changes that the company does not let people make to their own record. */
function checkProfile(name: string, general: Settings): void {
  const part = name === 'email' || name === 'password' ? name : undefined
  if (inProfile.includes(name) && !mayChangeOwn(general, part))
    throw new Refusal(417, 'own_change_not_allowed', { field: name })
}

/** Refuses people without the permission for new users. */
export function actorMayCreate({ ctx: { actor } }: Write): void {
  if (!may(actor, 'manage_users')) throw new Refusal(417, 'manage_users_needed', { doing: 'creating users' })
}

/** Only administrators make administrators, and change more of one than the dates of approval. */
export function administratorsAreProtected({ before, changed, ctx: { actor } }: Write): void {
  if (actor.isAdmin) return
  if (changed.permissions && Boolean(before?.permissions.admin) !== Boolean(changed.permissions.admin))
    throw new Refusal(417, 'granting_admin_not_allowed')
  const foreign = before?.permissions.admin && before.id !== actor.userId
  if (foreign && Object.keys(changed).some((name) => name !== 'submitted_to' && name !== 'approved_to'))
    throw new Refusal(417, 'changing_admin_not_allowed')
}

/** A company always has an active administrator. */
export function anAdministratorRemains({ before, after, ctx: { work } }: Change): void {
  if (!before.active || !before.permissions.admin || (after.active && after.permissions.admin)) return
  const others = work.all('users').filter((user) => user.id !== before.id && user.active && user.permissions.admin)
  if (others.length === 0) throw new Refusal(417, 'last_administrator')
}
