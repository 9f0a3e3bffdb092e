import { tellOfCredentials } from '../company/credential_mails.ts'
import { keepMembership } from '../company/membership.ts'
import { permissions } from '../company/permissions.ts'
import { managedGroups } from '../company/rights.ts'
import { loadSettings, settingsFor } from '../company/settings.ts'
import { recordLocks } from '../company/time_locks.ts'
import { isNone } from '../engine/batch.ts'
import { type Actor, type Context, may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import {
  bool,
  date,
  decimal,
  derived,
  type Field,
  fieldNamed,
  id,
  instant,
  integer,
  isRecord,
  map,
  numberOf,
  oneOf,
  ref,
  type TextOptions,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, type Filter, noneOf, pattern, since, state, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { fold, inList, type Sql, sql } from '../engine/sql.ts'
import { differing, type Item, integerMax, isId } from '../engine/table.ts'
import { mayApprove, mayChangeOwn } from '../rules/access.ts'
import { noteText } from '../rules/history_notes.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import { type Settings, setting } from '../rules/settings.ts'
import { startOfTime } from '../rules/timesheets.ts'
import { endFilters, loadActiveFilters } from './customfielditem_filters/active.ts'
import { closeRunning, loadRunning } from './timesheets/running.ts'
import { checkUsername, credentialsToKeep, hashOwn, ownEmailProblem, passwordMax } from './users/credentials.ts'
import { checkApproval, loadForSubmissions, loadOnTheClock, notifyOfSubmission } from './users/submitting.ts'

/** Maximum pay per hour or year. */
export const payRateMax = 999999.99

const fields = {
  id: id(),
  first_name: text({ required: true, min: 1, max: 64, trim: true, folded: true }),
  last_name: text({ required: true, max: 64, trim: true, folded: true }),
  display_name: text({ max: 128 }),
  pronouns: derived({ type: 'string' }, () => '""'),
  group_id: ref('groups'),
  active: bool({ initial: () => true, about: 'False: archived.' }),
  employee_number: integer({ about: 'Unique unless 0.' }),
  salaried: bool({ clearance: 1 }),
  exempt: bool({ clearance: 1 }),
  username: text({
    required: true,
    min: 1,
    max: 128,
    trim: true,
    folded: true,
    identifies: true,
    clearance: 1,
    about: 'Unique in the company, ignoring case.',
  }),
  email: text({
    max: 254,
    trim: true,
    folded: true,
    pattern: /^[^\s@,;<>]+@[^\s@,;<>]+$/,
    expect: 'an email address',
  }),
  email_verified: bool({ access: 'read-only' }),
  payroll_id: text({ max: 64, trim: true, clearance: 1, about: 'Unique unless empty.' }),
  mobile_number: text({ max: 32, clearance: 1 }),
  hire_date: date({ unset: '0000-00-00', clearance: 1 }),
  term_date: date({ unset: '0000-00-00', clearance: 1 }),
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
  submitted_to: date({ unset: startOfTime, clearance: 1, about: 'Time through this date is submitted.' }),
  approved_to: date({ unset: startOfTime, clearance: 1, about: 'Time through this date is approved.' }),
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
  pay_rate: decimal({ access: 'read-only', clearance: 2, max: payRateMax }),
  pay_interval: oneOf(['hour', 'year'], { access: 'read-only', clearance: 2 }),
  permissions: permissions({ clearance: 1 }),
  customfields: map<Record<string, string>>({
    clearance: 1,
    parse: parseCustomfields,
    print: (value) => (Object.keys(value).length === 0 ? '""' : JSON.stringify(value)),
  }),
}

/** A person in the company. */
export type User = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    users: User
  }
}

/**
 * Hashes of the passwords that items set on the actor's own record, and why a change of their email address is refused.
 */
type Facts = { hashes: ReadonlyMap<Item, string>; ownEmail: Reason | undefined }

