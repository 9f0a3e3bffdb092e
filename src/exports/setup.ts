import { loadSettings, type SettingChange, settingsSet } from '../company/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Setup } from './setup_schema.ts'

/** Section of settings of our own: effective settings, whose catalogue is fixed, do not show it. */
const setupSection = 'exports'

/** What the company remembers for payroll programs. */
export async function setupOf(company: CompanySnapshot): Promise<Setup> {
  await loadSettings(company)
  const set = settingsSet(company, { scope: 'company', scope_id: 0 })
  const own = set.filter(({ section, value }) => section === setupSection && value !== null)
  return Object.fromEntries(own.map(({ key, value }) => [key, value])) as Setup
}

/** What remembers these sections of the set-up; those that are not given stay. */
export function setupChanges(setup: Setup): SettingChange[] {
  return Object.entries(setup).map(([key, value]) => ({ section: setupSection, key, value }))
}
