import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { applyPayRates } from '../company/pay/pay.ts'
import { loadSettings, zoneFor } from '../company/settings/settings.ts'
import { CompanySnapshot } from '../engine/company_snapshot.ts'
import { sql } from '../engine/sql.ts'
import { hour, localDate } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** Updates people's records to the rates that have taken effect, including those while no server was running. */
export async function applyDueRates(world: World): Promise<void> {
  const { db, now } = world
  const at = now()
  // The zone furthest ahead.
  const latest = localDate(at + 14 * hour, 'UTC')
  const due = await acrossCompanies<{ company_id: number; first: string }>(
    world,
    (own) => sql`select company_id, min(starts) as first from pay_rates
      where ${own} and applied = 0 and starts <= ${latest} group by company_id`,
  )
  await eachCompany(world, due, async ({ company_id: companyId, first }) => {
    const company = await CompanySnapshot.of(companyId, db.read)
    await loadSettings(company)
    if (first <= localDate(at, zoneFor(company))) await db.write(applyPayRates, { companyId }, at)
  })
}
