import { useMemo } from 'react'
import { addDays, weekOf } from '../../../src/rules/time/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useToday } from '../time/now.ts'

/** The person's recently used jobs, latest first; none if they are not wanted. */
export function useRecentJobs(userId?: number, isWanted = true): number[] {
  const { data } = useLately(userId, isWanted)
  return useMemo(() => {
    const latest = [...(data ?? [])].sort((a, b) => Date.parse(b.start) - Date.parse(a.start))
    return [...new Set(latest.map(({ jobcode_id }) => jobcode_id))]
  }, [data])
}

/**
 * A person's time of this week and the three before, including what is running. The user's own is cached on the device.
 */
export function useLately(userId?: number, enabled = true) {
  const me = useMe()
  const week = weekOf(useToday(me.zone), Number(me.settings.general?.week_start ?? 0))
  const query = { user_ids: [userId ?? me.user.id], start_date: addDays(week, -21), on_the_clock: 'both' }
  return useRecords('timesheets', query, { enabled })
}
