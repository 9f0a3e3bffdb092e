import { lockExisting, name, sql, type Tx } from '../../engine/sql.ts'
import { resources } from '../../resources/index.ts'
import { day } from '../../rules/time/calendar.ts'

/**
 * The columns, outside the resources, that say when something was recorded. Not those of records that are never changed:
 * the audit, the history, locks and pay runs tell what the machine's clock has said.
 */
const recorded: Readonly<Record<string, readonly string[]>> = {
  access_tokens: ['created', 'last_used'],
  applications: ['created', 'last_used'],
  break_answers: ['created'],
  calendar_feeds: ['created'],
  changes: ['changed'],
  consents: ['created'],
  corrections: ['created', 'decided'],
  deliveries: ['created', 'settled'],
  holiday_calendars: ['created'],
  holiday_grants: ['created'],
  idempotency_keys: ['given'],
  inspections: ['created', 'ended'],
  invitations: ['accepted'],
  legal_holds: ['created', 'released'],
  lunch_answers: ['created'],
  mails: ['created'],
  notifications: ['read_at'],
  oauth_records: ['created', 'consumed'],
  outbox: ['created'],
  passkeys: ['created', 'last_used'],
  password_resets: ['accepted', 'created'],
  pay_amounts: ['created'],
  pay_rates: ['created'],
  pto_ledger: ['created'],
  push_devices: ['created', 'last_sent'],
  recovery_codes: ['created'],
  saved_reports: ['created'],
  scim_records: ['noted'],
  scim_requests: ['created'],
  scim_tokens: ['created', 'last_used'],
  sent_back: ['created'],
  sessions: ['created', 'last_seen', 'confirmed'],
  settings: ['last_modified'],
  shift_templates: ['created'],
  sso_people: ['created', 'last_used'],
  sso_providers: ['changed'],
  time_off_request_notes: ['created', 'last_modified'],
  totp: ['created'],
  users: ['last_active', 'email_vouched_at'],
  webhook_deliveries: ['created', 'sent'],
  webhooks: ['created', 'changed'],
}

/** The columns of all tables that say when something was recorded. */
export function recordedColumns(): Map<string, string[]> {
  const found = new Map(Object.entries(recorded).map(([table, columns]) => [table, [...columns]]))
  for (const { name, fields } of resources) {
    const stored = Object.entries(fields).flatMap(([column, field]) => (field.stored ? [column] : []))
    const own = ['created', 'last_modified'].filter((column) => stored.includes(column))
    if (!fixed.includes(name)) found.set(name, [...new Set([...own, ...(found.get(name) ?? [])])])
  }
  return found
}

/** Resources whose records are never changed, with the marks that are compared with their stamps. */
const fixed = ['pay_runs']

/**
 * Brings everything that a clock ahead of the time has recorded later than `limit` back to now: what is recorded from now
 * on is newer. Returns how many records. Call after everything else is written.
 */
export async function bringStampsBack(tx: Tx, companyId: number, limit: number): Promise<number> {
  const own = sql`company_id = ${companyId}`
  // Before `created` says no longer by how much they are wrong.
  for (const [table, column] of lasting)
    await tx.run(sql`update ${name(table)} set ${name(column)} = ${name(column)} - (created - ${tx.now})
      where ${own} and created > ${limit}`)
  // The longest wait before a retry is a day.
  const late = limit + 2 * day
  for (const table of ['mails', 'deliveries'])
    await tx.run(sql`update ${name(table)} set due = ${tx.now}
      where ${own} and (state = 'queued' or state = 'sending') and (due > ${late} or created > ${limit})`)
  // What a pay run was compared with counts as unknown, so that everything is compared again.
  await tx.run(sql`update pay_run_marks set stamp = ${tx.now}, version = 0 where ${own} and stamp > ${limit}`)
  let count = 0
  for (const [table, columns] of recordedColumns())
    for (const column of columns)
      count += await tx.run(
        sql`update ${name(table)} set ${name(column)} = ${tx.now} where ${own} and ${name(column)} > ${limit}`,
      )
  return count
}

/** The columns with an end that was reckoned from `created`. */
const lasting = [
  ['access_tokens', 'expires'],
  ['oauth_records', 'expires'],
  ['invitations', 'expires'],
  ['password_resets', 'expires'],
  ['mails', 'until'],
  ['deliveries', 'until'],
  ['notifications', 'delivery_time'],
] as const

/** Brings the stamp of a company back, and those of its lists. */
export async function bringCompanyBack(tx: Tx, companyId: number, limit: number): Promise<void> {
  const row = await lockExisting(tx, companyId)
  const stamps: Record<string, number> = JSON.parse(row.last_modified)
  const last_modified = JSON.stringify(
    Object.fromEntries(Object.entries(stamps).map(([table, stamp]) => [table, stamp > limit ? tx.now : stamp])),
  )
  const moved = { version: row.version + 1, setup_version: row.setup_version + 1 }
  const next = { ...row, ...moved, stamp: tx.now, last_modified, stamps_back: tx.now }
  tx.post(
    sql`update companies set version = ${next.version}, setup_version = ${next.setup_version}, stamp = ${next.stamp},
      last_modified = ${last_modified}, stamps_back = ${next.stamps_back} where company_id = ${companyId}`,
    next,
  )
}

/** The same for what belongs to no company. */
export async function bringServerBack(tx: Tx, limit: number): Promise<void> {
  await tx.run(sql`update sign_in_failures set last = ${tx.now} where last > ${limit}`)
  await tx.run(sql`update password_requests set created = ${tx.now} where created > ${limit}`)
  await tx.run(sql`update sso_used_states set created = ${tx.now} where created > ${limit}`)
}
