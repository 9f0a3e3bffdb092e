import { RequestError } from '../engine/errors.ts'
import { fold, join, name, type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { type Author, UnitOfWork } from '../engine/unit_of_work.ts'
import { placeholderName, withoutNotes } from '../tables/anonymized.ts'
import { type Personal, stamped } from '../tables/entry.ts'
import { tables } from '../tables/tables.ts'
import { clearMentions, emptyReportsNaming, has, namesOf, reportsNaming } from './mentions.ts'

type Given = { companyId: number; userId: number; author: Author }

/**
 * Permanently removes everything that names or describes an archived person. Their time and pay stay, under a
 * placeholder. Throws RequestError 404 if there is no such person, 417 if they are not archived or a legal hold covers
 * them.
 */
export const anonymize: Operation<Given, void> = operation(
  'people.anonymize',
  async (tx, { companyId, userId, author }) => {
    const work = await UnitOfWork.begin(tx, companyId, author)
    const [user] = await work.load('users', sql`id = ${userId}`)
    if (!user) throw new RequestError(404, 'no_such_user', { field: 'id', id: userId })
    if (user.active) throw new RequestError(417, 'not_archived_yet')
    await refuseHeld(tx, companyId, userId)
    const texts = await namesOf(tx, companyId, user)
    work.change('users', userId, { ...placeholderOf(userId), username: await freeUsername(tx, companyId, userId) })
    // The check of the audit finds here why lines of others lack what they said.
    const emptied = await reportsNaming(tx, companyId, texts)
    const details = emptied.length > 0 ? { emptied } : {}
    work.audit({ kind: 'people', event: 'anonymized', type: 'users', id: userId, details })
    for (const [table, { sampled, personal }] of Object.entries(tables))
      if (sampled && personal && personal.after !== 'stays') work.emptied(table)
    await clearHistory(tx, companyId, userId)
    await clearCorrections(tx, companyId, userId)
    await clearDeliveries(tx, companyId, userId, texts)
    await clearProvisioning(tx, companyId, user)
    await work.flush()
    // This comes last, because the changes, mails and audit lines of this transaction still contain the name.
    for (const [table, { personal }] of Object.entries(tables))
      if (personal) await clear(tx, table, personal, { companyId, userId, now: work.stamp })
    await emptyReportsNaming(tx, companyId, texts)
    await clearMentions(tx, companyId, userId, texts)
  },
  ({ companyId }) => companyId,
)

/** Records under a legal hold must stay as they are. */
async function refuseHeld(tx: Tx, companyId: number, userId: number): Promise<void> {
  const hold = await tx.get<{ id: number; reason: string }>(sql`select id, reason from legal_holds
    where company_id = ${companyId} and released = 0 and (user_id = 0 or user_id = ${userId}) order by id limit 1`)
  if (hold) throw new RequestError(417, 'held_by_law', { hold: hold.id, reason: hold.reason })
}

/** A free username for the placeholder, because another person may have taken the first choice. */
async function freeUsername(tx: Tx, companyId: number, userId: number): Promise<string> {
  const first = `former-${userId}`
  const rows = await tx.all<{ key: string }>(sql`select username_key as key from users
    where company_id = ${companyId} and id <> ${userId} and username_key like ${`${first}%`}`)
  const taken = new Set(rows.map(({ key }) => key))
  let free = first
  for (let next = 2; taken.has(free); next++) free = `${first}-${next}`
  return free
}

/** The values of an anonymized person's record. */
function placeholderOf(userId: number): Item {
  const none = { display_name: '', email: '', email_verified: false, mobile_number: '', job_title: '', gender: '' }
  return {
    ...none,
    ...placeholderName(userId),
    employee_number: 0,
    payroll_id: '',
    customfields: {},
    permissions: {},
    password: '',
  }
}

async function clear(
  tx: Tx,
  table: string,
  { of, after }: Personal,
  { companyId, userId, now }: { companyId: number; userId: number; now: number },
): Promise<void> {
  const theirs = sql`company_id = ${companyId} and (${of(userId, companyId)})`
  if (after === 'goes') await tx.run(sql`delete from ${name(table)} where ${theirs}`)
  if (typeof after === 'string') return
  const changes = Object.entries(after).map(
    ([column, value]) => sql`${name(column)} = ${value === stamped ? now : value}`,
  )
  await tx.run(sql`update ${name(table)} set ${join(changes)} where ${theirs}`)
}

/** Removes notes from the history of the person's time; the times stay. */
async function clearHistory(tx: Tx, companyId: number, userId: number): Promise<void> {
  const { of } = tables.timesheet_history!.personal!
  const rows = await tx.all<{ timesheet_id: number; version: number; old_values: string; new_values: string }>(
    sql`select timesheet_id, version, old_values, new_values from timesheet_history
      where company_id = ${companyId} and (${of(userId, companyId)}) and (old_values like '%notes%' or new_values like '%notes%')`,
  )
  for (const { timesheet_id, version, old_values, new_values } of rows)
    tx.post(sql`update timesheet_history set old_values = ${withoutNotes(old_values)},
      new_values = ${withoutNotes(new_values)}
      where company_id = ${companyId} and timesheet_id = ${timesheet_id} and version = ${version}`)
}

/** Removes notes from the person's corrections. */
async function clearCorrections(tx: Tx, companyId: number, userId: number): Promise<void> {
  const rows = await tx.all<{ id: number; changes: string }>(
    sql`select id, changes from corrections
      where company_id = ${companyId} and user_id = ${userId} and changes like '%notes%'`,
  )
  for (const { id, changes } of rows)
    tx.post(
      sql`update corrections set changes = ${withoutNotes(changes)} where company_id = ${companyId} and id = ${id}`,
    )
}

/** Empties webhook deliveries with records of the person, or that name them. Queued ones are no longer sent. */
async function clearDeliveries(tx: Tx, companyId: number, userId: number, texts: readonly string[]): Promise<void> {
  const own = sql`company_id = ${companyId}`
  const whose = `%"record":%"user_id":${userId}`
  await tx.run(sql`update webhook_deliveries set body = '', answer = '',
      state = case when state = 'queued' then 'skipped' else state end
    where ${own} and (resource = 'users' and record_id = ${userId} and body like '%"record":%'
      or body like ${`${whose},%`} or body like ${`${whose}}%`} or ${has([sql`body`], texts)})`)
  await tx.run(sql`update webhooks set waiting = (select count(*) from webhook_deliveries d
    where d.company_id = ${companyId} and d.webhook_id = webhooks.id and d.state = 'queued') where ${own}`)
}

