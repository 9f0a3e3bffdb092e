import { useLocation, useParams, useSearchParams } from 'wouter'
import { addDays, isDate } from '../../../src/rules/calendar.ts'
import { viewReach } from '../../../src/rules/schedule.ts'
import { useMe } from '../../api/start.tsx'
import { askerOf } from '../../parts/asker.ts'
import { addMonths, monthWeeks, useWeekStart } from '../../parts/calendar/dates.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { useToday } from '../../parts/now.ts'
import { dateText, rangeText, weekDates } from '../../time.ts'
import type { Filter } from './filters.tsx'
import { plansForOthers } from './shifts.ts'

const views = ['day', 'week', 'month'] as const

/** How the schedule is looked at. */
export type ViewName = (typeof views)[number]

/** Which part of the schedule is shown, as the address says it: `/schedule/week/2026-11-18?who=me&group=4`. */
export function useView() {
  const me = useMe()
  const narrow = useNarrow()
  const weekStart = useWeekStart()
  const params = useParams<{ view?: string; date?: string }>()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()

  const reach = viewReach(askerOf(me))
  const others = reach.everyone || reach.group || (reach.managed && me.manages.length > 0)
  const looksAfter = plansForOthers(me) || reach.everyone
  const who: 'me' | 'all' = others && (search.get('who') ?? (looksAfter ? 'all' : 'me')) === 'all' ? 'all' : 'me'
  const today = useToday(me.zone)
  const date = params.date && isDate(params.date) ? params.date : today
  const view = views.find((name) => name === params.view) ?? (narrow && who === 'all' ? 'day' : 'week')
  const filter: Filter = { group: 0, person: 0, job: 0 }
  for (const name of ['group', 'person', 'job'] as const) filter[name] = Number(search.get(name)) || 0

  const go = (to: { view?: ViewName; date?: string; who?: 'me' | 'all'; filter?: Filter }) => {
    const query = new URLSearchParams()
    const next = { who, filter, ...to }
    if (others && (to.who !== undefined || search.has('who'))) query.set('who', next.who)
    for (const [name, id] of Object.entries(next.filter)) if (id !== 0) query.set(name, String(id))
    const path = `/schedule/${to.view ?? view}/${to.date ?? date}`
    navigate(query.size === 0 ? path : `${path}?${query}`, { replace: to.view === undefined })
  }
  const week = weekDates(date, weekStart)
  const dates = view === 'month' ? monthWeeks(date, weekStart).flat() : week
  const moved = (by: number) => (view === 'month' ? addMonths(date, by) : addDays(date, view === 'week' ? 7 * by : by))
  return {
    view,
    date,
    today,
    who,
    others,
    filter,
    weekStart,
    /** All dates in sight, those of the week around a day included. */
    dates,
    range: { first: dates[0]!, last: dates.at(-1)! },
    text:
      view === 'month'
        ? dateText(date, { month: 'long', year: 'numeric' })
        : view === 'week'
          ? rangeText(week[0]!, week[6]!)
          : dateText(date, { weekday: narrow ? 'short' : 'long', month: narrow ? 'short' : 'long', day: 'numeric' }),
    isNow:
      view === 'month'
        ? date.slice(0, 7) === today.slice(0, 7)
        : view === 'week'
          ? week.includes(today)
          : date === today,
    go,
    move: (by: -1 | 0 | 1) => go({ date: by === 0 ? today : moved(by) }),
  }
}
