import { loadSettings, type SettingChange, settingsSet } from '../company/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Setup } from './setup_schema.ts'

/** Our own section of settings, not part of the fixed catalog of effective settings. */
const setupSection = 'exports'

/** The company's settings for payroll programs. */
export async function setupOf(company: CompanySnapshot): Promise<Setup> {
  await loadSettings(company)
  const set = settingsSet(company, { scope: 'company', scope_id: 0 })
  const own = set.filter(({ section, value }) => section === setupSection && value !== null)
  return Object.fromEntries(own.map(({ key, value }) => [key, value])) as Setup
}

/** The setting changes that store these sections; sections that are not given stay unchanged. */
export function setupChanges(setup: Setup): SettingChange[] {
  return Object.entries(setup).map(([key, value]) => ({ section: setupSection, key, value }))
}
