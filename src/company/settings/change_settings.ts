import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { join, type Operation, operation, sql, type Tx } from '../../engine/sql.ts'
import { UnitOfWork } from '../../engine/unit_of_work.ts'
import { addsInVain, restWithinShift } from '../../rules/overtime/contradictions.ts'
import { versionsOf } from '../../rules/overtime/policy.ts'
import type { Rule } from '../../rules/overtime/rule.ts'
import { readRules } from '../../rules/overtime/written.ts'
import { type Reason, reason } from '../../rules/refusals/reason.ts'
import { earlierKey, earlierSection } from '../../rules/settings/dated.ts'
import { conflictOf } from '../../rules/settings/forms.ts'
import type { Settings } from '../../rules/settings/settings.ts'
import { moveSetup } from '../versions.ts'
import { levelsAbove } from './law_settings.ts'
import { plannedChanges, type Wanted } from './planned_changes.ts'
import {
  groupOf,
  loadSettings,
  overtimeSection,
  overtimeSetAt,
  type Scope,
  type SettingChange,
  settingsAt,
  settingsSet,
} from './settings.ts'

type Changes = Wanted & {
  companyId: number
  author: { userId: number; application: string }
  /** A new company name. */
  name?: string
}

/**
 * Writes validated settings. Unchanged ones keep their `last_modified`. Throws RequestError as `plannedChanges` does, and
 * 417 if settings conflict.
 */
export const changeSettings: Operation<Changes, void> = operation('changeSettings', async (tx, given) => {
  const { companyId, scope, scope_id, author, name } = given
  const work = await UnitOfWork.begin(tx, companyId, author)
  const { company } = work
  await loadSettings(company)
  const { changes } = await plannedChanges(company, tx, given, tx.now)
  addAuditLines(work, given, changes)
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
  await refuseConflict(await work.after(), given, changes)
})

/** Adds an audit line for each setting, with its previous value at this level. */
function addAuditLines(work: UnitOfWork, { scope, scope_id, name }: Changes, changes: readonly SettingChange[]): void {
  const type = { company: '', group: 'groups', user: 'users' }[scope]
  const known = settingsSet(work.company, { scope, scope_id })
  for (const { section, key, value } of changes) {
    const before = known.find((one) => one.section === section && one.key === key)?.value ?? null
    // Dates of a value that itself changes are not worth another line.
    const isNoted = changes.some((one) => one.section !== earlierSection && earlierKey(one.section, one.key) === key)
    if (section === earlierSection && isNoted) continue
    const details = { section, key, changes: { value: [before, value] } }
    work.audit({ kind: 'settings', event: 'setting changed', type, id: scope_id, details })
  }
  const { row } = work.company
  if (name === undefined || name === row.name) return
  const details = { section: 'company', key: 'name', changes: { value: [row.name, name] } }
  work.audit({ kind: 'settings', event: 'setting changed', details })
}

async function refuseConflict(company: CompanySnapshot, scope: Scope, changes: readonly SettingChange[]) {
  await loadSettings(company)
  const group_id = await groupOf(company, scope)
  const changed = new Set(changes.flatMap(({ section, key }) => (section === 'general' ? [key] : [])))
  const general = settingsAt(company, scope, group_id).general.settings
  const changesRules = changes.some(({ section }) => section === overtimeSection)
  const change = { changed, changesRules, rules: newestRules(company, scope, group_id) }
  const conflict = conflictOf(general, changed) ?? restConflict(general, change) ?? stackingConflict(general, change)
  if (conflict) throw new RequestError(417, conflict)
  if (changed.has('pto_overtime_jobcodes')) await refuseOtherTime(company, String(general.pto_overtime_jobcodes))
}

/** Throws RequestError 417 if one of the jobcodes is not paid time off. */
async function refuseOtherTime(company: CompanySnapshot, ids: string): Promise<void> {
  const chosen = ids === '' ? [] : ids.split(',').map(Number)
  await company.look('jobcodes', chosen)
  const other = chosen.find((id) => company.get('jobcodes', id)?.type !== 'pto')
  if (other !== undefined)
    throw new RequestError(417, 'not_paid_time_off', { field: 'general.pto_overtime_jobcodes', id: other })
}

/** Why a rule about rest between shifts and the pause that ends a shift, one of which was changed, exclude each other. */
function restConflict({ shift_pause_hours }: Settings, { changed, changesRules, rules }: Change): Reason | undefined {
  if (!changesRules && !changed.has('shift_pause_hours')) return undefined
  const pause = Number(shift_pause_hours)
  const rule = restWithinShift(rules, pause)
  if (!rule) return undefined
  return changesRules
    ? reason('rest_rule_within_pause', { name: rule.name, hours: pause })
    : reason('pause_beyond_rest_rule', { hours: rule.afterSeconds / 3600, name: rule.name })
}

/** Which settings of section general were changed, whether the overtime rules were, and which now apply. */
type Change = { changed: ReadonlySet<string>; changesRules: boolean; rules: readonly Rule[] }

/** The newest rules that apply to a level, chosen there or above; none if those of the settings apply. */
function newestRules(company: CompanySnapshot, scope: Scope, group_id: number): readonly Rule[] {
  const chosen = [scope, ...levelsAbove(scope, group_id)]
    .map((level) => versionsOf(overtimeSetAt(company, level)).at(-1)?.rules ?? null)
    .find((rules) => rules !== null)
  return chosen === undefined || chosen === 'settings' ? [] : readRules(chosen)
}

/** Why a rule never adds anything where only the highest addition counts. */
function stackingConflict(
  { overtime_stacking }: Settings,
  { changed, changesRules, rules }: Change,
): Reason | undefined {
  if (overtime_stacking !== 'highest' || (!changesRules && !changed.has('overtime_stacking'))) return undefined
  const found = addsInVain(rules)
  if (!found) return undefined
  const field = changesRules ? 'overtime' : 'general.overtime_stacking'
  return reason('rules_add_twice', { field, a: found.rule.name, b: found.hiddenBy.name })
}

/** Companies that manage this one show its name, too. */
async function rename(tx: Tx, companyId: number, name: string): Promise<void> {
  await tx.run(sql`update companies set name = ${name} where company_id = ${companyId}`)
  const managers = await tx.all<{ company_id: number }>(
    sql`select company_id from managed_clients where managed_company_id = ${companyId} order by company_id`,
  )
  for (const id of [companyId, ...managers.map(({ company_id }) => company_id)]) await moveSetup(tx, id)
}
