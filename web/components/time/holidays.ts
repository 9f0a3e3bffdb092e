import { useMemo } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { useAnswer } from '../../api/queries.ts'

/** The maximum number of days to look up. */
const daysMax = 366

/** Names of holidays by date. */
export type Holidays = ReadonlyMap<string, string>

/**
 * The holidays in a range of dates for one person. Without a person, those of every calendar in use, with the names of
 * calendars that do not apply to everyone. Empty while they are loading.
 */
export function useHolidays({ first, last }: { first: string; last: string }, userId?: number): Holidays {
  const [end = last] = [last, addDays(first, daysMax)].sort()
  const query = { start_date: first, end_date: end, ...(userId !== undefined && { user_id: userId }) }
  const { data } = useAnswer('setup', '/api/console/holidays', query, { enabled: first <= last })
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { date, name, calendar, is_default } of data?.holidays ?? []) {
      const text = is_default || userId !== undefined ? name : `${name} (${calendar})`
      const known = names.get(date)
      names.set(date, known === undefined ? text : `${known}, ${text}`)
    }
    return names
  }, [data, userId])
}
