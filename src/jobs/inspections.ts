import { acrossCompanies, byCompany, eachCompany } from '../company/all_companies.ts'
import { dueInspections, endInspection } from '../company/rights/inspections.ts'
import type { World } from '../world.ts'

const author = { userId: 0, application: '' }

/**
 * Ends the inspections that have passed their last day. Their requests are refused from then on anyway, because of the
 * date.
 */
export async function endDueInspections(world: Pick<World, 'db' | 'log' | 'now'>): Promise<void> {
  const at = world.now()
  const due = await acrossCompanies<{ company_id: number; user_id: number }>(world, (own) => dueInspections(own, at))
  await eachCompany(world, byCompany(due), async ({ company_id: companyId, rows }) => {
    for (const { user_id: userId } of rows) await world.db.write(endInspection, { companyId, userId, author }, at)
  })
}
