import type { Company } from '../engine/company.ts'
import { sql } from '../engine/sql.ts'
import { type EffectiveSettings, effectiveSettings, type SettingOverride } from '../rules/settings.ts'

type Override = SettingOverride & { scope_id: number }

/** Loads what the company, its groups and its people have set. Afterwards the functions below answer at once. */
export async function loadSettings(company: Company): Promise<void> {
  await company.value('settings', async (handle) => {
    const rows = await handle.all<Override & { value: string }>(
      sql`select scope, scope_id, section, key, value, last_modified from settings where company_id = ${company.row.company_id}`,
    )
    return rows.map((row) => ({ ...row, value: JSON.parse(row.value) })) as Override[]
  })
}

/** The settings that hold for a person; for the company as a whole without one. */
export function settingsFor(company: Company, user?: { id: number; group_id: number }): EffectiveSettings {
  const overrides = company.valueNow<Override[]>('settings')
  const applies = ({ scope, scope_id }: Override) =>
    scope === 'company' || (scope === 'group' ? scope_id === user?.group_id : scope_id === user?.id)
  // People for whom nobody has set anything of their own share one value.
  const own = overrides.filter(({ scope }) => scope !== 'company').filter(applies)
  const key = own.map(({ scope, scope_id }) => `${scope}${scope_id}`).join()
  return company.memo(`settings/${key}`, () => effectiveSettings(overrides.filter(applies)))
}

/** The zone of a person, the company's where they have none. */
export function zoneFor(company: Company, user?: { id: number; group_id: number }): string {
  return String(settingsFor(company, user).general.settings.tz)
}

/** The overtime rules that were chosen for a person, else for their group, else for the company; undefined when none. */
export function overtimeChosen(company: Company, user: { id: number; group_id: number }): unknown {
  const chosen = company
    .valueNow<Override[]>('settings')
    .filter(({ section, key, value }) => section === overtimeSection && key === 'rules' && value !== null)
  const at = (scope: Override['scope'], id: number) =>
    chosen.find((override) => override.scope === scope && override.scope_id === id)
  return (at('user', user.id) ?? at('group', user.group_id) ?? at('company', 0))?.value
}

/** Section of settings of our own: effective settings, whose catalogue is fixed, do not show it. */
export const overtimeSection = 'overtime'
