import { indexHint, inList, join, name, operation, type Sql, sql } from '../engine/sql.ts'
import { day } from '../rules/calendar.ts'
import type { World } from '../world.ts'

/** Rows deleted per statement, so other writes do not wait for long. */
const rowsMax = 500

/** Rows of a table that are deleted `days` after the instant in `column`. `key`: its primary key. */
type Rule = {
  table: string
  key: readonly string[]
  column: string
  days: number
  only?: Sql
  /** Rows of another table that are deleted with a row; `column` is the foreign key. */
  dependents?: { table: string; column: string; index: string }
}

/**
 * Everything that is deleted because of its age; all other rows are kept forever. Expired codes and tokens are kept for a
 * while, so a client that still presents one learns that it has expired.
 */
const rules: readonly Rule[] = [
  { table: 'oauth_records', key: ['company_id', 'hash'], column: 'expires', days: 0, only: sql`kind = 'Interaction'` },
  { table: 'oauth_records', key: ['company_id', 'hash'], column: 'expires', days: 7 },
  { table: 'access_tokens', key: ['company_id', 'hash'], column: 'expires', days: 30 },
  { table: 'sessions', key: ['company_id', 'hash'], column: 'last_seen', days: 60 },
  { table: 'invitations', key: ['company_id', 'id'], column: 'expires', days: 30 },
  { table: 'password_resets', key: ['company_id', 'id'], column: 'expires', days: 30 },
  { table: 'password_requests', key: ['id'], column: 'created', days: 1 },
  { table: 'sso_used_states', key: ['hash'], column: 'created', days: 1 },
  { table: 'sign_in_failures', key: ['key'], column: 'last', days: 2 },
  { table: 'idempotency_keys', key: ['company_id', 'user_id', 'key'], column: 'given', days: 7 },
  { table: 'mails', key: ['company_id', 'id'], column: 'created', days: 30 },
  {
    table: 'notifications',
    key: ['company_id', 'id'],
    column: 'delivery_time',
    days: 90,
    only: sql`state in ('delivered', 'discarded', 'failed')`,
    dependents: { table: 'deliveries', column: 'notification_id', index: 'deliveries_notification' },
  },
  { table: 'sent_alerts', key: ['company_id', 'key'], column: 'created', days: 100 },
]

/** Deletes old rows. Nothing depends on when this runs. */
export async function deleteOld({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const [index, rule] of rules.entries()) {
    const left = () => db.read.get(sql`select 1 from ${name(rule.table)} where ${isOld(rule, at)} limit 1`)
    while (await left()) await db.write(deleteOldRows, { index }, at)
  }
}

/** Deletes a batch of old rows of one table, with their dependents. */
export const deleteOldRows = operation('retention.delete', async (tx, { index }: { index: number }): Promise<void> => {
  const rule = rules[index]!
  const { key, dependents } = rule
  const table = name(rule.table)
  const columns = join(key.map(name))
  const rows = sql`select ${columns} from ${table} where ${isOld(rule, tx.now)} order by ${columns} limit ${rowsMax}`
  if (dependents) {
    const old = await tx.all<{ company_id: number; id: number }>(rows)
    const companies = inList(sql`company_id`, [...new Set(old.map((row) => row.company_id))])
    const ids = inList(
      name(dependents.column),
      old.map((row) => row.id),
    )
    await tx.run(
      sql`delete from ${name(dependents.table)} ${indexHint(dependents.index)} where ${companies} and ${ids}`,
    )
  }
  await tx.run(sql`delete from ${table} where (${columns}) in (${rows})`)
})

function isOld({ column, days, only }: Rule, now: number): Sql {
  const old = sql`${name(column)} < ${now - days * day}`
  return only ? sql`${old} and ${only}` : old
}
