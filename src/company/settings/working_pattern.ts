import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { elementAt } from '../../rules/elements.ts'
import { addDays } from '../../rules/time/calendar.ts'
import {
  type DatedDays,
  readDays,
  readPatterns,
  readPatternZone,
  readShare,
  usualPatternDays,
  type WorkingPattern,
  type WrittenDay,
} from '../../rules/time/working_pattern.ts'
import {
  chosenFor,
  earlierValues,
  patternSection,
  type Scope,
  type SettingChange,
  settingsDates,
  settingsFor,
  settingsKey,
  settingsSet,
  zoneOn,
} from './settings.ts'

// The working pattern of a person, from the settings: days, fixed zone and full-time share are our own section, the
// start of workdays and workweeks and a person's zone are those of section general.

/** The working pattern of a person on a date. Call after `loadSettings`. */
export function patternOf(
  user: { id: number; group_id: number },
  company: CompanySnapshot,
  date: string,
): WorkingPattern {
  // Reports ask for many days of a person. People with the same settings share their patterns.
  const { key, dates } = company.memo(`pattern/of/${user.id}/${user.group_id}`, () => {
    const key = settingsKey(company, user)
    return { key, dates: company.memo(`pattern/dates/${key}`, () => settingsDates(company, user)) }
  })
  const since = dates.findLast((from) => (from ?? '') <= date) ?? ''
  return company.memo(`pattern/${key}/${since}`, () => {
    const { workday_start, week_start } = settingsFor(company, user, since).general.settings
    const chosen = (name: string) => chosenFor(company, user, patternSection, name, since)
    const days = chosen('days')
    return {
      days: days ? readDays(days) : usualPatternDays,
      zone: zoneOn(company, user, since),
      dayStart: Number(workday_start) || 0,
      weekStart: Number(week_start) || 0,
      share: Number(chosen('full_time_share') ?? 100) / 100,
      isChosen: days !== undefined,
    }
  })
}

/** The setting that chooses the days worked from a day on; null resets it. Throws Refused for invalid ones. */
export function daysChoice(days: readonly WrittenDay[] | null): SettingChange {
  if (days !== null) readDays(days)
  return { section: patternSection, key: 'days', value: days && [...days] }
}

/** The setting that replaces all days of a level, also those of other dates. Throws Refused for invalid ones. */
export function patternsChoice(patterns: readonly DatedDays[]): SettingChange {
  const versions = readPatterns(patterns)
  const first = versions[0]?.from === null ? [] : [{ from: null, days: null }]
  const all = versions.length === 0 ? [] : [...first, ...versions]
  const earlier = all.slice(0, -1).map(({ days: value }, index) => ({ until: elementAt(all, index + 1).from!, value }))
  return { section: patternSection, key: 'days', value: all.at(-1)?.days?.slice() ?? null, earlier }
}

/** The setting that fixes the zone by which days are counted; null resets it. Throws Refused for an unknown one. */
export function zoneChoice(zone: string | null): SettingChange {
  return { section: patternSection, key: 'zone', value: zone === null ? null : readPatternZone(zone) }
}

/** The setting of the full-time share in percent; null resets it. Throws Refused for an invalid one. */
export function shareChoice(percent: number | null): SettingChange {
  return { section: patternSection, key: 'full_time_share', value: percent === null ? null : readShare(percent) }
}

/** What a level has chosen itself: days with their dates, and the newest zone and share; null where it has not. */
export function patternSetAt(company: CompanySnapshot, scope: Scope) {
  const set = settingsSet(company, scope).filter(({ section }) => section === patternSection)
  const at = (name: string): unknown => set.find(({ key }) => key === name)?.value ?? null
  const earlier = earlierValues(company, scope, patternSection, 'days')
  const versions = [...earlier.map(({ value }) => value), at('days')].map((days, index) => ({
    from: earlier[index - 1]?.until ?? null,
    days: isWritten(days) ? days : null,
  }))
  const patterns = versions.flatMap(({ from, days }, index): DatedDays[] => {
    const next = versions[index + 1]
    const to = next?.from && next.days === null ? { to: addDays(next.from, -1) } : {}
    return days ? [{ from, ...to, days }] : []
  })
  const [zone, share] = [at('zone'), at('full_time_share')]
  return {
    patterns,
    zone: typeof zone === 'string' ? zone : null,
    full_time_share: typeof share === 'number' ? share : null,
  }
}

/** Whether a stored setting is the days of a level, which are checked before they are stored. */
function isWritten(stored: unknown): stored is readonly WrittenDay[] {
  return Array.isArray(stored)
}
