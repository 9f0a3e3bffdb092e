import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { raw, sql } from '../../engine/sql.ts'
import type { Item } from '../../engine/table.ts'
import { setting } from '../../rules/settings/settings.ts'
import { loadSettings, settingsFor } from './settings.ts'

// Limits on active records from the company's settings: on jobcodes, and on the items of each custom field. Archived
// records do not count, because they can never be deleted.

const limits = {
  jobcodes: { key: 'max_jobcodes', part: '0', of: 'jobcodes' },
  customfielditems: { key: 'max_customfielditems', part: 'customfield_id', of: 'items of a custom field' },
} as const
type Limited = keyof typeof limits

/** Loads the data for `checkLimit`, before anything is changed; only the settings if there is no limit. */
export async function loadLimit(resource: Limited, company: CompanySnapshot): Promise<void> {
  await loadSettings(company)
  if (limitOf(resource, company) === Number.POSITIVE_INFINITY) return
  await company.value(`active/${resource}`, async (handle) => {
    const rows = await handle.all<{ part: number; count: number }>(sql`
      select ${raw(limits[resource].part)} as part, count(*) as count from ${raw(resource)}
      where company_id = ${company.row.company_id} and active = 1 group by part`)
    return new Map(rows.map((row) => [row.part, row.count]))
  })
}

/**
 * Refuses (417) a record that was just created or restored if it exceeds the limit; `part` is the custom field of an
 * item.
 */
export function checkLimit(resource: Limited, { work, company }: Pick<Context, 'work' | 'company'>, part = 0): void {
  const max = limitOf(resource, company)
  if (max === Number.POSITIVE_INFINITY) return
  const counts = (row: Item | undefined) =>
    row?.active && (resource === 'jobcodes' || row.customfield_id === part) ? 1 : 0
  const known = company.valueNow<Map<number, number>>(`active/${resource}`).get(part) ?? 0
  const now = work.changed(resource).reduce((sum, { before, after }) => sum + counts(after) - counts(before), known)
  const { key, of } = limits[resource]
  if (now > max) throw new Refusal(417, 'too_many_active', { max, things: of, key })
}

/** The limit; infinity for -1 or anything that is not a number. */
function limitOf(resource: Limited, company: CompanySnapshot): number {
  const max = Number(setting(settingsFor(company), 'general', limits[resource].key))
  return max >= 0 ? max : Number.POSITIVE_INFINITY
}
