import { join, type Sql, sql, type Tx } from '../engine/sql.ts'
import type { RecordOf } from '../engine/table.ts'

type User = Pick<RecordOf<'users'>, 'id' | 'first_name' | 'last_name' | 'display_name' | 'email' | 'mobile_number'>

/** The texts by which others were told of a person: their names and addresses, also the former ones in the audit. */
export async function namesOf(tx: Tx, companyId: number, user: User): Promise<string[]> {
  const lines = await tx.all<{ personal: string }>(sql`select personal from audit_lines
    where company_id = ${companyId} and record_type = 'users' and record_id = ${user.id} and personal <> ''`)
  const former = lines.map(({ personal }) => (JSON.parse(personal).changes ?? {}) as Record<string, unknown[]>)
  const valuesOf = (field: Exclude<keyof User, 'id'>) => {
    const all = [user[field], ...former.flatMap((changes) => changes[field] ?? [])]
    return [...new Set(all.flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : [])))]
  }
  const full = valuesOf('first_name').flatMap((first) => valuesOf('last_name').map((last) => `${first} ${last}`))
  const others = (['display_name', 'email', 'mobile_number'] as const).flatMap(valuesOf)
  const texts = [...new Set([...full, ...others])].filter(isTelling)
  const namesakes = await namesOfOthers(tx, companyId, user.id)
  return texts.filter((text) => !namesakes.some((name) => name.includes(text.toLowerCase())))
}

/**
 * The names and addresses of everyone else, in lower case. What was told of a namesake stays, or of someone whose name has
 * this one in it, as `Joann Lee` has `Ann Lee`.
 */
async function namesOfOthers(tx: Tx, companyId: number, userId: number): Promise<string[]> {
  const rows = await tx.all<Record<string, string>>(sql`select first_name || ' ' || last_name as name, display_name,
    email, mobile_number from users where company_id = ${companyId} and id <> ${userId}`)
  return [...new Set(rows.flatMap((row) => Object.values(row).map((text) => text.toLowerCase())))]
}

/** Whether a text can only mean this person: a short one, or a single word, stands in too many others. */
function isTelling(text: string): boolean {
  return text.length >= 6 && /[\s@\d]/.test(text)
}

/** The rows of which one of these columns has one of these texts, as it is or in JSON. */
export function has(columns: readonly Sql[], texts: readonly string[]): Sql {
  const written = [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))]
  const patterns = written.map((text) => `%${text.replaceAll(/[%_!]/g, '!$&')}%`)
  const found = columns.flatMap((column) => patterns.map((pattern) => sql`${column} like ${pattern} escape '!'`))
  return found.length === 0 ? sql`1 = 0` : sql`(${join(found, ' or ')})`
}

/** The audit lines about reports that others have named after a person, by sequence. */
export async function reportsNaming(tx: Tx, companyId: number, texts: readonly string[]): Promise<number[]> {
  const rows = await tx.all<{ sequence: number }>(
    sql`select sequence from audit_lines where ${naming(companyId, texts)} order by sequence`,
  )
  return rows.map(({ sequence }) => sequence)
}

/** Empties those lines. A report that is sent every day has more of them than a statement takes parameters. */
export async function emptyReportsNaming(tx: Tx, companyId: number, texts: readonly string[]): Promise<void> {
  await tx.run(sql`update audit_lines set salt = '', personal = '' where ${naming(companyId, texts)}`)
}

function naming(companyId: number, texts: readonly string[]): Sql {
  return sql`company_id = ${companyId} and record_type = 'saved_reports' and ${has([sql`personal`], texts)}`
}

/**
 * Deletes what was told to others about a person: notifications with their mails, what the change log says of them, and
 * the answers that are kept for repeated requests, whose keys stay.
 */
export async function clearMentions(
  tx: Tx,
  companyId: number,
  userId: number,
  texts: readonly string[],
): Promise<void> {
  const own = sql`company_id = ${companyId}`
  const told = sql`${own} and ${has([sql`message`], texts)}`
  await tx.run(sql`delete from deliveries where ${own}
    and notification_id in (select id from notifications where ${told})`)
  await tx.run(sql`delete from notifications where ${told}`)
  await tx.run(sql`delete from mails where ${own} and ${has([sql`subject`, sql`text`], texts)}`)
  await tx.run(
    sql`delete from outbox where ${own} and ${has([sql`address`, sql`subject`, sql`text`, sql`html`], texts)}`,
  )
  await tx.run(sql`delete from changes where ${own} and ${has([sql`record`, sql`was`], texts)}`)
  const numbers = ['id', 'user_id'].flatMap((name) => [`"${name}":${userId},`, `"${name}":${userId}}`])
  // The keys stay, because without them a repeated request would be carried out again.
  await tx.run(sql`update idempotency_keys set answer = '' where ${own} and (${has([sql`answer`], texts)}
    or ${join(
      numbers.map((text) => sql`answer like ${`%${text}%`}`),
      ' or ',
    )})`)
}
