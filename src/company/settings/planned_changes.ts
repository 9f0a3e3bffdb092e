import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import type { Handle } from '../../engine/sql.ts'
import { lastOf } from '../../rules/elements.ts'
import { earlierKey, earlierSection, earlierWith, isDated, valueOn } from '../../rules/settings/dated.ts'
import { addDays, isDate, localDate, weekOf } from '../../rules/time/calendar.ts'
import { refuseAgainstLaw } from './law_settings.ts'
import { haveTime, lastApproved, type OvertimeChange, overtimeChanges } from './overtime_choice.ts'
import {
  earlierValues,
  groupOf,
  patternSection,
  type Scope,
  type SettingChange,
  settingsAt,
  settingsSet,
} from './settings.ts'

/** A change to settings and overtime rules at one level. */
export type Wanted = Scope & {
  changes: readonly SettingChange[]
  /** The new overtime rules of this level; see `overtimeChanges`. */
  overtime?: OvertimeChange
  /**
   * The first day on which settings that pay depends on apply, null for all time. By default, it is the first day of
   * the next workweek after the last approved day of the people they affect, or all time if nothing is approved.
   */
  from?: string | null
  /** Also changes how approved time is paid. */
  alters_approved?: boolean
}

/** What to write for a change, and when it takes effect. */
type Planned = {
  changes: SettingChange[]
  /** The first day for settings that pay depends on, null for always; undefined if there are none. */
  from: string | null | undefined
  /** The first workday for overtime rules, null for always; undefined if they stay the same. */
  overtime_from: string | null | undefined
  /** The last approved day, if the change applies to approved time. */
  altered_to: string | undefined
}

/**
 * What to write for a change: the settings that differ from the current ones, and the earlier values of dated ones.
 * Throws RequestError 404 if there is no such group or person, 417 if approved time would be paid differently and the
 * change does not say so, or if a setting would be against the law of the overtime rules. Call after `loadSettings`.
 */
export async function plannedChanges(
  company: CompanySnapshot,
  handle: Handle,
  wanted: Wanted,
  now: number,
): Promise<Planned> {
  const group_id = await groupOf(company, wanted)
  const { overtime } = wanted
  const rules = overtime ? await overtimeChanges(company, handle, wanted, overtime) : { changes: [] }
  const zoneFrom = await firstDayOfZone(company, handle, wanted, group_id, now)
  const asked = [
    ...wanted.changes.map((change) => (isZone(change) ? { ...zoneFrom, ...change } : change)),
    ...rules.changes,
  ]
  const changes = differing(company, wanted, group_id, asked)
  await refuseAgainstLaw(company, wanted, changes)
  // A value that is already set can get a different date.
  const isMoved = ({ section, key, earlier }: SettingChange) =>
    earlier !== undefined || (wanted.from !== undefined && earlierValues(company, wanted, section, key).length > 0)
  const dated = asked.filter(
    (change) => isDated(change.section, change.key) && (changes.includes(change) || isMoved(change)),
  )
  const undated = dated.filter(({ from, earlier }) => from === undefined && earlier === undefined)
  const first: First = undated.length > 0 ? await firstDay(company, handle, wanted, group_id, undated) : {}
  const replaced = await firstReplaced(company, handle, wanted, group_id, dated)
  const from = [first, replaced, dated.some(isZone) ? (zoneFrom ?? {}) : {}].find(
    (one): one is First => 'from' in one,
  )?.from
  const earlier = dated.flatMap((change): SettingChange[] => {
    const { section, key, value } = change
    const known = earlierValues(company, wanted, section, key)
    const current = currentValue(company, wanted, section, key)
    const from = change.from === undefined ? (first.from ?? null) : change.from
    const next = change.earlier ?? earlierWith(current, known, value, from)
    if (JSON.stringify(next) === JSON.stringify(known)) return []
    return [{ section: earlierSection, key: earlierKey(section, key), value: next.length > 0 ? next : null }]
  })
  return {
    changes: [...changes.map(({ section, key, value }) => ({ section, key, value })), ...earlier],
    from,
    overtime_from: rules.from,
    altered_to: [alteredTo(first), alteredTo(replaced), alteredTo(rules)]
      .filter((day) => day !== undefined)
      .sort()
      .at(-1),
  }
}

/** A first day, null for always, and the last approved day of the people the change affects. */
type First = { from?: string | null; approved?: string }

function alteredTo({ from, approved }: First): string | undefined {
  return from !== undefined && approved !== undefined && (from ?? '') <= approved ? approved : undefined
}

