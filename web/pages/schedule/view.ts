import { useLocation, useParams, useSearchParams } from 'wouter'
import { addDays, isDate } from '../../../src/rules/time/calendar.ts'
import { viewReach } from '../../../src/rules/time/schedule.ts'
import { type Me, useMe } from '../../api/start.ts'
import { addMonths, monthWeeks, useWeekStart } from '../../components/calendar/dates.ts'
import { useNarrow } from '../../components/page/narrow.ts'
import { askerOf } from '../../components/people/asker.ts'
import { useToday } from '../../components/time/now.ts'
import { dateText, rangeText, weekDates } from '../../time.ts'
import type { Filter } from './filters.tsx'
import { plansForOthers } from './shift/shifts.ts'

const views = ['day', 'week', 'month'] as const

/** The schedule's views. */
export type ViewName = (typeof views)[number]

/** The URL of the schedule in parts: `/schedule/week/2026-11-18?who=me&group=4`. */
export type Address = { view: ViewName; date: string; who: 'me' | 'all'; filter: Filter }

/** Reads the visible part of the schedule from the URL, and navigates to others. */
export function useView() {
  const me = useMe()
  const narrow = useNarrow()
  const weekStart = useWeekStart()
  const params = useParams<{ view?: string; date?: string }>()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const today = useToday(me.zone)
  const reach = reachOf(me)
  const address = readAddress(params, search, { ...reach, today, narrow })

  const go = (to: Partial<Address>) => {
    const showsWho = reach.others && (to.who !== undefined || search.has('who'))
    navigate(writeAddress({ ...address, ...to }, showsWho), { replace: to.view === undefined })
  }
  const { view, date } = address
  const dates = view === 'month' ? monthWeeks(date, weekStart).flat() : weekDates(date, weekStart)
  return {
    ...address,
    today,
    others: reach.others,
    weekStart,
    /** All visible dates; in the day view, those of its whole week. */
    dates,
    range: { first: dates[0]!, last: dates.at(-1)! },
    text: textOf(address, dates, narrow),
    isNow: isNow(address, dates, today),
    go,
    move: (by: -1 | 0 | 1) => go({ date: by === 0 ? today : moved(address, by) }),
  }
}

/** Whether the user sees others' shifts (`others`), and whether the schedule opens with them (`opensWith`). */
function reachOf(me: Me): { others: boolean; opensWith: Address['who'] } {
  const reach = viewReach(askerOf(me))
  const others = reach.everyone || reach.group || (reach.managed && me.manages.length > 0)
  return { others, opensWith: plansForOthers(me) || reach.everyone ? 'all' : 'me' }
}

/** Parses the URL. The default is this week; on narrow screens showing everyone, today. */
export function readAddress(
  params: { view?: string; date?: string },
  search: URLSearchParams,
  usual: { others: boolean; opensWith: Address['who']; today: string; narrow: boolean },
): Address {
  const who = usual.others && (search.get('who') ?? usual.opensWith) === 'all' ? 'all' : 'me'
  const number = (name: string) => Number(search.get(name)) || 0
  return {
    view: views.find((name) => name === params.view) ?? (usual.narrow && who === 'all' ? 'day' : 'week'),
    date: params.date && isDate(params.date) ? params.date : usual.today,
    who,
    filter: { group: number('group'), person: number('person'), job: number('job') },
  }
}

/** The URL path. `showsWho` adds whose shifts are shown. */
export function writeAddress({ view, date, who, filter }: Address, showsWho: boolean): string {
  const query = new URLSearchParams()
  if (showsWho) query.set('who', who)
  for (const [name, id] of Object.entries(filter)) if (id !== 0) query.set(name, String(id))
  const path = `/schedule/${view}/${date}`
  return query.size === 0 ? path : `${path}?${query}`
}

/** `November 2026`, `Nov 15 – 21, 2026`, `Wednesday, November 18`; a shorter day on narrow screens. */
export function textOf({ view, date }: Address, dates: readonly string[], narrow: boolean): string {
  if (view === 'month') return dateText(date, { month: 'long', year: 'numeric' })
  if (view === 'week') return rangeText(dates[0]!, dates.at(-1)!)
  const style = narrow ? 'short' : 'long'
  return dateText(date, { weekday: style, month: style, day: 'numeric' })
}

/** Whether today is in the visible month, week or day. */
export function isNow({ view, date }: Address, dates: readonly string[], today: string): boolean {
  if (view === 'month') return date.slice(0, 7) === today.slice(0, 7)
  return view === 'week' ? dates.includes(today) : date === today
}

/** The date one month, week or day later (1) or earlier (-1). */
export function moved({ view, date }: Address, by: number): string {
  if (view === 'month') return addMonths(date, by)
  return addDays(date, view === 'week' ? 7 * by : by)
}
