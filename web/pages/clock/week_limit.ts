import { useMe } from '../../api/start.ts'
import { weekLimit } from '../timesheet/week/policy.ts'
import { useKnownRules } from './rules.ts'

/** After how many hours the user’s week has overtime; undefined if it has none. By the settings until rules are known. */
export function useWeekLimit(day: string): number | undefined {
  const me = useMe()
  const known = useKnownRules()
  if (!known) return Number(me.settings.general?.weekly_regular_hours) || undefined
  const seconds = weekLimit(known, day)
  return seconds === undefined ? undefined : seconds / 3600
}
