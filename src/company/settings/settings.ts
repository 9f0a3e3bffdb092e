import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import type { Translate } from '../../rules/language/messages.ts'
import {
  type Choice,
  inTurn,
  isChoice,
  resolved,
  type SettingsVersion,
  type Version,
  versionsOf,
} from '../../rules/overtime/policy.ts'
import { type EarlierValue, earlierKey, earlierSection, valueOn } from '../../rules/settings/dated.ts'
import {
  type EffectiveSettings,
  effectiveSettings,
  type SettingOverride,
  type SettingValue,
  settingsInFull,
} from '../../rules/settings/settings.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { ownZone } from '../../rules/time/working_pattern.ts'
import { translateTo } from '../translate.ts'

/** A setting as set at a level. */
export type Override = SettingOverride & { scope_id: number }

/** The level a setting applies to: the company (id 0), a group or a person. */
export type Scope = Pick<Override, 'scope' | 'scope_id'>

/**
 * A setting and its new value; null resets it. The value of overtime rules may be a list. `from`: the first day for a
 * setting that pay depends on, null for always, if known; `earlier`: all of its previous values, if they are to be
 * replaced, too.
 */
export type SettingChange = {
  section: string
  key: string
  value: SettingValue | Choice | readonly EarlierValue[] | null
  from?: string | null
  earlier?: readonly EarlierValue[]
}

/** Loads the settings of the company, its groups and its people, so that the functions below need no query. */
export async function loadSettings(company: CompanySnapshot): Promise<void> {
  await company.value('settings', async (handle) => {
    const rows = await handle.all<Override & { value: string }>(
      sql`select scope, scope_id, section, key, value, last_modified from settings where company_id = ${company.row.company_id}`,
    )
    return rows.map((row): Override => ({ ...row, value: JSON.parse(row.value) }))
  })
}

/** The current settings of one scope, as set there; null if reset. Call after `loadSettings`. */
export function settingsSet(company: CompanySnapshot, { scope, scope_id }: Scope): readonly Override[] {
  return company
    .valueNow<Override[]>('settings')
    .filter((override) => override.scope === scope && override.scope_id === scope_id)
}

/**
 * The effective settings of a level, including sections that are not installed; as they were on a date if one is given.
 * Call after `loadSettings`.
 */
export function settingsAt(company: CompanySnapshot, level: Scope, group_id = 0, date?: string): EffectiveSettings {
  const group: Scope = level.scope === 'group' ? level : { scope: 'group', scope_id: group_id }
  const own = level.scope === 'user' ? settingsSet(company, level) : []
  const applying = [
    ...settingsSet(company, { scope: 'company', scope_id: 0 }),
    ...(level.scope === 'company' ? [] : settingsSet(company, group)),
    ...own,
  ]
  return settingsInFull(date === undefined ? applying : applying.map((set) => setOn(company, set, date)))
}

/** The effective settings of a person, or of the company if omitted; as they were on a date if one is given. */
export function settingsFor(company: CompanySnapshot, user?: Member, date?: string): EffectiveSettings {
  // People without their own settings share one value.
  const key = settingsKey(company, user)
  const applying = (member: Member | undefined) => company.valueNow<Override[]>('settings').filter(isFor(member))
  if (date === undefined || changeDates(company).length === 0)
    return company.memo(`settings/${key}`, () => effectiveSettings(applying(user)))
  const since = changeDates(company).findLast((from) => from <= date) ?? ''
  return company.memo(`settings/${key}/${since}`, () => {
    const member = user && { id: user.id, group_id: groupOn(company, user, since) }
    return effectiveSettings(applying(member).map((set) => setOn(company, set, since)))
  })
}

/**
 * The language chosen by the person, otherwise their group’s or the company’s; '' if none. Call after `loadSettings`.
 */
export function languageFor(company: CompanySnapshot, user?: Member): string {
  const chosen = (member?: Member) => String(settingsFor(company, member).general.settings.language)
  return chosen(user) || chosen()
}

/** Translates messages to a person into their language, or the company's; English if none was chosen. */
export function translateFor(company: CompanySnapshot, user?: Member): Translate {
  return translateTo(languageFor(company, user))
}

/** What is remembered about a person because pay depends on it: their group, and whether they are exempt. */
export type Remembered = 'group_id' | 'exempt'

/** The section under which a person's previous groups and exemptions are stored as earlier values. */
export const membershipSection = 'membership'

/** What a person was before, and until when; see membership.ts. Call after `loadSettings`. */
export function rememberedOf(company: CompanySnapshot, id: number, what: Remembered): readonly EarlierValue[] {
  return earlierValues(company, { scope: 'user', scope_id: id }, membershipSection, what)
}

