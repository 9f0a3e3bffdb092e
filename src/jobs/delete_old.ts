import { noteInAudit } from '../audit/write.ts'
import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { activeHolds, type LegalHold, whereHeld } from '../company/rights/legal_holds.ts'
import { retentionOf } from '../company/settings/retention.ts'
import {
  all,
  type Handle,
  indexHint,
  inList,
  join,
  name,
  oneRow,
  operation,
  type Sql,
  sql,
  type Tx,
} from '../engine/sql.ts'
import { elementAt, lastOf } from '../rules/elements.ts'
import { daysKept, isRetentionKind, type RetentionKind, retentionKinds } from '../rules/settings/retention.ts'
import { catalog } from '../rules/settings/settings.ts'
import { addDays, day, localDate } from '../rules/time/calendar.ts'
import type { Kept } from '../tables/entry.ts'
import { belongingTo } from '../tables/references.ts'
import { tables } from '../tables/tables.ts'
import type { World } from '../world.ts'
import { deletePictures, deleteRecords, heldPictures } from './old_time.ts'

/** Rows deleted per statement, so other writes do not wait for long. */
const rowsMax = 500

/** Rows of a table that are deleted because of their age. */
type Rule = Kept & { table: string }

/** Everything that is deleted because of its age, or if a company chooses so. All other rows are kept forever. */
const rules: readonly Rule[] = Object.entries(tables).flatMap(([table, { kept = [] }]) =>
  [kept].flat().map((one) => ({ table, ...one })),
)

/** The kind of records of a rule, undefined if companies cannot choose for it. */
function kindOf({ table, days }: Rule): RetentionKind | undefined {
  return days === 'chosen' ? (table as RetentionKind) : undefined
}

/** The rule of a kind. */
const ruleOf = (kind: RetentionKind) => rules.find((rule) => kindOf(rule) === kind)!

/** The days for which rows are kept unless the company chooses otherwise; 0 is forever for a kind. */
function usualDays(rule: Rule): number {
  const kind = kindOf(rule)
  return kind ? retentionKinds[kind].days : Number(rule.days)
}

/** Deletes a batch of the rows of a kind that meet the condition; returns how many. */
function remove(tx: Tx, kind: RetentionKind, companyId: number, old: Sql): Promise<number> {
  const rule = ruleOf(kind)
  if (kind === 'files') return deletePictures(tx, companyId, old)
  // Records of work are kept forever by default.
  if (retentionKinds[kind].days === 0) return deleteRecords(tx, rule, companyId, old)
  return removeRows(tx, rule, sql`company_id = ${companyId}`, old)
}

/** The rows of a company that are too old: older than these days, and not under a legal hold. */
function oldIn(
  kind: RetentionKind,
  companyId: number,
  { days, now, holds }: { days: number; now: number; holds: readonly LegalHold[] },
): { before: string; old: Sql } {
  const { table, column: named, isDate, only = sql`1 = 1` } = ruleOf(kind)
  const column = name(named)
  const before = addDays(localDate(now, 'UTC'), -days)
  const age = isDate ? sql`${column} < ${before}` : sql`${column} < ${now - days * day}`
  // Rows that do not belong to a single person are covered by the holds of everyone.
  const person = tables[table]!.personal?.of
  const covered =
    kind === 'files'
      ? heldPictures(companyId, holds)
      : whereHeld(holds, {
          ...(person && { person: (userId: number) => person(userId, companyId) }),
          column,
          instants: !isDate,
        })
  return { before, old: all([sql`company_id = ${companyId}`, age, only, sql`not ${covered}`]) }
}

/** The rows of a kind that would be deleted, those before a date. Undefined if the records are kept forever. */
export async function wouldDelete(
  handle: Handle,
  { companyId, kind, days, now }: { companyId: number; kind: RetentionKind; days: number; now: number },
): Promise<{ before: string; count: number } | undefined> {
  if (days === 0) return undefined
  const holds = await activeHolds(handle, companyId)
  const { before, old } = oldIn(kind, companyId, { days, now, holds })
  const row = await oneRow<{ n: number }>(handle, sql`select count(*) as n from ${name(kind)} where ${old}`)
  return { before, count: Number(row.n) }
}

