import { loadSettings, type SettingChange, settingsSet } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ExportSettings } from './export_settings_schema.ts'

/** Our own section of settings, not part of the fixed catalog of effective settings. */
const exportSection = 'exports'

/** The company's settings for payroll programs. */
export async function exportSettingsOf(company: CompanySnapshot): Promise<ExportSettings> {
  await loadSettings(company)
  const set = settingsSet(company, { scope: 'company', scope_id: 0 })
  const own = set.filter(({ section, value }) => section === exportSection && value !== null)
  return Object.fromEntries(own.map(({ key, value }) => [key, value])) as ExportSettings
}

/** The setting changes that store these sections; sections that are not given stay unchanged. */
export function exportSettingChanges(settings: ExportSettings): SettingChange[] {
  return Object.entries(settings).map(([key, value]) => ({ section: exportSection, key, value }))
}
