import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { join, type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { conflictOf } from '../rules/setting_forms.ts'
import {
  type EffectiveSettings,
  effectiveSettings,
  type SettingOverride,
  type SettingValue,
  settingsInFull,
} from '../rules/settings.ts'

type Override = SettingOverride & { scope_id: number }

/** The level a setting applies to: the company (id 0), a group or a person. */
export type Scope = Pick<Override, 'scope' | 'scope_id'>

/** A setting and its new value; null resets it. The value of overtime rules may be a list. */
export type SettingChange = { section: string; key: string; value: SettingValue | readonly unknown[] | null }

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
  const overrides = company.valueNow<Override[]>('settings')
  const applies = ({ scope, scope_id }: Override) =>
    scope === 'company' || (scope === 'group' ? scope_id === user?.group_id : scope_id === user?.id)
  // People without settings of their own share one value.
  const own = overrides.filter(({ scope }) => scope !== 'company').filter(applies)
  const key = own.map(({ scope, scope_id }) => `${scope}${scope_id}`).join()
  return company.memo(`settings/${key}`, () => effectiveSettings(overrides.filter(applies)))
}

/** The zone of a person, or of the company if they have none. */
export function zoneFor(company: CompanySnapshot, user?: { id: number; group_id: number }): string {
  return String(settingsFor(company, user).general.settings.tz)
}

/** Every zone in use in the company. Call after `loadSettings`. */
export function zonesOf(company: CompanySnapshot): readonly string[] {
  const set = company
    .valueNow<Override[]>('settings')
    .filter(({ section, key }) => section === 'general' && key === 'tz')
  const zones = set.flatMap(({ value }) => (value === null ? [] : [String(value)]))
  return [...new Set([zoneFor(company), ...zones])]
}

/** The overtime rules chosen for a person, else for their group, else for the company; undefined if none are. */
export function overtimeChosen(company: CompanySnapshot, user: { id: number; group_id: number }): unknown {
  return chosenFor(company, user, overtimeSection, 'rules')
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

/** A settings section of our own. It does not appear in effective settings, whose catalog is fixed. */
export const overtimeSection = 'overtime'

/** The setting that chooses overtime rules, as `readRules` takes them; null resets it. */
export function overtimeChoice(rules: string | readonly unknown[] | null): SettingChange {
  return { section: overtimeSection, key: 'rules', value: rules }
}

type Changes = Scope & {
  companyId: number
  author: { userId: number; application: string }
  changes: readonly SettingChange[]
  /** A new company name. */
  name?: string
}

/**
 * Writes validated settings. Unchanged ones keep their `last_modified`. Throws RequestError 404 if there is no such
 * group or person, 417 if settings conflict.
 */
export const changeSettings: Operation<Changes, void> = operation('changeSettings', async (tx, given) => {
  const { companyId, scope, scope_id, author, name } = given
  const work = await UnitOfWork.begin(tx, companyId, author)
  const { company } = work
  await loadSettings(company)
  const group_id = await groupOf(company, given)
  const full: Record<string, { settings: Readonly<Record<string, unknown>> }> = settingsAt(company, given, group_id)
  const set = new Map(settingsSet(company, given).map(({ section, key, value }) => [`${section}.${key}`, value]))
  const changes = given.changes.filter(({ section, key, value }) => {
    const known = set.get(`${section}.${key}`)
    // The company need not set a value that already applies; a group or a person may, in case the company changes it.
    const before = known ?? (scope === 'company' ? (full[section]?.settings[key] ?? null) : null)
    return JSON.stringify(value) !== JSON.stringify(before) && !(value === null && known === undefined)
  })
  const keys = changes.map(({ section, key }) => sql`(section = ${section} and key = ${key})`)
  if (keys.length > 0)
    await tx.run(sql`delete from settings where company_id = ${companyId} and scope = ${scope}
      and scope_id = ${scope_id} and (${join(keys, ' or ')})`)
  for (const { section, key, value } of changes)
    work.append('settings', {
      ...{ scope, scope_id, section, key },
      value: JSON.stringify(value),
      last_modified: work.stamp,
    })
  if (name !== undefined && name !== company.row.name) await rename(tx, companyId, name)
  await work.flush()
  await refuseConflict(await work.after(), given, group_id, changes)
})

/** The person's group, 0 for none. Throws RequestError 404 if there is no such person or group. */
export async function groupOf(company: CompanySnapshot, { scope, scope_id }: Scope): Promise<number> {
  if (scope === 'company') return 0
  const resource = scope === 'group' ? 'groups' : 'users'
  await company.look(resource, [scope_id])
  const row = company.get<{ group_id?: number }>(resource, scope_id)
  if (!row) throw new RequestError(404, `id: there is no ${scope} ${scope_id}`)
  return row.group_id ?? 0
}

async function refuseConflict(
  company: CompanySnapshot,
  scope: Scope,
  group_id: number,
  changes: readonly SettingChange[],
) {
  await loadSettings(company)
  const changed = new Set(changes.flatMap(({ section, key }) => (section === 'general' ? [key] : [])))
  const conflict = conflictOf(settingsAt(company, scope, group_id).general.settings, changed)
  if (conflict) throw new RequestError(417, conflict)
}

/** Companies that manage this one show its name, too. */
async function rename(tx: Tx, companyId: number, name: string): Promise<void> {
  await tx.run(sql`update companies set name = ${name} where company_id = ${companyId}`)
  await tx.run(sql`update companies set version = version + 1, setup_version = setup_version + 1
    where company_id = ${companyId} or company_id in
      (select company_id from managed_clients where managed_company_id = ${companyId})`)
}
