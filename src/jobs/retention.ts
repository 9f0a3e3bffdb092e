import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { type Handle, indexHint, inList, join, name, operation, type Sql, sql } from '../engine/sql.ts'
import { day } from '../rules/calendar.ts'
import { catalog } from '../rules/settings.ts'
import type { World } from '../world.ts'

/** Rows deleted per statement, so other writes do not wait for long. */
const rowsMax = 500

/**
 * Rows of a table that are deleted `days` after the instant in `column`. `key`: its primary key. If the days are a setting
 * of the company, the rows of a company are older the smaller their key is, which ends with a whole number.
 */
type Rule = {
  table: string
  key: readonly string[]
  column: string
  days: number | 'change_log_days'
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
  {
    table: 'webhook_deliveries',
    key: ['company_id', 'webhook_id', 'number'],
    column: 'created',
    days: 30,
    // The webhook's position is past what is queued: nothing would queue it again.
    only: sql`state <> 'queued'`,
  },
  { table: 'changes', key: ['company_id', 'sequence'], column: 'changed', days: 'change_log_days' },
]

/** Deletes old rows. Nothing depends on when this runs. */
export async function deleteOld(world: Pick<World, 'db' | 'now' | 'log'>): Promise<void> {
  const { db, now } = world
  const at = now()
  for (const [index, rule] of rules.entries()) {
    if (typeof rule.days === 'string') {
      for (;;) {
        const old = await oldestOf(world, rule, at)
        if (old.length === 0) break
        for (const one of old) await db.write(deleteOldOfCompany, { index, ...one }, at)
      }
      continue
    }
    const old = sql`from ${name(rule.table)} where ${isOld(rule, at)}`
    if (rule.key[0] === 'company_id') {
      const ofCompanies = await acrossCompanies<{ company_id: number }>(
        world,
        (own) => sql`select distinct company_id ${old} and ${own}`,
      )
      const companies = ofCompanies.map((row) => row.company_id)
      await eachCompany(world, companies, async (companyId) => {
        while ((await db.write(deleteOldRows, { index, companyId }, at)) === rowsMax);
      })
    } else if (await db.read.get(sql`select 1 ${old} limit 1`))
      while ((await db.write(deleteOldRows, { index, companyId: undefined }, at)) === rowsMax);
  }
}

/** Where the old rows of a company begin, and what is old there. */
type OldOfCompany = { companyId: number; first: number; before: number }

/** Companies with old rows, by a setting of theirs. Only their first row is looked at. */
async function oldestOf(
  world: Pick<World, 'db' | 'log'>,
  { table, key, column, days }: Rule,
  now: number,
): Promise<OldOfCompany[]> {
  const number = name(key.at(-1)!)
  const oldest = sql`(select ${number} from ${name(table)} r where r.company_id = c.company_id order by ${number} limit 1)`
  const rows = await acrossCompanies<{ company_id: number; first: number; made: number; days: string | null }>(
    world,
    (own) => sql`select o.company_id, o.first, r.${name(column)} as made, s.value as days
      from (select c.company_id, ${oldest} as first from companies c where ${own}) o
      join ${name(table)} r on r.company_id = o.company_id and r.${number} = o.first
      left join settings s on s.company_id = o.company_id and s.scope = 'company' and s.scope_id = 0
        and s.section = 'general' and s.key = ${days}`,
  )
  return rows.flatMap(({ company_id, first, made, days }) => {
    const kept = days === null ? catalog.general.change_log_days.default : Number(JSON.parse(days))
    const before = now - kept * day
    return made < before ? [{ companyId: company_id, first, before }] : []
  })
}

/** Deletes a batch of old rows of a company. */
export const deleteOldOfCompany = operation(
  'retention.deleteOfCompany',
  async (tx, { index, companyId, first, before }: OldOfCompany & { index: number }): Promise<void> => {
    const { table, key, column } = rules[index]!
    await tx.run(sql`delete from ${name(table)} where company_id = ${companyId}
      and ${name(key.at(-1)!)} < ${first + rowsMax} and ${name(column)} < ${before}`)
  },
)

/** Deletes a batch of old rows of one table, with their dependents, and returns how many. */
export const deleteOldRows = operation(
  'retention.delete',
  async (tx, { index, companyId }: { index: number; companyId: number | undefined }): Promise<number> => {
    const rule = rules[index]!
    const { key, dependents } = rule
    const table = name(rule.table)
    const columns = join(key.map(name))
    const own = companyId === undefined ? sql`1 = 1` : sql`company_id = ${companyId}`
    const rows = sql`select ${columns} from ${table} where ${own} and ${isOld(rule, tx.now)}
      order by ${columns} limit ${rowsMax}`
    if (dependents) {
      const old = await tx.all<{ id: number }>(rows)
      const ids = inList(
        name(dependents.column),
        old.map((row) => row.id),
      )
      await tx.run(sql`delete from ${name(dependents.table)} ${indexHint(dependents.index)} where ${own} and ${ids}`)
    }
    return tx.run(sql`delete from ${table} where ${own} and (${columns}) in (${rows})`)
  },
)

function isOld({ column, days, only }: Rule, now: number): Sql {
  const old = sql`${name(column)} < ${now - Number(days) * day}`
  return only ? sql`${old} and ${only}` : old
}
