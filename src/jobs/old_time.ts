import { activeHolds, type LegalHold, whereHeld } from '../company/rights/legal_holds.ts'
import { moveVersion } from '../company/versions.ts'
import { inList, name, type Sql, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { deleteFile, loadLinked, unlinkFiles } from '../resources/files/links.ts'
import { firstOf, lastOf } from '../rules/elements.ts'
import { noLongerKept } from '../rules/time/accruals.ts'
import type { Kept } from '../tables/entry.ts'
import { belongingTo, mentioning } from '../tables/references.ts'

/** How many records are deleted at once. */
const rowsMax = 500

const server = { userId: 0, application: '' }

/**
 * Deletes a batch of old records of work, with everything that belongs only to them; returns how many. Balances of paid
 * time off stay as they are. The change log does not list the deletions, so followers keep their copies.
 */
export async function deleteRecords(
  tx: Tx,
  { table, column, isDate }: Kept & { table: string },
  companyId: number,
  old: Sql,
): Promise<number> {
  const order = isDate ? sql`${name(column)}, "start", id` : sql`${name(column)}, id`
  const rows = await tx.all<{ id: number }>(
    sql`select id from ${name(table)} where ${old} order by ${order} limit ${rowsMax}`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  if (table === 'timesheets') {
    await keepBalances(tx, companyId, ids)
    await unlinkPictures(tx, companyId, ids)
  }
  const own = sql`company_id = ${companyId}`
  const mentions = mentioning(table)
  for (const part of belongingTo(table))
    await tx.run(sql`delete from ${name(part.table)} where ${own} and ${inList(name(part.column), ids)}`)
  for (const other of mentions) {
    const column = name(other.column)
    await tx.run(sql`update ${name(other.table)} set ${column} = 0 where ${own} and ${inList(column, ids)}`)
  }
  await tx.run(sql`delete from ${name(table)} where ${own} and ${inList(sql`id`, ids)}`)
  // What mentions a record is reference data.
  await moveVersion(tx, companyId, table, { reference: mentions.length > 0 })
  return ids.length
}

/** Deletes a batch of old pictures as people would: the bytes are erased, the name stays. Returns how many. */
export async function deletePictures(tx: Tx, companyId: number, old: Sql): Promise<number> {
  const work = await UnitOfWork.begin(tx, companyId, server)
  const files = await work.load('files', old, { first: { order: sql`id`, limit: 50 } })
  if (files.length === 0) return 0
  await loadLinked(files, work)
  for (const file of files) deleteFile(file, work)
  await work.flush()
  return files.length
}

/** A balance is the ledger minus the time taken, so the time taken is recorded in the ledger before it is deleted. */
async function keepBalances(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  const rows = await tx.all<Sum & { type: string }>(sql`select t.user_id, t.jobcode_id, t.date, t.duration as seconds,
      coalesce(j.type, 'regular') as type
    from timesheets t left join jobcodes j on j.company_id = t.company_id and j.id = t.jobcode_id
    where t.company_id = ${companyId} and ${inList(sql`t.id`, ids)} order by t.date`)
  const note = (of: Sum, line: { key: string; seconds: number; worked: number }) =>
    tx.run(sql`insert into pto_ledger
        (company_id, user_id, jobcode_id, key, date, seconds, worked, reason, author, created)
      values (${companyId}, ${of.user_id}, ${of.jobcode_id}, ${line.key}, ${of.date}, ${line.seconds}, ${line.worked},
        ${noLongerKept}, 'retention', ${tx.now})`)
  const taken = rows.filter(({ type }) => type === 'pto')
  for (const own of Map.groupBy(taken, ({ user_id, jobcode_id }) => `${user_id}/${jobcode_id}`).values()) {
    const last = lastOf(own)
    await note(last, { key: `taken ${last.date} ${firstOf(ids)}`, seconds: -sumOf(own), worked: 0 })
  }
  // The worked time that accruals have counted is reduced by the deleted time; otherwise later time would earn nothing.
  const worked = rows.filter(({ type }) => type === 'regular' || type === 'paid_break')
  const people = [...new Set(worked.map(({ user_id }) => user_id))]
  if (people.length === 0) return
  const counted = await tx.all<Sum & { key: string }>(sql`select user_id, jobcode_id, date, key from pto_ledger
    where company_id = ${companyId} and ${inList(sql`user_id`, people)} and key like 'worked %'`)
  for (const lines of Map.groupBy(counted, ({ user_id, jobcode_id }) => `${user_id}/${jobcode_id}`).values()) {
    const { user_id, jobcode_id } = firstOf(lines)
    const periods = lines.map(({ key }) => key.split(' '))
    const within = worked.filter(
      ({ user_id: owner, date }) =>
        owner === user_id && periods.some(([, start = '', end = '']) => date >= start && date <= end),
    )
    if (within.length === 0) continue
    const { date } = lastOf(within)
    const line = { key: `worked ${date} ${date} ${firstOf(ids)}`, seconds: 0, worked: -sumOf(within) }
    await note({ user_id, jobcode_id, date, seconds: 0 }, line)
  }
}

type Sum = { user_id: number; jobcode_id: number; date: string; seconds: number }

function sumOf(rows: readonly Sum[]): number {
  return rows.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** The pictures that holds cover: by uploader and date, or by an entry that they belong to. */
export function heldPictures(companyId: number, holds: readonly LegalHold[]): Sql {
  const uploaded = (userId: number) => sql`uploaded_by_user_id = ${userId}`
  const entries = whereHeld(holds, {
    person: (userId) => sql`t.user_id = ${userId}`,
    column: sql`t.date`,
    instants: false,
  })
  return sql`(${whereHeld(holds, { person: uploaded, column: sql`created`, instants: true })} or id in (
    select l.file_id from file_links l join timesheets t on t.company_id = ${companyId} and t.id = l.object_id
    where l.company_id = ${companyId} and l.kind = 'timesheets' and ${entries}))`
}

/** Deletes pictures that belong only to these entries, unless a hold covers them. */
async function unlinkPictures(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  const links = await tx.all<{ file_id: number; object_id: number }>(sql`select file_id, object_id from file_links
    where company_id = ${companyId} and kind = 'timesheets' and ${inList(sql`object_id`, ids)}`)
  if (links.length === 0) return
  const work = await UnitOfWork.begin(tx, companyId, server)
  const files = inList(sql`id`, [...new Set(links.map(({ file_id }) => file_id))])
  const held = await tx.all<{ id: number }>(sql`select id from files where company_id = ${companyId} and ${files}
    and ${heldPictures(companyId, await activeHolds(tx, companyId))}`)
  const kept = new Set(held.map(({ id }) => id))
  await work.load('files', files)
  for (const { file_id, object_id } of links)
    unlinkFiles([file_id], { kind: 'timesheets', id: object_id }, work, { erase: !kept.has(file_id) })
  await work.flush()
}
