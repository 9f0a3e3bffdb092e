import { useMemo } from 'react'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { ownRules, type TimeRules } from '../timesheet/week/own_rules.ts'

/** The rules for the user’s time; without those of overtime until they are known. */
export function useOwnRules(): TimeRules {
  const me = useMe()
  const data = useKnownRules()
  return useMemo(() => data ?? ownRules(me), [data, me])
}

/** The rules for the user’s time; undefined until they are known. */
export function useKnownRules(): TimeRules | undefined {
  return useAnswer('setup', '/api/console/time_rules', { user_id: useMe().user.id }).data
}
