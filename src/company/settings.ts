import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { sql } from '../engine/sql.ts'
import { type Choice, resolved, type Version, versionsOf } from '../rules/overtime/policy.ts'
import {
  type EffectiveSettings,
  effectiveSettings,
  type SettingOverride,
  type SettingValue,
  settingsInFull,
} from '../rules/settings.ts'

/** A setting as it was set at some level. */
export type Override = SettingOverride & { scope_id: number }

/** The level a setting applies to: the company (id 0), a group or a person. */
export type Scope = Pick<Override, 'scope' | 'scope_id'>

/** A setting and its new value; null resets it. The value of overtime rules may be a list. */
export type SettingChange = { section: string; key: string; value: SettingValue | Choice | null }

/**
 * Loads the settings of the company, its groups and its people. After that the functions below answer without a query.
 */
export async function loadSettings(company: CompanySnapshot): Promise<void> {
  await company.value('settings', async (handle) => {
    const rows = await handle.all<Override & { value: string }>(
      sql`select scope, scope_id, section, key, value, last_modified from settings where company_id = ${company.row.company_id}`,
    )
    return rows.map((row) => ({ ...row, value: JSON.parse(row.value) })) as Override[]
  })
}

/** The current settings of one scope, as set there; null if reset. Call after `loadSettings`. */
export function settingsSet(company: CompanySnapshot, { scope, scope_id }: Scope): readonly Override[] {
  return company
    .valueNow<Override[]>('settings')
    .filter((override) => override.scope === scope && override.scope_id === scope_id)
}

/** The effective settings of a scope, including sections that are not installed. Call after `loadSettings`. */
export function settingsAt(company: CompanySnapshot, scope: Scope, group_id = 0): EffectiveSettings {
  const group: Scope = scope.scope === 'group' ? scope : { scope: 'group', scope_id: group_id }
  const own = scope.scope === 'user' ? settingsSet(company, scope) : []
  return settingsInFull([
    ...settingsSet(company, { scope: 'company', scope_id: 0 }),
    ...(scope.scope === 'company' ? [] : settingsSet(company, group)),
    ...own,
  ])
}

/** The effective settings of a person, or of the company if omitted. */
export function settingsFor(company: CompanySnapshot, user?: { id: number; group_id: number }): EffectiveSettings {
  // People without settings of their own share one value.
  return company.memo(`settings/${settingsKey(company, user)}`, () =>
    effectiveSettings(company.valueNow<Override[]>('settings').filter(appliesTo(user))),
  )
}

/** The same text for people to whom the same settings apply, also our own sections. Call after `loadSettings`. */
export function settingsKey(company: CompanySnapshot, user?: { id: number; group_id: number }): string {
  const own = company.memo('settings/own', () =>
    company.valueNow<Override[]>('settings').filter(({ scope }) => scope !== 'company'),
  )
  if (own.length === 0) return ''
  return own
    .filter(appliesTo(user))
    .map(({ scope, scope_id }) => `${scope}${scope_id}`)
    .join()
}

function appliesTo(user: { id: number; group_id: number } | undefined) {
  return ({ scope, scope_id }: Override) =>
    scope === 'company' || (scope === 'group' ? scope_id === user?.group_id : scope_id === user?.id)
}

/** The zone of a person, or of the company if they have none. */
export function zoneFor(company: CompanySnapshot, user?: { id: number; group_id: number }): string {
  return String(settingsFor(company, user).general.settings.tz)
}

/** Whether time can belong to another day than the date of its entry. Call after `loadSettings`. */
export function splitsShifts(company: CompanySnapshot): boolean {
  const set = company.valueNow<Override[]>('settings').filter(({ section }) => section === 'general')
  const isSet = (name: string, value: string) =>
    set.some(({ key, value: given }) => key === name && given !== null && String(given) !== value)
  return isSet('shift_boundary', 'start') || isSet('workday_start', '0')
}

/** Every zone in use in the company. Call after `loadSettings`. */
export function zonesOf(company: CompanySnapshot): readonly string[] {
  const set = company
    .valueNow<Override[]>('settings')
    .filter(({ section, key }) => section === 'general' && key === 'tz')
  const zones = set.flatMap(({ value }) => (value === null ? [] : [String(value)]))
  return [...new Set([zoneFor(company), ...zones])]
}

/** A setting of our own, as chosen for a person, else for their group, else for the company; undefined if it is not. */
export function chosenFor(
  company: CompanySnapshot,
  user: { id: number; group_id: number },
  ofSection: string,
  ofKey: string,
): unknown {
  const chosen = company
    .valueNow<Override[]>('settings')
    .filter(({ section, key, value }) => section === ofSection && key === ofKey && value !== null)
  const at = (scope: Override['scope'], id: number) =>
    chosen.find((override) => override.scope === scope && override.scope_id === id)
  return (at('user', user.id) ?? at('group', user.group_id) ?? at('company', 0))?.value
}

/** The overtime rules that hold for a person, oldest first; none if none were chosen. Call after `loadSettings`. */
export function overtimeChosen(company: CompanySnapshot, user: { id: number; group_id: number }): readonly Version[] {
  const at = (scope: Scope) => versionsOf(overtimeSetAt(company, scope))
  return resolved([
    at({ scope: 'user', scope_id: user.id }),
    at({ scope: 'group', scope_id: user.group_id }),
    at({ scope: 'company', scope_id: 0 }),
  ])
}

/** The overtime rules chosen at a level, as they are stored; undefined if none are. Call after `loadSettings`. */
export function overtimeSetAt(company: CompanySnapshot, scope: Scope): Choice | undefined {
  const isRules = ({ section, key }: Override) => section === overtimeSection && key === 'rules'
  return (settingsSet(company, scope).find(isRules)?.value ?? undefined) as Choice | undefined
}

/** A settings section of our own. It does not appear in effective settings, whose catalog is fixed. */
export const overtimeSection = 'overtime'

/** The person's group, 0 for none. Throws RequestError 404 if there is no such person or group. */
export async function groupOf(company: CompanySnapshot, { scope, scope_id }: Scope): Promise<number> {
  if (scope === 'company') return 0
  const resource = scope === 'group' ? 'groups' : 'users'
  await company.look(resource, [scope_id])
  const row = company.get<{ group_id?: number }>(resource, scope_id)
  if (!row) throw new RequestError(404, `id: there is no ${scope} ${scope_id}`)
  return row.group_id ?? 0
}