/**
 * Deletes a batch of old records of a kind, as the company has chosen; returns how many, and the date before which
 * records are old.
 */
export const deleteOldOfKind = operation(
  'retention.deleteOfKind',
  async (tx, { companyId, kind }: { companyId: number; kind: RetentionKind }) => {
    await tx.lockCompany(companyId)
    const { chosen, country } = await retentionOf(tx, companyId)
    const days = daysKept(kind, chosen.get(kind), country)
    if (days === 0) return { count: 0, before: '' }
    const holds = await activeHolds(tx, companyId)
    const { before, old } = oldIn(kind, companyId, { days, now: tx.now, holds })
    return { count: await remove(tx, kind, companyId, old), before }
  },
  ({ companyId }) => companyId,
)

/** Companies that have chosen how long to keep a kind, or have legal holds; the default does not apply to them. */
const choosers = (kind: RetentionKind, own: Sql) => sql`select company_id from retention_choices
  where ${own} and kind = ${kind} union select company_id from legal_holds where ${own} and released = 0`

/** The condition that includes all companies. */
const everywhere = sql`1 = 1`

/** The day on which each server last handled them. */
const done = new WeakMap<World['sight'], string>()

/** The most batches per kind and company in a round, so that other work of the server does not wait for long. */
const stepsMax = 40

/** Deletes old rows. */
export async function deleteOld(world: Pick<World, 'db' | 'now' | 'log' | 'sight'>): Promise<void> {
  const { db, now, sight } = world
  const at = now()
  for (const [index, rule] of rules.entries()) {
    if (kindOf(rule) && usualDays(rule) === 0) continue
    if (rule.days === 'change_log_days') {
      for (;;) {
        const old = await oldestOf(world, rule, at)
        if (old.length === 0) break
        for (const one of old) await db.write(deleteOldOfCompany, { index, ...one }, at)
      }
      continue
    }
    if (rule.key[0] === 'company_id') await deleteOfCompanies(world, index, at)
    else if (await db.read.get(sql`select 1 from ${name(rule.table)} where ${isOld(rule, at, everywhere)} limit 1`))
      while ((await db.write(deleteOldRows, { index, companyId: undefined }, at)) === rowsMax);
  }
  const today = localDate(at, 'UTC')
  if (done.get(sight) !== today && (await deleteAsChosen(world, at))) done.set(sight, today)
}

/** Deletes old rows of a table, company by company. */
async function deleteOfCompanies(world: Pick<World, 'db' | 'log' | 'sight'>, index: number, at: number): Promise<void> {
  const rule = elementAt(rules, index)
  const look = await nextLook(world, rule, at)
  const found = await acrossCompanies<{ company_id: number }>(
    world,
    (own) => sql`select distinct company_id from ${name(rule.table)}
      where ${own} and ${isOld(rule, at, own)} and ${look.unseen}`,
  )
  const left = new Set(found.map((row) => row.company_id))
  await eachCompany(world, found, async ({ company_id: companyId }) => {
    while ((await world.db.write(deleteOldRows, { index, companyId }, at)) === rowsMax);
    left.delete(companyId)
  })
  if (left.size === 0) look.isOver()
}

/** Up to when each server has looked for old rows of a kind, on which day, and which companies keep theirs longer. */
const looks = new WeakMap<World['sight'], Map<RetentionKind, { until: number; day: string; keepers: string }>>()

/**
 * Where to look for old rows. Rows that this server saw earlier that day and that still exist belong to companies that
 * keep them longer. There may be many, so it skips them, unless the set of these companies has changed.
 */
async function nextLook(
  world: Pick<World, 'db' | 'log' | 'sight'>,
  rule: Rule,
  at: number,
): Promise<{ unseen: Sql; isOver(): void }> {
  const kind = kindOf(rule)
  if (!kind) return { unseen: everywhere, isOver: () => undefined }
  const found = await acrossCompanies<{ company_id: number }>(world, (own) => choosers(kind, own))
  const keepers = found
    .map((row) => row.company_id)
    .toSorted((one, other) => one - other)
    .join()
  const today = localDate(at, 'UTC')
  const known = looks.get(world.sight) ?? new Map()
  looks.set(world.sight, known)
  const last = known.get(kind)
  const isSame = last?.day === today && last.keepers === keepers
  return {
    unseen: isSame ? sql`${name(rule.column)} >= ${last.until}` : everywhere,
    isOver: () => known.set(kind, { until: at - usualDays(rule) * day, day: today, keepers }),
  }
}

