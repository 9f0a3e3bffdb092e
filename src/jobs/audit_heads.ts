import { auditHeads } from '../audit/lines.ts'
import { localDate } from '../rules/calendar.ts'
import type { World } from '../world.ts'

/** The day on which each server told them last. */
const told = new WeakMap<World['sight'], string>()

/**
 * Logs the newest line of each company's audit once a day: a log that is kept elsewhere shows if lines were cut off or
 * rewritten, by `clockhouse audit verify --head`.
 */
export async function tellAuditHeads({ db, now, sight }: Pick<World, 'db' | 'now' | 'sight'>): Promise<void> {
  const today = localDate(now(), 'UTC')
  if (told.get(sight) === today) return
  told.set(sight, today)
  for (const { company_id, client_url, audit_sequence, audit_head } of await auditHeads(db.read))
    sight.lines.info({ company: company_id, client_url, head: `${audit_sequence}:${audit_head}` }, 'audit head')
}
