import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { readDays, usualPatternDays, type WorkingPattern, type WrittenDay } from '../../rules/time/working_pattern.ts'
import { chosenFor, patternSection, settingsDates, settingsFor, settingsKey, zoneOn } from './settings.ts'

// The working pattern of a person, from the settings: days, fixed zone and full-time share are our own section, the
// start of workdays and workweeks and a person's zone are those of section general.

/** The working pattern of a person on a date. Call after `loadSettings`. */
export function patternOf(
  user: { id: number; group_id: number },
  company: CompanySnapshot,
  date: string,
): WorkingPattern {
  // People with the same settings share it, for as long as none of them changes.
  const key = settingsKey(company, user)
  const dates = company.memo(`pattern/${key}`, () => settingsDates(company, user))
  const since = dates.findLast((from) => (from ?? '') <= date) ?? ''
  return company.memo(`pattern/${key}/${since}`, () => {
    const { workday_start, week_start } = settingsFor(company, user, since).general.settings
    const chosen = (name: string) => chosenFor(company, user, patternSection, name, since)
    const days = chosen('days') as readonly WrittenDay[] | undefined
    return {
      days: days ? readDays(days) : usualPatternDays,
      zone: zoneOn(company, user, since),
      dayStart: Number(workday_start) || 0,
      weekStart: Number(week_start) || 0,
      share: Number(chosen('full_time_share') ?? 100) / 100,
    }
  })
}
