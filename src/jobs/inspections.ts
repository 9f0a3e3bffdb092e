import { dueInspections, endInspection } from '../company/inspections.ts'
import type { World } from '../world.ts'

const author = { userId: 0, application: '' }

/** Ends the inspections that have reached their date. Until then their requests are refused by the date itself. */
export async function endDueInspections({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const { company_id: companyId, user_id: userId } of await dueInspections(db.read, at))
    await db.write(endInspection, { companyId, userId, author }, at)
}
