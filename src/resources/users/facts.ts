import { loadSettings } from '../../company/settings/settings.ts'
import { isNone } from '../../engine/batch.ts'
import type { Context } from '../../engine/context.ts'
import { numberOf } from '../../engine/fields.ts'
import type { Verb } from '../../engine/resource.ts'
import { inList, type Sql, sql } from '../../engine/sql.ts'
import { type Item, integerMax, isId } from '../../engine/table.ts'
import { identityKey } from '../../rules/text/identity.ts'
import { loadActiveFilters } from '../customfielditem_filters/active.ts'
import { loadRunning } from '../timesheets/running.ts'
import { hashOwn } from './credentials.ts'
import { loadForSubmissions, loadOnTheClock } from './submitting.ts'

/** Hashes of the passwords that items set on the actor's own record. */
export type Facts = { hashes: ReadonlyMap<Item, string> }

/** Loads what the decisions over a batch of users need besides their rows. */
export async function loadFacts(items: readonly Item[], ctx: Context, verb: Verb): Promise<Facts> {
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
  if (verb !== 'update') return { hashes: new Map() }
  const own = items.filter((item) => target(item, ctx) === ctx.actor.userId)
  return { hashes: await hashOwn(own, ctx) }
}

/** The id of the user an update item refers to; NaN if there is none. */
function target(item: Item, { work }: Context): number {
  if (!isNone(item.id)) return numberOf(item.id)
  const { username } = item
  if (typeof username !== 'string') return Number.NaN
  return work.all('users').find((user) => identityKey(user.username) === identityKey(username))?.id ?? Number.NaN
}

/** Condition on users who have a name, address or number that one of the items wants. */
function clashes(items: readonly Item[]): Sql {
  const numbers = cleanTexts(items, 'employee_number').map(Number)
  // Larger ones are refused when parsed, and PostgreSQL could not compare them with the column.
  const valid = numbers.filter((value) => isId(value) && value <= integerMax)
  const names = cleanTexts(items, 'username').map((name) => identityKey(name))
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
