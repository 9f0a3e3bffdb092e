import { useMemo } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { ownRules, type TimeRules } from '../timesheet/owner.ts'
import { weekLimit } from '../timesheet/policy.ts'

/** The rules for the user’s time; without those of overtime until they are known. */
export function useOwnRules(): TimeRules {
  const me = useMe()
  const { data } = useKnownRules()
  return useMemo(() => data ?? ownRules(me), [data, me])
}

/** After how many hours the user’s week has overtime; undefined if it has none. By the settings until rules are known. */
export function useWeekLimit(day: string): number | undefined {
  const me = useMe()
  const { data } = useKnownRules()
  if (data) {
    const seconds = weekLimit(data, day)
    return seconds === undefined ? undefined : seconds / 3600
  }
  return Number(me.settings.general?.weekly_regular_hours) || undefined
}

function useKnownRules() {
  return useAnswer('setup', '/api/console/time_rules', { user_id: useMe().user.id })
}