/** The changes that have an effect. */
function differing(company: CompanySnapshot, level: Scope, group_id: number, asked: readonly SettingChange[]) {
  const full: Record<string, { settings: Readonly<Record<string, unknown>> }> = settingsAt(company, level, group_id)
  const set = new Map(settingsSet(company, level).map(({ section, key, value }) => [`${section}.${key}`, value]))
  return asked.filter(({ section, key, value }) => {
    const known = set.get(`${section}.${key}`)
    // The company does not have to set a value that already applies. A group or a person may, in case the company
    // changes it.
    const before = known ?? (level.scope === 'company' ? (full[section]?.settings[key] ?? null) : null)
    return JSON.stringify(value) !== JSON.stringify(before) && !(value === null && known === undefined)
  })
}

/** The value set at the level itself; null if there is none. */
function currentValue(company: CompanySnapshot, level: Scope, section: string, key: string): unknown {
  return settingsSet(company, level).find((set) => set.section === section && set.key === key)?.value ?? null
}

/** The first day on which the changes apply, as requested or by default. */
async function firstDay(
  company: CompanySnapshot,
  handle: Handle,
  { from, alters_approved = false, ...level }: Wanted,
  group_id: number,
  changes: readonly SettingChange[],
): Promise<First & { from: string | null }> {
  const approved = await lastApprovedOf(company, handle, level, changes)
  const weekStartOn = (date: string) => Number(settingsAt(company, level, group_id, date).general.settings.week_start)
  if (from === undefined)
    return { from: approved === undefined ? null : addDays(weekOf(approved, weekStartOn(approved)), 7) }
  if (from !== null && !isDate(from)) throw new RequestError(417, 'date_or_null_malformed', { field: 'settings_from' })
  if (approved !== undefined && !alters_approved && (from ?? '') <= approved)
    throw new RequestError(417, 'settings_change_approved_time', { date: approved, option: 'alters_approved' })
  const movesWeek = changes.some(
    (change) => isZone(change) || (change.section === 'general' && weekKeys.includes(change.key)),
  )
  if (from !== null && movesWeek) {
    const first = weekOf(from, weekStartOn(addDays(from, -1)))
    if (first !== from) throw new RequestError(417, 'workweek_starts_elsewhere', { date: addDays(first, 7) })
  }
  return { from, ...(approved !== undefined && { approved }) }
}

/**
 * The first day on which a change of the zone by which days are counted applies by default, if people it affects have
 * recorded time: the first day of the next workweek, after approved time. Undefined otherwise.
 */
async function firstDayOfZone(
  company: CompanySnapshot,
  handle: Handle,
  { changes, from, ...level }: Wanted,
  group_id: number,
  now: number,
): Promise<{ from: string } | undefined> {
  const moving = changes.filter(isZone)
  if (moving.length === 0 || from !== undefined) return undefined
  for (const setting of moving) {
    if (!(await haveTime(company, handle, level, setting))) continue
    const { tz } = settingsAt(company, level, group_id).general.settings
    const approved = (await lastApprovedOf(company, handle, level, moving)) ?? ''
    const last = lastOf([localDate(now, String(tz)), approved].sort())
    const { week_start } = settingsAt(company, level, group_id, last).general.settings
    return { from: addDays(weekOf(last, Number(week_start)), 7) }
  }
  return undefined
}

/**
 * The first day on which a setting whose previous values are replaced, too, has another value than before. Throws
 * RequestError like `firstDay`.
 */
async function firstReplaced(
  company: CompanySnapshot,
  handle: Handle,
  { from: _, ...wanted }: Wanted,
  group_id: number,
  changes: readonly SettingChange[],
): Promise<First> {
  for (const change of changes) {
    const { section, key, value, earlier } = change
    if (!earlier) continue
    const known = earlierValues(company, wanted, section, key)
    const current = currentValue(company, wanted, section, key)
    const on = (date: string) => [valueOn<unknown>(current, known, date), valueOn<unknown>(value, earlier, date)]
    const dates = ['', ...[...known, ...earlier].map(({ until }) => until).sort()]
    const from = dates.find((date) => {
      const [before, after] = on(date)
      return JSON.stringify(before) !== JSON.stringify(after)
    })
    if (from !== undefined) return firstDay(company, handle, { ...wanted, from: from || null }, group_id, [change])
  }
  return {}
}

/** Whether a setting is the zone by which days are counted. */
function isZone({ section, key }: { section: string; key: string }): boolean {
  return section === patternSection ? key === 'zone' : section === 'general' && key === 'tz'
}

/** The last approved day of all people affected by any of the changes. */
async function lastApprovedOf(
  company: CompanySnapshot,
  handle: Handle,
  level: Scope,
  changes: readonly SettingChange[],
): Promise<string | undefined> {
  const days: string[] = []
  for (const { section, key } of changes)
    days.push((await lastApproved(company, handle, level, { section, key })) ?? '')
  return days.sort().at(-1) || undefined
}

/** Settings that change when a workweek starts. An old workweek is never cut short, see rules/overtime/overtime.ts. */
const weekKeys: readonly string[] = ['week_start', 'workday_start']
