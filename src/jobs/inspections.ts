import { acrossCompanies, eachCompany } from '../company/all_companies.ts'
import { dueInspections, endInspection } from '../company/inspections.ts'
import type { World } from '../world.ts'

const author = { userId: 0, application: '' }

/**
 * Ends the inspections that have passed their last day. Their requests are refused from then on anyway, because of the
 * date.
 */
export async function endDueInspections(world: Pick<World, 'db' | 'log' | 'now'>): Promise<void> {
  const at = world.now()
  const due = await acrossCompanies<{ company_id: number; user_id: number }>(world, (own) => dueInspections(own, at))
  const byCompany = Map.groupBy(due, ({ company_id }) => company_id)
  await eachCompany(world, byCompany.keys(), async (companyId) => {
    for (const { user_id: userId } of byCompany.get(companyId)!)
      await world.db.write(endInspection, { companyId, userId, author }, at)
  })
}
