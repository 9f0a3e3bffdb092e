import { inList, join, type Sql, sql, type Tx } from '../engine/sql.ts'
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
  const shared = await ofOthers(tx, companyId, user.id, texts)
  return texts.filter((text) => !shared.has(text))
}

/** Those of the texts that are another person's, too: what was told of a namesake stays. */
async function ofOthers(tx: Tx, companyId: number, userId: number, texts: readonly string[]): Promise<Set<string>> {
  const columns = [sql`first_name || ' ' || last_name`, sql`display_name`, sql`email`, sql`mobile_number`]
  const found = new Set<string>()
  if (texts.length === 0) return found
  for (const column of columns) {
    const rows = await tx.all<{ text: string }>(sql`select ${column} as text from users
      where company_id = ${companyId} and id <> ${userId} and ${inList(sql`(${column})`, texts)}`)
    for (const { text } of rows) found.add(text)
  }
  return found
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
  const rows = await tx.all<{ sequence: number }>(sql`select sequence from audit_lines
    where company_id = ${companyId} and record_type = 'saved_reports' and ${has([sql`personal`], texts)} order by sequence`)
  return rows.map(({ sequence }) => sequence)
}

/**
 * Deletes what was told to others about a person: notifications with their mails, what the change log says of them, and
 * the answers that are kept for repeated requests.
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
  await tx.run(sql`delete from idempotency_keys where ${own} and (${has([sql`answer`], texts)}
    or ${join(
      numbers.map((text) => sql`answer like ${`%${text}%`}`),
      ' or ',
    )})`)
}
