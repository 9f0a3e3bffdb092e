import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { join, type Operation, operation, sql, type Tx } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { conflictOf } from '../rules/setting_forms.ts'
import { type OvertimeChange, overtimeChanges } from './overtime_choice.ts'
import { groupOf, loadSettings, type Scope, type SettingChange, settingsAt, settingsSet } from './settings.ts'

type Changes = Scope & {
  companyId: number
  author: { userId: number; application: string }
  changes: readonly SettingChange[]
  /** Overtime rules to hold at this level; see `overtimeChanges`. */
  overtime?: OvertimeChange
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
  const asked = [...given.changes, ...(given.overtime ? await overtimeChanges(company, tx, given, given.overtime) : [])]
  const changes = asked.filter(({ section, key, value }) => {
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
