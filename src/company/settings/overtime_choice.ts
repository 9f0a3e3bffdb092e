import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { all, type Handle, inList, type Sql, sql } from '../../engine/sql.ts'
import { type Version, versionsOf, withVersion } from '../../rules/overtime/policy.ts'
import { isLaw, settingsWith } from '../../rules/overtime/presets.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'
import {
  earlierValues,
  groupsLeft,
  type Override,
  overtimeSection,
  overtimeSetAt,
  type Scope,
  type SettingChange,
  settingsSet,
} from './settings.ts'

/**
 * Rules for a company, group or person, as `readRules` takes them; null for those of the level above. `from` is the
 * first workday on which they apply, null for all time; by default, the day after the last approved one.
 */
export type OvertimeChange = {
  rules: Version['rules']
  from?: string | null
  /** Also changes how approved time is paid. */
  alters_approved?: boolean
}

/**
 * The settings to write for a change of overtime rules, the first workday on which they apply (null for always), and
 * the last approved day of the people they affect. Legal rules split shifts at the workday unless the level has its own
 * choice, and bring the settings that their law decides. Throws RequestError 417 if the rules would change how approved time
 * is paid and the change does not say so.
 */
export async function overtimeChanges(
  company: CompanySnapshot,
  handle: Handle,
  given: Level,
  { rules, from, alters_approved = false }: OvertimeChange,
): Promise<{ changes: SettingChange[]; from?: string | null; approved?: string }> {
  const before = overtimeSetAt(company, given)
  const current = versionsOf(before).at(-1)?.rules ?? null
  if (from === undefined && JSON.stringify(current) === JSON.stringify(rules)) return { changes: [] }
  const approved = await lastApproved(company, handle, given)
  const first = from === undefined ? (approved === undefined ? null : addDays(approved, 1)) : from
  if (approved !== undefined && !alters_approved && (first ?? '') <= approved)
    throw new RequestError(417, 'overtime_changes_approved_time', { date: approved, option: 'alters_approved' })
  const split = isLaw(rules) && ownValue(company, given, 'shift_boundary') === undefined
  const changes = [
    { section: overtimeSection, key: 'rules', value: withVersion(before, { from: first, rules }) },
    ...(split ? [{ section: 'general', key: 'shift_boundary', value: 'split', from: first }] : []),
    ...changesOfLaw(company, given, rules),
  ]
  return { changes, from: first, ...(approved !== undefined && { approved }) }
}

/** The settings that a law decides together with its rules, unless this level has its own; `refuseAgainstLaw` checks those. */
function changesOfLaw(company: CompanySnapshot, given: Level, rules: Version['rules']): SettingChange[] {
  return Object.entries(settingsWith(rules)).flatMap(([key, value]): SettingChange[] =>
    ownValue(company, given, key) === undefined ? [{ section: 'general', key, value }] : [],
  )
}

/** The value that a level has for a setting of section general after a change; undefined if none of its own. */
function ownValue(company: CompanySnapshot, given: Level, name: string): unknown {
  const all = [...settingsSet(company, given), ...given.changes]
  return all.findLast(({ section, key }) => section === 'general' && key === name)?.value ?? undefined
}

type Level = Scope & { changes: readonly SettingChange[] }

/**
 * The last approved day of the people to whom a setting of this level applies, by default the overtime rules; undefined
 * if nothing is approved.
 */
export async function lastApproved(
  company: CompanySnapshot,
  handle: Handle,
  level: Scope,
  setting: Key = { section: overtimeSection, key: 'rules' },
): Promise<string | undefined> {
  const row = await handle.get<{ last: string | null }>(
    sql`select max(approved_to) as last from users where company_id = ${company.row.company_id} and ${concerned(company, level, setting)}`,
  )
  const approved = row?.last && row.last > startOfTime ? row.last : ''
  return [approved, ...leftBehind(company, level, setting)].sort().at(-1) || undefined
}

/** Whether anyone to whom a setting of this level applies has recorded time. */
export async function haveTime(company: CompanySnapshot, handle: Handle, level: Scope, setting: Key): Promise<boolean> {
  const { company_id } = company.row
  const row = await handle.get(sql`select id from users where company_id = ${company_id}
    and ${concerned(company, level, setting)} and exists (select 1 from timesheets
      where timesheets.company_id = ${company_id} and timesheets.user_id = users.id) limit 1`)
  return row !== undefined
}

/**
 * The last days on which this level applied to people who have moved to another group since; moves take effect after
 * approved time.
 */
function leftBehind(company: CompanySnapshot, { scope, scope_id }: Scope, setting: Key): string[] {
  if (scope === 'user') return []
  const having = havingOwn(company, 'group', setting)
  return groupsLeft(company)
    .filter(({ group_id }) => (scope === 'group' ? group_id === scope_id : !having.includes(group_id)))
    .map(({ last }) => last)
}

type Key = { section: string; key: string }

/** Condition on users: those of the level who do not have their own value. */
function concerned(company: CompanySnapshot, { scope, scope_id }: Scope, setting: Key): Sql {
  if (scope === 'user') return sql`id = ${scope_id}`
  const others = sql`not ${inList(sql`id`, havingOwn(company, 'user', setting))}`
  if (scope === 'group') return all([sql`group_id = ${scope_id}`, others])
  return all([sql`not ${inList(sql`group_id`, havingOwn(company, 'group', setting))}`, others])
}

/** The groups or people that have their own value for all time. */
function havingOwn(company: CompanySnapshot, scope: Scope['scope'], { section, key }: Key): number[] {
  return company
    .valueNow<Override[]>('settings')
    .filter((each) => each.scope === scope && each.section === section && each.key === key && each.value !== null)
    .filter((each) => !hasOpenTime(company, each))
    .map((each) => each.scope_id)
}

/** Whether the level above still applies to some time. */
function hasOpenTime(company: CompanySnapshot, { value, section, key, ...level }: Override): boolean {
  if (section !== overtimeSection)
    return earlierValues(company, level, section, key).some(({ value }) => value === null)
  return versionsOf(value).some(({ rules }) => rules === null)
}
