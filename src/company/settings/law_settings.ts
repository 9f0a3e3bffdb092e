import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { versionsOf } from '../../rules/overtime/policy.ts'
import { keysOfLaw, settingsWith } from '../../rules/overtime/presets.ts'
import { settingsInFull } from '../../rules/settings/settings.ts'
import { type Override, overtimeSection, type Scope, type SettingChange } from './settings.ts'

// Statutory overtime rules decide some settings. Whichever is chosen first, and whether at the same level or at another one,
// the newest rules and settings that apply to a level must agree.

/** A value that is chosen at a level, or null. */
type ValueAt = (level: Scope, section: string, key: string) => unknown

/**
 * Throws RequestError 417 if a change of one level makes a setting contradict statutory overtime rules, for this level or for
 * one below that has its own. Call after `loadSettings`.
 */
export async function refuseAgainstLaw(
  company: CompanySnapshot,
  changed: Scope,
  changes: readonly SettingChange[],
): Promise<void> {
  if (!changes.some(decides)) return
  const set = new Map(ownChoices(company).map((one) => [`${keyOf(one)} ${one.section}.${one.key}`, one.value]))
  const before: ValueAt = (level, section, key) => set.get(`${keyOf(level)} ${section}.${key}`) ?? null
  const after: ValueAt = (level, section, key) => {
    const change = isSame(level, changed)
      ? changes.find((one) => one.section === section && one.key === key)
      : undefined
    return change ? change.value : before(level, section, key)
  }
  for (const chain of await chainsOf(company, changed)) {
    const conflict = conflictIn(chain, after)
    if (!conflict || conflictIn(chain, before)?.key === conflict.key) continue
    const { key, value, rules } = conflict
    const [level = changed] = chain
    const names = { field: `general.${key}`, value, rules }
    if (isSame(level, changed)) throw new RequestError(417, 'setting_against_law', names)
    throw new RequestError(417, 'setting_below_against_law', { ...names, kind: level.scope, id: level.scope_id })
  }
}

function decides({ section, key }: { section: string; key: string }): boolean {
  return section === overtimeSection || (section === 'general' && keysOfLaw.has(key))
}

/** What is chosen at any level for rules and for settings that a law decides. */
function ownChoices(company: CompanySnapshot): Override[] {
  return company.valueNow<Override[]>('settings').filter((set) => set.value !== null && decides(set))
}

function keyOf({ scope, scope_id }: Scope): string {
  return `${scope} ${scope_id}`
}

function isSame(a: Scope, b: Scope): boolean {
  return a.scope === b.scope && a.scope_id === b.scope_id
}

/** The first setting that the rules of a level exclude, as they apply there: its own value, or that of the levels above. */
function conflictIn(
  chain: readonly Scope[],
  valueAt: ValueAt,
): { key: string; value: number; rules: string } | undefined {
  const first = (of: (level: Scope) => unknown) => chain.map(of).find((value) => value !== null)
  const rules = first((level) => versionsOf(valueAt(level, overtimeSection, 'rules')).at(-1)?.rules ?? null)
  for (const [key, value] of Object.entries(settingsWith(rules))) {
    const applied = first((level) => valueAt(level, 'general', key)) ?? settingsInFull([]).general.settings[key]
    if (Number(applied) !== value) return { key, value, rules: String(rules) }
  }
  return undefined
}

/** The level, and all below that have their own rules or settings; each with the levels above, from the lowest to the company. */
async function chainsOf(company: CompanySnapshot, changed: Scope): Promise<Scope[][]> {
  const levels = [changed, ...ownChoices(company).map(({ scope, scope_id }): Scope => ({ scope, scope_id }))]
  const unique = [...new Map(levels.map((level) => [keyOf(level), level])).values()]
  const people = unique.filter(({ scope }) => scope === 'user').map(({ scope_id }) => scope_id)
  await company.look('users', people)
  const groupOf = ({ scope, scope_id }: Scope) => (scope === 'user' ? company.get('users', scope_id)?.group_id : 0)
  return unique
    .map((level) => [level, ...levelsAbove(level, groupOf(level))])
    .filter((chain) => chain.some((level) => isSame(level, changed)))
}

/** The levels whose settings apply where a level has none of its own, the nearest first. `group_id`: the group of a person. */
export function levelsAbove({ scope }: Scope, group_id = 0): Scope[] {
  if (scope === 'company') return []
  const group: Scope[] = scope === 'user' && group_id !== 0 ? [{ scope: 'group', scope_id: group_id }] : []
  return [...group, { scope: 'company', scope_id: 0 }]
}