/** Deletes records that companies have chosen not to keep, and audits how many. False if some are left. */
async function deleteAsChosen(world: Pick<World, 'db' | 'log'>, at: number): Promise<boolean> {
  let isDone = true
  for (const kind of Object.keys(retentionKinds).filter(isRetentionKind)) {
    const found = await acrossCompanies<{ company_id: number }>(world, (own) => choosers(kind, own))
    await eachCompany(world, found, async ({ company_id: companyId }) => {
      if (!(await deleteKind(world, { companyId, kind }, at))) isDone = false
    })
  }
  return isDone
}

/** Deletes records of a kind that a company has chosen not to keep, in batches; false if some are left. */
async function deleteKind(
  { db }: Pick<World, 'db'>,
  { companyId, kind }: { companyId: number; kind: RetentionKind },
  at: number,
): Promise<boolean> {
  let total = 0
  let before = ''
  let isDone = false
  for (let step = 0; !isDone && step <= stepsMax; step++) {
    const deleted = await db.write(deleteOldOfKind, { companyId, kind }, at)
    isDone = deleted.count === 0
    total += deleted.count
    before ||= deleted.before
  }
  if (total > 0) {
    const entry = { kind: 'settings', event: 'old records deleted', details: { what: kind, count: total, before } }
    await db.write(noteInAudit, { companyId, entry }, at)
  }
  return isDone
}

/** The first row of a company with old rows, and the age limit. */
type OldOfCompany = { companyId: number; first: number; before: number }

/** Companies with old rows, by their settings. Only their first row is checked. */
async function oldestOf(
  world: Pick<World, 'db' | 'log'>,
  { table, key, column, days }: Rule,
  now: number,
): Promise<OldOfCompany[]> {
  const number = name(lastOf(key))
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
    const { table, key, column } = elementAt(rules, index)
    await tx.run(sql`delete from ${name(table)} where company_id = ${companyId}
      and ${name(lastOf(key))} < ${first + rowsMax} and ${name(column)} < ${before}`)
  },
)

/** Deletes a batch of old rows of one table, with their dependents, and returns how many. */
export const deleteOldRows = operation(
  'retention.delete',
  async (tx, { index, companyId }: { index: number; companyId: number | undefined }): Promise<number> => {
    const rule = elementAt(rules, index)
    const own = companyId === undefined ? everywhere : sql`company_id = ${companyId}`
    return removeRows(tx, rule, own, isOld(rule, tx.now, own))
  },
)

/**
 * Deletes a batch of rows that meet two conditions, with their dependents; returns how many. `own`: the condition on
 * companies.
 */
async function removeRows(tx: Tx, { key, table }: Rule, own: Sql, old: Sql): Promise<number> {
  const columns = join(key.map(name))
  const rows = sql`select ${columns} from ${name(table)} where ${own} and ${old} order by ${columns} limit ${rowsMax}`
  const dependents = belongingTo(table)
  if (dependents.length > 0) {
    const ids = (await tx.all<{ id: number }>(rows)).map(({ id }) => id)
    for (const part of dependents) {
      const index = indexHint(`${part.table}_${part.column.replace(/_id$/, '')}`)
      await tx.run(sql`delete from ${name(part.table)} ${index} where ${own} and ${inList(name(part.column), ids)}`)
    }
  }
  return tx.run(sql`delete from ${name(table)} where ${own} and (${columns}) in (${rows})`)
}

function isOld(rule: Rule, now: number, own: Sql): Sql {
  const kind = kindOf(rule)
  const old = sql`${name(rule.column)} < ${now - usualDays(rule) * day}`
  const others = kind ? sql`company_id not in (${choosers(kind, own)})` : everywhere
  return rule.only ? sql`${old} and ${rule.only} and ${others}` : sql`${old} and ${others}`
}
