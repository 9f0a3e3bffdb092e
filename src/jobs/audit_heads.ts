import { type AuditHead, auditHeads } from '../audit/lines.ts'
import { acrossCompanies } from '../company/all_companies.ts'
import { sql } from '../engine/sql.ts'
import { localDate } from '../rules/time/calendar.ts'
import type { World } from '../world.ts'

/** The day on which each server last logged them. */
const told = new WeakMap<World['sight'], string>()

/**
 * Logs the newest line of each company's audit once a day. With a log that is kept elsewhere, `clockhouse audit verify
 * --head` shows whether lines were cut off or rewritten.
 */
export async function tellAuditHeads(world: Pick<World, 'db' | 'now' | 'sight' | 'log'>): Promise<void> {
  const { now, sight } = world
  const today = localDate(now(), 'UTC')
  if (told.get(sight) === today) return
  told.set(sight, today)
  const heads = await acrossCompanies<AuditHead>(world, (own) => auditHeads(sql`${own} and audit_sequence > 0`))
  for (const { company_id, client_url, audit_sequence, audit_head } of heads)
    sight.lines.info({ company: company_id, client_url, head: `${audit_sequence}:${audit_head}` }, 'audit head')
}