/** The people of a company. They are never deleted; an archived user stays in reports. */
export const users = resource<typeof fields, Facts>('users', {
  about: 'The people of the company.',
  order: sql`last_name_key, first_name_key, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    not_ids: noneOf('id'),
    employee_numbers: anyOf('employee_number'),
    usernames: onPrivate(words('username', { folded: true })),
    group_ids: anyOf('group_id', { about: '0 is users without a group.' }),
    not_group_ids: noneOf('group_id'),
    payroll_ids: onPrivate(words('payroll_id')),
    active: state('active', 'yes'),
    first_name: pattern('first_name'),
    last_name: pattern('last_name'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: ({ inspects, userId }) =>
    inspects && inspects.groups.length > 0
      ? sql`(${inList(sql`group_id`, inspects.groups)} or id = ${userId})`
      : sql`1 = 1`,
  clearance: clearanceOf,
  related: (row, { company }) => ({
    jobcodes: company.valueNow<number[]>('ptoJobcodes'),
    groups: [row.group_id, ...managedGroups(company.listed('groups'), row.id)],
  }),
  async prepare(_, { company }) {
    await company.list('groups')
    await company.value('ptoJobcodes', async (handle) => {
      const rows = await handle.all<{ id: number }>(
        sql`select id from jobcodes where company_id = ${company.row.company_id} and type = 'pto' and active = 1 order by id`,
      )
      return rows.map((row) => row.id)
    })
  },
  async facts(items, ctx, verb) {
    const { company, work } = ctx
    await company.list('groups')
    await company.list('customfields')
    await work.load('users', clashes(items))
    if (items.some((item) => item.active !== undefined || item.permissions !== undefined))
      await work.load('users', sql`active = 1 and permissions like '%,admin,%'`)
    const archived = items
      .filter((item) => item.active !== undefined)
      .map((item) => target(item, ctx))
      .filter((id) => work.get('users', id))
    if (archived.length > 0) {
      await loadRunning(archived, ctx)
      await loadActiveFilters(work, sql`applies_to = 'users' and ${inList(sql`applies_to_id`, archived)}`)
    }
    await loadSettings(company)
    await loadForSubmissions(items, ctx)
    if (verb === 'update') await loadOnTheClock(items, ctx, (item) => target(item, ctx))
    if (verb !== 'update') return { hashes: new Map(), ownEmail: undefined }
    const own = items.filter((item) => target(item, ctx) === ctx.actor.userId)
    return { hashes: await hashOwn(own, ctx), ownEmail: await ownEmailProblem(own, ctx) }
  },
  create(draft, ctx, _facts, item) {
    if (!may(ctx.actor, 'manage_users')) throw new Refusal(417, 'manage_users_needed', { doing: 'creating users' })
    if (draft.last_name === '') throw new Refusal(417, 'required', { field: 'last_name' })
    refusePassword(draft)
    refuseAdmin(undefined, draft, ctx.actor)
    checkGroup(draft.group_id, ctx)
    checkUnique(draft, ctx)
    checkUsername(draft.id, draft.username, ctx)
    checkCustomfields(draft.customfields, ctx)
    checkApproval({ ...draft, submitted_to: startOfTime, approved_to: startOfTime }, draft, ctx)
    const given = isRecord(item.permissions) ? draft.permissions : {}
    const time_tracking = setting(settingsFor(ctx.company), 'general', 'new_users_track_time') === 1
    draft.permissions = { ...fields.permissions.initial(ctx), ...(time_tracking && { time_tracking }), ...given }
    return ctx.work.insert('users', { ...draft, login_pin: '' })
  },
  update(before, patch, ctx, facts, item) {
    for (const name of ['hire_date', 'term_date', 'submitted_to', 'approved_to'] as const)
      if (item[name] === '' || (item[name] === '0000-00-00' && name.endsWith('_to'))) delete patch[name]
    for (const name of ['password', 'login_pin'] as const)
      if (typeof item[name] === 'boolean' || item[name] === '') delete patch[name]
    // A user found by username keeps its spelling, however the item spells it.
    if (isNone(item.id)) delete patch.username
    refuseUnseen(before, patch, ctx)
    if (patch.permissions) patch.permissions = { ...before.permissions, ...patch.permissions }
    const changed = Object.fromEntries(
      // Hidden values are not compared: whether one is dropped or refused would reveal it.
      Object.entries(patch).filter(([name, value]) => isSecret(name) || differs(name, before, value)),
    ) as Partial<User>
    checkRights(before, changed, ctx)
    refuseAdmin(before, changed, ctx.actor)
    Object.assign(
      changed,
      credentialsToKeep(before, changed, ctx, { hash: facts.hashes.get(item), email: facts.ownEmail }),
    )
    if (changed.group_id !== undefined) checkGroup(changed.group_id, ctx)
    if (changed.customfields) checkCustomfields(changed.customfields, ctx)
    checkUnique({ ...before, ...changed }, ctx)
    checkUsername(before.id, changed.username, ctx)
    checkApproval(before, changed, ctx)
    if (changed.email !== undefined) Object.assign(changed, { email_verified: false })
    if (changed.active === false) archive(before, ctx)
    keepAnAdministrator(before, changed, ctx)
    const after = ctx.work.change('users', before.id, changed)
    notifyOfSubmission(before, after, ctx)
    return after
  },
  async afterChanges(changes, work) {
    recordLocks(changes, work)
    await keepMembership(changes, work)
    await tellOfCredentials(changes, work)
  },
  absent: { status: 417, reason: reason('absent', { kind: 'user' }) },
})

/** A text that is never shown. The .NET client sends a truth value for it, which is ignored. */
function secret(options: TextOptions): Field<string> {
  const kind = text(options)
  const parse = (value: unknown, name: string) => (typeof value === 'boolean' ? '' : kind.parse(value, name))
  return { ...kind, secret: true, parse }
}

/** Which private fields of a user the actor sees. */
function clearanceOf(actor: Actor, row: Pick<User, 'id' | 'group_id'>): 0 | 1 | 2 {
  if (actor.isAdmin) return 2
  if (actor.inspects) return actor.userId === row.id ? 1 : 0
  return seesPrivate(actor) || actor.userId === row.id || actor.manages.includes(row.group_id) ? 1 : 0
}

/** Whether the actor sees everyone's private fields. */
function seesPrivate(actor: Actor): boolean {
  return may(actor, 'manage_users', 'approve_timesheets', 'reports')
}

/**
 * Restricts a filter on a private field to users whose private fields the actor sees, so it cannot be used to guess
 * values.
 */
function onPrivate<T>(filter: Filter<T>): Filter<T> {
  const near = (actor: Actor) => sql`(id = ${actor.userId} or ${inList(sql`group_id`, actor.manages)})`
  return {
    ...filter,
    condition: async (value, ctx) => {
      const condition = await filter.condition(value, ctx)
      return seesPrivate(ctx.actor) ? condition : sql`(${condition} and ${near(ctx.actor)})`
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
function refuseUnseen(user: User, patch: Partial<User>, { actor }: Context): void {
  const seen = clearanceOf(actor, user)
  const mayWrite = actor.userId === user.id || may(actor, 'manage_users')
  for (const name of Object.keys(patch))
    if (fieldNamed(fields, name).clearance > seen || (isSecret(name) && !mayWrite))
      throw new Refusal(417, 'user_change_not_allowed', { field: name })
}

function isSecret(name: string): boolean {
  return fieldNamed(fields, name).access === 'write-only'
}

function checkRights(user: User, changed: Partial<User>, { actor, company }: Context): void {
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

function refuseAdmin(before: User | undefined, changed: Partial<User>, actor: Actor): void {
  if (actor.isAdmin) return
  if (changed.permissions && Boolean(before?.permissions.admin) !== Boolean(changed.permissions.admin))
    throw new Refusal(417, 'granting_admin_not_allowed')
  const foreign = before?.permissions.admin && before.id !== actor.userId
  if (foreign && Object.keys(changed).some((name) => name !== 'submitted_to' && name !== 'approved_to'))
    throw new Refusal(417, 'changing_admin_not_allowed')
}

function refusePassword(draft: User): void {
  if (draft.password !== '') throw new Refusal(417, 'password_of_another_user')
}

/** The id of the user an update item refers to; NaN if there is none. */
function target(item: Item, { work }: Context): number {
  if (!isNone(item.id)) return numberOf(item.id)
  const { username } = item
  if (typeof username !== 'string') return Number.NaN
  return work.all('users').find((user) => fold(user.username) === fold(username))?.id ?? Number.NaN
}

function checkGroup(groupId: number, { work }: Context): void {
  if (groupId !== 0 && !work.get('groups', groupId)?.active)
    throw new Refusal(417, 'no_active_group', { field: 'group_id', id: groupId })
}

function checkUnique(user: User, { work }: Context): void {
  for (const other of work.all('users')) {
    if (other.id === user.id) continue
    if (fold(other.username) === fold(user.username))
      throw new Refusal(417, 'taken', { field: 'username', value: user.username })
    if (user.employee_number !== 0 && other.employee_number === user.employee_number)
      throw new Refusal(417, 'taken', { field: 'employee_number', value: user.employee_number })
    if (user.payroll_id !== '' && other.payroll_id === user.payroll_id)
      throw new Refusal(417, 'taken', { field: 'payroll_id', value: user.payroll_id })
  }
}

/** Condition on users who have a name, address or number that one of the items wants. */
function clashes(items: readonly Item[]): Sql {
  const numbers = cleanTexts(items, 'employee_number').map(Number)
  // Larger ones are refused when parsed, and PostgreSQL could not compare them with the column.
  const valid = numbers.filter((value) => isId(value) && value <= integerMax)
  const names = cleanTexts(items, 'username').map((name) => fold(name.trim()))
  return sql`(${inList(sql`username_key`, names)} or (email_key <> '' and ${inList(sql`email_key`, names)})
    or ${inList(sql`employee_number`, valid)}
    or ${inList(
      sql`payroll_id`,
      cleanTexts(items, 'payroll_id').map((value) => value.trim()),
    )})`
}

/** Well-formed texts the items give for a property, for use in a query; others are refused when parsed. */
function cleanTexts(items: readonly Item[], name: string): string[] {
  const given = items.flatMap((item) => (['string', 'number'].includes(typeof item[name]) ? [String(item[name])] : []))
  return given.filter((text) => text.length <= 300 && !text.includes('\0') && text.isWellFormed())
}

/** Clocks out an archived user, removes them from lists of managers, and revokes all their tokens and sessions. */
function archive(user: User, ctx: Context): void {
  closeRunning(user.id, ctx.now, ctx, noteText('archived'))
  endFilters(ctx.work, ({ applies_to, applies_to_id }) => applies_to === 'users' && applies_to_id === user.id)
  for (const group of ctx.work.all('groups'))
    if (group.manager_ids.includes(user.id))
      ctx.work.change('groups', group.id, { manager_ids: group.manager_ids.filter((id) => id !== user.id) })
  ctx.signOut(user.id)
}

function keepAnAdministrator(before: User, changed: Partial<User>, { work }: Context): void {
  const after = { ...before, ...changed }
  if (!before.active || !before.permissions.admin || (after.active && after.permissions.admin)) return
  const others = work.all('users').filter((user) => user.id !== before.id && user.active && user.permissions.admin)
  if (others.length === 0) throw new Refusal(417, 'last_administrator')
}

function checkCustomfields(values: Record<string, string>, { company }: Context): void {
  const known = company.listed('customfields')
  for (const key of Object.keys(values))
    if (!known.some((field) => field.id === Number(key) && field.applies_to === 'user' && field.active))
      throw new Refusal(417, 'no_such_user_field', { id: key })
}

function parseCustomfields(value: unknown, name: string): Record<string, string> {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw new Refusal(417, 'not_texts_by_field', { field: name })
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, text().parse(entry, `${name}.${key}`)]))
}

function differs(name: string, before: User, value: unknown): boolean {
  return name in differing(fields, before, { [name]: value })
}
