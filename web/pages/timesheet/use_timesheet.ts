import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { isDate } from '../../../src/rules/time/calendar.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { useToday } from '../../components/time/now.ts'
import { isoAt, serverNow } from '../../time.ts'
import { mayContinue, stateToContinue } from '../clock/continuing.ts'
import { type Place, usualStart } from './entry/draft.ts'
import { useLayout } from './grid/layout.ts'
import { lockOf } from './week/lock.ts'
import type { Owner } from './week/owner.ts'
import { type Cell, closedOn, type Sheet, useWeek } from './week/week.ts'

/** The window open over the timesheet. */
type Open =
  | { what: 'entry'; sheet?: Sheet; place: Place }
  | { what: 'cell'; cell: Cell; jobId: number }
  | { what: 'copy' | 'submit' | 'propose' }

/** The state of a timesheet page: week, layout and open window. */
export type TimesheetView = ReturnType<typeof useTimesheet>

/** Holds the state of a person's timesheet page. The week is in the URL: `/timesheet/2026-11-18?user=7`. */
export function useTimesheet(owner: Owner) {
  const me = useMe()
  const { rules, rights, isMe, user } = owner
  const params = useParams<{ date?: string }>()
  const [, navigate] = useLocation()
  const now = useToday(rules.zone)
  const date = params.date && isDate(params.date) ? params.date : now
  const [added, setAdded] = useState<readonly number[]>([])
  const [justAdded, setJustAdded] = useState<number>()
  const [open, setOpen] = useState<Open>()
  const { layout, setLayout, narrow } = useLayout()
  const [passed, setPassed] = useState<string>()
  const { week: loaded, dates, error, again } = useWeek(owner, date, added)
  const corrections = useAnswer(
    'time',
    '/api/console/corrections',
    { user_id: user.id, start_date: dates[0], end_date: dates[6] },
    { enabled: isMe },
  )
  // They are above the week, which they would push down later.
  const ready = corrections.isLoading ? undefined : loaded
  // When the week first appears, React renders it in small parts, so the page stays responsive. Changes show at once.
  const week = useDeferredValue(ready !== undefined) ? ready : undefined
  const jobs = useJobs(user.id)
  const lock = useMemo(() => week && lockOf(owner, week), [owner, week])
  const linkTo = useCallback(
    (to: string) => `/timesheet${to === now ? '' : `/${to}`}${isMe ? '' : `?user=${user.id}`}`,
    [now, isMe, user.id],
  )
  const forgetAdded = useCallback(() => setJustAdded(undefined), [])
  const addAt = (place: Place) => {
    const day = week?.days.find(({ date }) => date === place.date)
    const start = place.start ?? usualStart(place.date, day?.sheets ?? [], isoAt(serverNow(), rules.zone))
    const kind = place.kind ?? (rights.mayTimes ? 'regular' : 'manual')
    setOpen({ what: 'entry', place: { ...place, ...(start && { start }), kind } })
  }
  const usual = dates.includes(now) ? now : dates[0]!
  return {
    now,
    date,
    dates,
    week,
    /** What the person has proposed in the week. */
    corrections: (corrections.data?.corrections ?? []).filter(({ status }) => status !== 'withdrawn'),
    error,
    again,
    jobs,
    narrow,
    layout: narrow ? 'days' : layout,
    setLayout,
    linkTo,
    /** The day in the URL, to show and mark, unless it is only how a link opened the week. */
    chosen: params.date === date && date !== passed ? date : undefined,
    /** Records that a link leads to a week, not to a specific day in it. */
    passTo: setPassed,
    /** Whether the week has not begun, so there is nothing to submit yet. */
    isAhead: dates[0]! > now,
    /** The locked part of the week, and what can be done about it. */
    lock,
    /** Whether time can be added to the week. */
    mayAdd: rights.mayAdd && (!lock?.whole || rights.passesClosed),
    goTo: (to: string) => navigate(linkTo(to)),
    /**
     * Clocks in as in one of the user's own entries of today. Undefined while the clock is running, and for users
     * without a clock.
     */
    continuing: (sheet: Sheet): (() => void) | undefined => {
      const has = isMe && !week?.running && sheet.date === now && me.user.permissions?.time_tracking
      const isOver = { jobId: sheet.jobcode_id, end: sheet.on_the_clock ? '' : sheet.date }
      return has && mayContinue(isOver, jobs) ? () => navigate('/', { state: stateToContinue(sheet.id) }) : undefined
    },
    goToUser: (id: number) => navigate(`/timesheet/${date}${id === me.user.id ? '' : `?user=${id}`}`),
    closed: (day: string) => closedOn(day, user, week),
    secondsOf: (sheet: Sheet) => week?.secondsOf(sheet) ?? sheet.duration,
    addJob: (id: number) => {
      setJustAdded(id)
      setAdded([...added, id])
    },
    /** The job whose new row gets the focus once. */
    justAdded,
    forgetAdded,
    open,
    close: () => setOpen(undefined),
    openEntry: (sheet: Sheet) => setOpen({ what: 'entry', sheet, place: { date: sheet.date } }),
    openCell: (cell: Cell) => setOpen({ what: 'cell', cell, jobId: cell.sheets[0]!.jobcode_id }),
    openWindow: (what: 'copy' | 'submit' | 'propose') => setOpen({ what }),
    addAt,
    /** Where time is added: today, or the first day if the week is another one. */
    newDate: dates.includes(now) ? now : dates[0]!,
    addToday: () => addAt({ date: usual }),
    /** On the day in the URL, if there is one. */
    addHere: () => addAt({ date: params.date === date ? date : usual }),
  }
}
