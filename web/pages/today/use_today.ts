import { useEffect } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useToday as useDate } from '../../components/time/now.ts'
import { instant, serverNow } from '../../time.ts'

/** What a person needs today, as the app's API says. */
export type Today = AnswerOf<'GET /api/console/today'>

/** The parts of it for those who lead others. */
export type Crew = NonNullable<Today['crew']>
/** What waits for the user. */
export type ToDecide = NonNullable<Today['waiting']>
/** What the user needs for their own time. */
export type Own = NonNullable<Today['own']>

/** Loads it, again with every change, and when time alone changes it: someone is late, a break too long, a day over. */
export function useToday() {
  const answer = useAnswer('time', '/api/console/today')
  const { zone } = useMe()
  const date = useDate(zone)
  const { data, refetch } = answer
  const again = data?.crew?.again
  const now = data?.now
  useEffect(() => {
    if (again === undefined) return
    const wait = Math.max(1000, (instant(again) - serverNow()) / 1000)
    const timer = setTimeout(() => void refetch(), wait)
    return () => clearTimeout(timer)
  }, [again, refetch])
  useEffect(() => {
    // The answer is of an earlier day.
    if (now !== undefined && data?.own?.week.every((day) => day.date < date)) void refetch()
  }, [now, data, date, refetch])
  return answer
}
