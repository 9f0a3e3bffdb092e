import { type CompanyRow, CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Handle } from '../../engine/sql.ts'
import { loadSettings, settingsFor } from '../settings/settings.ts'

/** Whether a company lets AI assistants change data. */
export async function assistantsMayWrite(company: CompanyRow, handle: Handle): Promise<boolean> {
  const snapshot = new CompanySnapshot(company, handle)
  await loadSettings(snapshot)
  return settingsFor(snapshot).general.settings.assistants_write === 1
}