/** The group that a person was in on a date, for pay. */
function groupOn(company: CompanySnapshot, user: Member, date: string): number {
  return valueOn(user.group_id, rememberedOf(company, user.id, 'group_id'), date)
}

/** A person's groups, oldest first, each with the first day on which it counts; null for always. */
export function groupsOf(company: CompanySnapshot, user: Member): readonly { from: string | null; group_id: number }[] {
  return spansOf(rememberedOf(company, user.id, 'group_id'), user.group_id).map(({ from, value }) => ({
    from,
    group_id: Number(value),
  }))
}

/** When a person was exempt, oldest first, each with the first day on which it counts; null for always. */
export function exemptionsOf(
  company: CompanySnapshot,
  { id, exempt }: { id: number; exempt: boolean },
): readonly { from: string | null; exempt: boolean }[] {
  return spansOf(rememberedOf(company, id, 'exempt'), exempt).map(({ from, value }) => ({
    from,
    exempt: value === true,
  }))
}

function spansOf(before: readonly EarlierValue[], now: unknown): { from: string | null; value: unknown }[] {
  const values = [...before.map(({ value }) => value), now]
  return values.map((value, index) => ({ from: before[index - 1]?.until ?? null, value }))
}

/** Groups that people have left, each with the last day on which it counted. */
export function groupsLeft(company: CompanySnapshot): readonly { group_id: number; last: string }[] {
  const key = earlierKey(membershipSection, 'group_id')
  return company
    .valueNow<Override[]>('settings')
    .filter((set) => set.section === earlierSection && set.key === key && set.value !== null)
    .flatMap(earlierOf)
    .map(({ until, value }) => ({ group_id: Number(value), last: addDays(until, -1) }))
}

/** A text that is the same for people with the same settings, including our own sections. Call after `loadSettings`. */
export function settingsKey(company: CompanySnapshot, user?: Member): string {
  const own = company.memo('settings/own', () =>
    company.valueNow<Override[]>('settings').filter(({ scope }) => scope !== 'company'),
  )
  if (own.length === 0) return ''
  return own
    .filter(isFor(user))
    .map(({ scope, scope_id }) => `${scope}${scope_id}`)
    .join()
}

/** A person by id and group. */
export type Member = { id: number; group_id: number }

function isFor(user: Member | undefined) {
  return ({ scope, scope_id }: Scope) =>
    scope === 'company' || (scope === 'group' ? scope_id === user?.group_id : scope_id === user?.id)
}

/** The previous values of a setting at a level, oldest first. Call after `loadSettings`. */
export function earlierValues(
  company: CompanySnapshot,
  { scope, scope_id }: Scope,
  section: string,
  key: string,
): readonly EarlierValue[] {
  return earlierSettings(company).get(`${scope}${scope_id} ${earlierKey(section, key)}`) ?? []
}

function earlierSettings(company: CompanySnapshot): ReadonlyMap<string, readonly EarlierValue[]> {
  return company.memo('settings/earlier', () => {
    const kept = company.valueNow<Override[]>('settings').filter(({ section }) => section === earlierSection)
    const set = kept.filter(({ value }) => value !== null)
    return new Map(set.map((one) => [`${one.scope}${one.scope_id} ${one.key}`, earlierOf(one)]))
  })
}

/** The earlier values that a row of their section holds. */
function earlierOf({ value }: Override): readonly EarlierValue[] {
  return Array.isArray(value) ? value : []
}

/** The days on which settings of the company, its groups or people changed, ascending. */
function changeDates(company: CompanySnapshot): readonly string[] {
  return company.memo('settings/dates', () => {
    const dates = [...earlierSettings(company).values()].flatMap((values) => values.map(({ until }) => until))
    return [...new Set(dates)].sort()
  })
}

/** A setting as it was on a date. */
function setOn(company: CompanySnapshot, set: Override, date: string): Override {
  const { section, key, value } = set
  const earlier = earlierValues(company, set, section, key)
  return earlier.length === 0 ? set : { ...set, value: valueOn(value, earlier, date) }
}

/** The days on which settings of a person changed, oldest first; null for always. */
export function settingsDates(company: CompanySnapshot, user?: Member): readonly (string | null)[] {
  if (changeDates(company).length === 0) return [null]
  const kept = company.valueNow<Override[]>('settings').filter(({ section }) => section === earlierSection)
  const groups = user ? groupsOf(company, user).map(({ group_id }) => ({ id: user.id, group_id })) : [undefined]
  const values = kept.filter((set) => groups.some((member) => isFor(member)(set))).flatMap(earlierOf)
  return [null, ...new Set(values.map(({ until }) => until).sort())]
}

