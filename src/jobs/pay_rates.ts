import { applyPayRates } from '../company/pay.ts'
import { loadSettings, zoneFor } from '../company/settings.ts'
import { type CompanyRow, CompanySnapshot } from '../engine/company_snapshot.ts'
import { sql } from '../engine/sql.ts'
import { hour, localDate } from '../rules/calendar.ts'
import type { World } from '../world.ts'

/** Lets people's records show the rates whose date has come, including while no server was running. */
export async function applyDueRates({ db, now }: World): Promise<void> {
  const at = now()
  // The zone furthest ahead.
  const latest = localDate(at + 14 * hour, 'UTC')
  const due = await db.read.all<{ company_id: number; first: string }>(
    sql`select company_id, min(starts) as first from pay_rates where applied = 0 and starts <= ${latest} group by company_id`,
  )
  for (const { company_id: companyId, first } of due) {
    const row = await db.read.get<CompanyRow>(sql`select * from companies where company_id = ${companyId}`)
    const company = new CompanySnapshot(row!, db.read)
    await loadSettings(company)
    if (first <= localDate(at, zoneFor(company))) await db.write(applyPayRates, { companyId }, at)
  }
}