/**
 * Removes the person from the log of provisioning: the requests that quote their username or address, and their id from
 * those about groups. Requests about the person are deleted by the catalog of tables.
 */
async function clearProvisioning(
  tx: Tx,
  companyId: number,
  { id, username, email }: { id: number; username: string; email: string },
): Promise<void> {
  const called = [username, email].map(fold).filter((text) => text !== '')
  const rows = await tx.all<{ id: number; quoted: string; added: string; removed: string }>(
    sql`select id, subject || ' ' || detail || ' ' || ignored as quoted, added, removed
      from scim_requests where company_id = ${companyId}`,
  )
  for (const row of rows) {
    const own = sql`company_id = ${companyId} and id = ${row.id}`
    const quoted = fold(row.quoted)
    const [added, removed] = [row.added, row.removed].map((list) => withoutId(list, id))
    if (called.some((text) => quoted.includes(text))) tx.post(sql`delete from scim_requests where ${own}`)
    else if (added !== row.added || removed !== row.removed)
      tx.post(sql`update scim_requests set added = ${added}, removed = ${removed} where ${own}`)
  }
}

/** A JSON list of ids without one of them. */
function withoutId(json: string, id: number): string {
  const ids: number[] = JSON.parse(json)
  return ids.includes(id) ? JSON.stringify(ids.filter((one) => one !== id)) : json
}
