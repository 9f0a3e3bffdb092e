import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import { all, type Handle, name, type Row, type SqlValue, sql } from '../engine/sql.ts'
import { csvLines } from '../rules/text/csv.ts'
import { guarded } from '../rules/text/formulas.ts'
import { printUtc } from '../rules/time/calendar.ts'
import { tables } from '../tables/tables.ts'

/** Whole numbers from here on are instants in microseconds, because no id, duration or amount is as large. */
const instantsFrom = 100_000_000_000_000

/**
 * Everything that a company stores about a person, as a zip file: `data.json` with all tables, and each of them as CSV;
 * pay only for administrators. Undefined if there is no such person.
 */
export async function ownData(
  handle: Handle,
  companyId: number,
  userId: number,
  { now, withPay }: { now: number; withPay: boolean },
): Promise<{ bytes: Uint8Array; name: string } | undefined> {
  const found: Record<string, Row[]> = {}
  for (const [table, { personal }] of Object.entries(tables)) {
    if (!personal) continue
    const { of, shown = of, hidden = [], pay = [] } = personal
    if (hidden === true || (pay === true && !withPay)) continue
    const conditions = [sql`company_id = ${companyId}`, sql`(${shown(userId, companyId)})`]
    if (table === 'audit_lines' && !withPay) conditions.push(sql`kind <> 'pay'`)
    const rows = await handle.all(sql`select * from ${name(table)} where ${all(conditions)}`)
    const left = withPay || pay === true ? hidden : [...hidden, ...pay]
    found[table] = (table === 'audit_lines' && !withPay ? rows.map(withoutPay) : rows).map((row) => printed(row, left))
  }
  const [user] = found.users!
  if (!user) return undefined
  const files = Object.entries(found).flatMap(([table, rows]) =>
    rows.length === 0 ? [] : [[`${table}.csv`, strToU8(csvOf(rows))] as const],
  )
  const whole = { made: printUtc(now), company_id: companyId, user_id: userId, ...found }
  const bytes = zipSync({ 'data.json': strToU8(JSON.stringify(whole, null, 1)), ...Object.fromEntries(files) })
  return { bytes, name: `data-${userId}.zip` }
}

/** An audit line without pay, which may be part of the line about adding the person. */
function withoutPay(line: Row): Row {
  const details = JSON.parse(String(line.details))
  for (const column of tables.users!.personal!.pay as string[]) if (details.changes) delete details.changes[column]
  return { ...line, details: JSON.stringify(details) }
}

function printed(row: Row, hidden: readonly string[]): Row {
  const left = new Set(['company_id', ...hidden])
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (left.has(column) ? [] : [[column, readable(value)]])),
  )
}

function readable(value: SqlValue): SqlValue {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'number' && value >= instantsFrom ? printUtc(value) : value
}

function csvOf(rows: readonly Row[]): string {
  return stringify(rows as Row[], { ...csvLines, header: true, bom: true, cast: { string: guarded } })
}
