import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import { type Handle, name, type Row, type SqlValue, sql } from '../engine/sql.ts'
import { printUtc } from '../rules/calendar.ts'
import { personalTables } from './tables.ts'

/** From here on a whole number is an instant in microseconds: no id, no seconds and no amount is as large. */
const instantsFrom = 100_000_000_000_000

/**
 * Everything that a company stores of a person, as a zip: `data.json` with all tables, and each of them as CSV. Undefined
 * if there is no such person.
 */
export async function ownData(
  handle: Handle,
  companyId: number,
  userId: number,
  now: number,
): Promise<{ bytes: Uint8Array; name: string } | undefined> {
  const tables: Record<string, Row[]> = {}
  for (const [table, { of, hidden = [] }] of Object.entries(personalTables)) {
    if (hidden === true) continue
    const rows = await handle.all(sql`select * from ${name(table)} where company_id = ${companyId} and (${of(userId)})`)
    tables[table] = rows.map((row) => printed(row, hidden))
  }
  const [user] = tables.users!
  if (!user) return undefined
  const files = Object.entries(tables).flatMap(([table, rows]) =>
    rows.length === 0 ? [] : [[`${table}.csv`, strToU8(csvOf(rows))] as const],
  )
  const whole = { made: printUtc(now), company_id: companyId, user_id: userId, ...tables }
  const bytes = zipSync({ 'data.json': strToU8(JSON.stringify(whole, null, 1)), ...Object.fromEntries(files) })
  return { bytes, name: `data-${userId}.zip` }
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
  return stringify(rows as Row[], { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' })
}