/** The versions of the settings that a person's pay depends on, oldest first. Call after `loadSettings`. */
export function settingsVersions(company: CompanySnapshot, user?: Member): readonly SettingsVersion[] {
  return settingsDates(company, user).map((from) => {
    const date = from ?? ''
    return { from, general: settingsFor(company, user, date).general.settings, zone: zoneOn(company, user, date) }
  })
}

/** Our own section with working patterns. It does not appear in effective settings, whose catalog is fixed. */
export const patternSection = 'working_pattern'

/**
 * The zone by which a person's days are counted on a date: the one that their pattern fixes, otherwise their own. Call
 * after `loadSettings`.
 */
export function zoneOn(company: CompanySnapshot, user: Member | undefined, date: string): string {
  const fixed = chosenFor(company, user ?? noMember, patternSection, 'zone', date)
  if (typeof fixed === 'string' && fixed !== ownZone) return fixed
  return String(settingsFor(company, user, date).general.settings.tz)
}

const noMember: Member = { id: 0, group_id: 0 }

/** The zone of a person, or of the company if they have none. */
export function zoneFor(company: CompanySnapshot, user?: { id: number; group_id: number }): string {
  return String(settingsFor(company, user).general.settings.tz)
}

/** The current and previous values of a setting at all levels, as text. */
function valuesOf(company: CompanySnapshot, section: string, key: string): readonly string[] {
  const set = company.valueNow<Override[]>('settings').filter((one) => one.section === section && one.key === key)
  const values = set.flatMap((one) => [
    one.value,
    ...earlierValues(company, one, section, key).map(({ value }) => value),
  ])
  return values.flatMap((value) => (value === null ? [] : [String(value)]))
}

/** Every zone in use in the company. Call after `loadSettings`. */
export function zonesOf(company: CompanySnapshot): readonly string[] {
  const fixed = valuesOf(company, patternSection, 'zone').filter((zone) => zone !== ownZone)
  return [...new Set([zoneFor(company), ...valuesOf(company, 'general', 'tz'), ...fixed])]
}

/**
 * One of our own settings on a date, as chosen for the person, otherwise for their group, otherwise for the company;
 * undefined if not set.
 */
export function chosenFor(
  company: CompanySnapshot,
  user: Member,
  ofSection: string,
  ofKey: string,
  date: string,
): unknown {
  const chosen = company
    .valueNow<Override[]>('settings')
    .filter(({ section, key }) => section === ofSection && key === ofKey)
    .map((set) => setOn(company, set, date))
    .filter(({ value }) => value !== null)
  const at = (scope: Override['scope'], id: number) =>
    chosen.find((override) => override.scope === scope && override.scope_id === id)
  return (at('user', user.id) ?? at('group', groupOn(company, user, date)) ?? at('company', 0))?.value
}

/** The overtime rules that apply to a person, oldest first; none if none were chosen. Call after `loadSettings`. */
export function overtimeChosen(company: CompanySnapshot, user: { id: number; group_id: number }): readonly Version[] {
  const at = (scope: Scope) => versionsOf(overtimeSetAt(company, scope))
  return resolved([
    at({ scope: 'user', scope_id: user.id }),
    inTurn(
      groupsOf(company, user).map(({ from, group_id }) => ({
        from,
        versions: at({ scope: 'group', scope_id: group_id }),
      })),
    ),
    at({ scope: 'company', scope_id: 0 }),
  ])
}

/** The overtime rules chosen at a level, as they are stored; undefined if none are. Call after `loadSettings`. */
export function overtimeSetAt(company: CompanySnapshot, scope: Scope): Choice | undefined {
  const set = settingsSet(company, scope).find(({ section, key }) => section === overtimeSection && key === 'rules')
  return isChoice(set?.value) ? set.value : undefined
}

/** Our own settings section. It does not appear in effective settings, whose catalog is fixed. */
export const overtimeSection = 'overtime'

/** The person's group, 0 for none. Throws RequestError 404 if there is no such person or group. */
export async function groupOf(company: CompanySnapshot, { scope, scope_id }: Scope): Promise<number> {
  if (scope === 'company') return 0
  const resource = scope === 'group' ? 'groups' : 'users'
  await company.look(resource, [scope_id])
  const row = company.get(resource, scope_id)
  if (!row) throw new RequestError(404, 'no_such_record', { field: 'id', kind: scope, id: scope_id })
  return 'group_id' in row ? row.group_id : 0
}
